'use client'

import { type ComponentProps, useActionState, useEffect, useId, useRef } from 'react'
import { useFormStatus } from 'react-dom'
import { TextButton } from './text-button.tsx'

/** The refused text, and the reason. */
type Refused = { text: string; problem: string } | null

/** A one-line form. After a refusal the text stays, focused, with the reason. */
export function TextForm({
  button,
  send,
  ...field
}: {
  button: ComponentProps<typeof TextButton>
  /** The reason if it was refused. */
  send(text: string): Promise<string | null>
} & ComponentProps<'input'>) {
  const [refused, submit] = useActionState(async (_: Refused, data: FormData): Promise<Refused> => {
    const text = String(data.get('text')).trim()
    const problem = text === '' ? null : await send(text)
    return problem === null ? null : { text, problem }
  }, null)
  const input = useRef<HTMLInputElement>(null)
  const problemId = useId()
  useEffect(() => {
    if (refused) input.current?.focus()
  }, [refused])
  return (
    <form action={submit} className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <input
          ref={input}
          name="text"
          required
          autoComplete="off"
          defaultValue={refused?.text}
          aria-invalid={refused !== null || undefined}
          aria-describedby={refused ? problemId : undefined}
          className="h-8 min-w-0 flex-1 rounded border border-line-strong bg-paper px-2 text-14 disabled:opacity-60"
          {...field}
        />
        <SubmitButton className="h-8!" {...button} />
      </div>
      {refused && (
        <p id={problemId} role="alert" className="text-13 text-danger">
          {refused.problem}
        </p>
      )}
    </form>
  )
}

/** Sends the form it is in, once at a time. */
export function SubmitButton({ disabled, ...rest }: ComponentProps<typeof TextButton>) {
  const { pending } = useFormStatus()
  return <TextButton type="submit" disabled={pending || disabled} {...rest} />
}

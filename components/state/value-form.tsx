'use client'

import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { isComposing } from '#components/browser/is-composing.ts'
import { useOnUnmount } from '#components/browser/use-on-unmount.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import type { JsonValue } from '#lib/board/state/json.ts'
import { LIMITS } from '#lib/limits.ts'
import { BAD_TIME, FIELD, type Lasting, TimeToLive } from './expiry-select.tsx'
import { KIND_NAMES, KINDS, type Kind, kindTyped, readTyped } from './value-kinds.ts'

/** Why it was refused, as a sentence; `null` if it was saved. */
export type Saved = Promise<string | null>

/** A value as text, its kind and its expiry. A refused value stays in the field. */
export function ValueForm({
  label,
  text: first = '',
  kind: known = null,
  expiresAt,
  action = 'Save',
  note,
  children,
  onSave,
  onClose,
  onLost,
}: {
  /** The label of the value’s field. */
  label: string
  text?: string
  /** Its kind, until another is chosen; `null` = guessed from the text. */
  kind?: Kind | null
  /** Omitted if its expiry can’t be set. */
  expiresAt?: number | null
  action?: string
  /** Shown under the field. */
  note?: string | null
  /** Fields before the value’s. */
  children?: ReactNode
  onSave(value: JsonValue, ttl: Lasting): Saved
  onClose(): void
  /** The form was unmounted with this text unsaved. */
  onLost?(text: string): void
}) {
  const [text, setText] = useState(first)
  const [chosen, setChosen] = useState(known)
  const [ttl, setTtl] = useState<Lasting>(undefined)
  const [problem, setProblem] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const problemId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const isDone = useRef(false)
  useOnUnmount(field, (left) => {
    if (!isDone.current && left !== first) onLost?.(left)
  })
  // If there are fields before it, the first of those has the focus.
  const isFirst = !children
  useEffect(() => {
    if (!isFirst) return
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [isFirst])
  const kind = chosen ?? kindTyped(text)

  /** The button was disabled while saving, and has lost the focus. */
  const refuse = (reason: string) => {
    setProblem(reason)
    field.current?.focus()
  }
  const save = async () => {
    const typed = readTyped(text, kind)
    if (!typed.ok) return refuse(typed.message)
    if (Number.isNaN(ttl)) return refuse(BAD_TIME)
    setSaving(true)
    isDone.current = true
    const refused = await onSave(typed.value, ttl)
    isDone.current = refused === null
    setSaving(false)
    if (refused !== null) refuse(refused)
  }
  const cancel = () => {
    isDone.current = true
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    event.stopPropagation()
    if (isComposing(event)) return
    if (event.key === 'Escape') return cancel()
    if (event.key !== 'Enter' || !(event.target instanceof HTMLTextAreaElement)) return
    // Enter breaks the line if there may be several; else it submits, as in any short field.
    const hasLines = kind === 'structure' || text.includes('\n')
    if (event.shiftKey || (hasLines && !event.ctrlKey && !event.metaKey)) return
    event.preventDefault()
    void save()
  }
  return (
    <form
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
      className="my-1 flex flex-col gap-2 rounded-md border border-line-strong bg-raised p-2"
    >
      {children}
      <textarea
        ref={field}
        aria-label={label}
        aria-invalid={problem !== null}
        aria-describedby={problem ? problemId : undefined}
        rows={kind === 'structure' ? 4 : 1}
        maxLength={LIMITS.valueChars * 2}
        placeholder="Value"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setProblem(null)
        }}
        className={`field-sizing-content max-h-72 min-h-7 w-full resize-none rounded border border-line-strong bg-paper px-2 py-1 ${kind === 'structure' ? 'font-mono text-12' : 'text-13'}`}
      />
      {problem && (
        <p id={problemId} role="alert" className="text-12 text-danger wrap-anywhere">
          {problem}
        </p>
      )}
      {note && !saving && <p className="text-12 text-muted wrap-anywhere">{note}</p>}
      <div className="flex flex-wrap items-center gap-1.5">
        <select
          aria-label="Type"
          value={kind}
          onChange={(event) => {
            setChosen(event.target.value as Kind)
            setProblem(null)
          }}
          className={FIELD}
        >
          {KINDS.map((name) => (
            <option key={name} value={name}>
              {KIND_NAMES[name]}
            </option>
          ))}
        </select>
        {expiresAt !== undefined && <TimeToLive expiresAt={expiresAt} onChange={setTtl} />}
      </div>
      <div className="flex justify-end gap-1.5">
        <TextButton tone="bare" onClick={cancel}>
          Cancel
        </TextButton>
        <TextButton type="submit" tone="accent" disabled={saving}>
          {action}
        </TextButton>
      </div>
    </form>
  )
}

'use client'

/** What is remembered about the user, to read, add to, edit, take out and switch off. */
import { type FormEvent, useState } from 'react'
import * as actions from '#app/memory/actions.ts'
import { download } from '#components/browser/download.ts'
import { Section } from '#components/settings/section.tsx'
import { useDateLook } from '#components/ui/dates/use-date-format.ts'
import { PageFrame } from '#components/ui/page-frame.tsx'
import { TextButton } from '#components/ui/text-button.tsx'
import { showToast } from '#components/ui/toasts.ts'
import { useAttempt, useCall } from '#components/ui/use-action.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { countOf } from '#lib/board/text/text.ts'
import type { MemoryPage } from '#lib/board/wire/memory.ts'
import { LIMITS } from '#lib/limits.ts'
import { MemoryRow } from './memory-row.tsx'
import { Switches } from './switches.tsx'

export function MemoryList({ page }: { page: MemoryPage }) {
  const { memories, person, boardId } = page
  const look = useDateLook(person)
  const [isBusy, run] = useAttempt()
  const take = async (action: typeof actions.forgetAll) => {
    const outcome = await run(action)
    if (!outcome) return
    const { forgotten } = outcome
    const bringBack = () => run(() => actions.bringBack(forgotten))
    const text =
      forgotten.length === 1
        ? 'Memory deleted.'
        : `${countOf(forgotten.length, 'memory', 'memories')} deleted.`
    showToast({ text, action: { label: 'Undo', run: () => void bringBack() } })
  }
  return (
    <PageFrame title="Memory" boardId={boardId}>
      <p className="max-w-[65ch] pb-6 text-14 text-muted">
        What Taskboard remembers about you on every board. Say “remember that I plan in two-week sprints”, or
        add it here. Values of a single board are in its State panel.
      </p>
      <Section
        title="Memories"
        hint={memories.length > 0 ? countOf(memories.length, 'memory', 'memories') : ''}
      >
        <AddMemory isOff={!page.isOn} />
        {memories.length === 0 ? (
          <p className="text-14 text-muted">No memories yet.</p>
        ) : (
          <ul className="divide-y divide-line border-y border-line">
            {memories.map((memory) => (
              <MemoryRow
                key={memory.id}
                memory={memory}
                look={look}
                isBusy={isBusy}
                onEdit={async (text) => (await run(() => actions.editMemory(memory.id, text))) !== null}
                onForget={() => void take(() => actions.forget(memory.id))}
              />
            ))}
          </ul>
        )}
        {memories.length > 0 && (
          <p className="flex flex-wrap gap-2">
            <TextButton onClick={() => download('/api/memory')}>Export</TextButton>
            <TextButton disabled={isBusy} onClick={() => void take(actions.forgetAll)}>
              Forget all
            </TextButton>
          </p>
        )}
      </Section>
      <Switches page={page} />
    </PageFrame>
  )
}

function AddMemory({ isOff }: { isOff: boolean }) {
  const [isBusy, call] = useCall()
  const [problem, setProblem] = useState('')
  const add = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const text = String(new FormData(form).get('fact') ?? '')
    const outcome = await call(() => actions.addMemory(newId(), text))
    setProblem(outcome.ok ? (outcome.isNew ? '' : 'Already saved.') : outcome.message)
    if (outcome.ok && outcome.isNew) form.reset()
  }
  return (
    <form onSubmit={(event) => void add(event)} className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <input
          name="fact"
          required
          aria-label="New memory"
          placeholder={isOff ? 'Memory is off' : 'e.g. Plans in two-week sprints'}
          autoComplete="off"
          disabled={isOff}
          maxLength={LIMITS.memoryChars}
          className="h-8 min-w-0 flex-1 rounded border border-line-strong bg-paper px-2 text-14 disabled:opacity-60"
        />
        <TextButton type="submit" disabled={isBusy || isOff} className="h-8!">
          Add
        </TextButton>
      </div>
      {problem && (
        <p role="alert" className="text-13 text-danger">
          {problem}
        </p>
      )}
    </form>
  )
}

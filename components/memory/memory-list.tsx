'use client'

/** The memories about the user: read, add, edit, delete, switch off. */
import * as actions from '#app/memory/actions.ts'
import { download } from '#components/browser/download.ts'
import { Section } from '#components/settings/section.tsx'
import { call } from '#components/ui/call-action.ts'
import { useDateLook } from '#components/ui/dates/use-date-format.ts'
import { PageFrame } from '#components/ui/page-frame.tsx'
import { TextButton } from '#components/ui/text-button.tsx'
import { TextForm } from '#components/ui/text-form.tsx'
import { showToast } from '#components/ui/toasts.ts'
import { useAttempt } from '#components/ui/use-action.ts'
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
  const add = async (text: string) => {
    const outcome = await call(() => actions.addMemory(newId(), text))
    if (!outcome.ok) return outcome.message
    return outcome.isNew ? null : 'Already saved.'
  }
  return (
    <TextForm
      aria-label="New memory"
      placeholder={isOff ? 'Memory is off' : 'e.g. Plans in two-week sprints'}
      disabled={isOff}
      maxLength={LIMITS.memoryChars}
      button={{ children: 'Add', disabled: isOff }}
      send={add}
    />
  )
}

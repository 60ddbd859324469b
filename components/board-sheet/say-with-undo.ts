import type { Store } from '#components/feed-store.ts'
import { showToast } from '#components/ui/notices.ts'
import type { Outcome } from '#lib/board/command.ts'

/** What was done, and the way back where something changed. */
export function sayWithUndo(store: Store, { reply, revision }: Extract<Outcome, { ok: true }>) {
  const run = () => void store.run({ name: 'undo', input: { revision: revision ?? 0 } })
  showToast({ text: reply, ...(revision === null ? {} : { action: { label: 'Undo', run } }) })
}

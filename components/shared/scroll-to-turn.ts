import type { Store } from '#components/sync/store.ts'
import { showToast } from '#components/ui/toasts.ts'

/** Scrolls the answer of a turn into view, inside the conversation only, and highlights it for a moment. */
export async function showTurn(store: Store, turnId: string) {
  const message = await find(store, turnId)
  const log = message?.closest<HTMLElement>('[role=log]')
  if (!message || !log) return showToast({ text: 'That message is no longer in the conversation.' })
  log.scrollBy({ top: message.getBoundingClientRect().top - log.getBoundingClientRect().top - 64 })
  message.focus({ preventScroll: true })
  message.animate([{ backgroundColor: 'var(--accent-soft)' }, { backgroundColor: 'transparent' }], 2_000)
}

/** It may be older than the loaded messages. */
async function find(store: Store, turnId: string): Promise<HTMLElement | undefined> {
  for (;;) {
    // Wait until its pane or the loaded messages are rendered.
    await new Promise(requestAnimationFrame)
    const found = document.querySelectorAll<HTMLElement>(`[data-turn="${CSS.escape(turnId)}"]`)
    if (found.length > 0) return [...found].at(-1)
    const { hasOlder, messages } = store.screen().feed
    if (!hasOlder) return undefined
    await store.loadOlder()
    // No more messages were loaded.
    if (store.screen().feed.messages.length === messages.length) return undefined
  }
}

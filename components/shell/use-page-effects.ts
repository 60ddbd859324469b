'use client'

/** Page-level effects of a screen: the title, a new snapshot if the feed can't continue, undo keys. */
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { useFeed, useScreen } from '#components/sync/use-store.ts'

export function usePage() {
  const store = useFeed()
  const router = useRouter()
  const name = useScreen((screen) => screen.feed.name)
  const isStale = useScreen((screen) => screen.feed.stale)
  const isGone = useScreen((screen) => screen.feed.gone)

  useEffect(() => {
    document.title = `${name} · Taskboard`
  }, [name])

  useEffect(() => {
    if (isStale) router.refresh()
  }, [isStale, router])

  useEffect(() => {
    if (isGone) router.replace('/')
  }, [isGone, router])

  // Loads the rules on the first input, before the first change, but not with the page.
  useEffect(() => {
    const signs = ['pointermove', 'pointerdown', 'keydown'] as const
    const load = () => void store.loadRules().then(loadParts)
    for (const sign of signs) addEventListener(sign, load, { once: true })
    return () => {
      for (const sign of signs) removeEventListener(sign, load)
    }
  }, [store])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'z') return
      if (isTyping(event.target)) return
      event.preventDefault()
      void store.run({ name: event.shiftKey ? 'redo' : 'undo', input: { whose: 'own' } }, { tell: 'toast' })
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [store])
}

/** Loads menus and dialogs early, so that they work offline. */
async function loadParts() {
  await Promise.allSettled([
    import('#components/ui/menu.tsx'),
    import('#components/board/dialogs.tsx'),
    import('#components/lists/lists.tsx'),
    import('#components/state/state-panel.tsx'),
    import('#components/chat/messages/edit-queued.tsx'),
  ])
}

/** A field has its own undo. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target instanceof HTMLInputElement) return !['checkbox', 'radio'].includes(target.type)
  return target.isContentEditable || ['TEXTAREA', 'SELECT'].includes(target.tagName)
}

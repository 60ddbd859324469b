'use client'

/** A phone shows one pane at a time, and counts changes in the other. */
import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react'
import { useFeed } from '#components/sync/use-store.ts'

export type PaneName = 'chat' | 'board'
export type Pane = { shown: PaneName; unseen: number; show(name: PaneName): void }

export const PaneContext = createContext<Pane | null>(null)

export function useShownPane(): Pane {
  const pane = use(PaneContext)
  if (!pane) throw new Error('useShownPane needs a workspace around it.')
  return pane
}

export function usePane(): Pane {
  const store = useFeed()
  const [shown, setShown] = useState<PaneName>('chat')
  const [unseen, setUnseen] = useState(0)
  useEffect(
    () =>
      store.watch(({ event }, before, own) => {
        if (!('sessionId' in event) || event.sessionId !== store.sessionId || own) return
        const isNewReply =
          event.kind === 'message' &&
          event.message.role === 'assistant' &&
          !before.messages.some((message) => message.id === event.message.id)
        if (shown === 'chat' ? event.kind === 'revision' : isNewReply) setUnseen((count) => count + 1)
      }),
    [store, shown],
  )
  const show = useCallback((name: PaneName) => {
    setShown(name)
    setUnseen(0)
  }, [])
  return useMemo(() => ({ shown, unseen, show }), [shown, unseen, show])
}

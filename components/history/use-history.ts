'use client'

/** The history in pages, reloaded when the board changes. */
import { useCallback, useEffect, useState } from 'react'
import { useFeed, useScreen } from '#components/sync/use-store.ts'
import type { Actor } from '#lib/board/model/names.ts'
import type { HistoryEntry } from '#lib/board/wire/board-actions.ts'

export type HistoryFilter = { actor?: Actor; row?: string }
type Loaded = { for: string; entries: readonly HistoryEntry[]; hasOlder: boolean; problem: string | null }

const NOTHING: Loaded = { for: '', entries: [], hasOlder: false, problem: null }

export function useHistory({ actor, row }: HistoryFilter) {
  const { actions, sessionId } = useFeed()
  const revision = useScreen((screen) => screen.feed.revision)
  const [loaded, setLoaded] = useState(NOTHING)
  const wanted = `${actor ?? ''} ${row ?? ''}`

  const read = useCallback(
    async (before?: number) => {
      const filter = { ...(actor && { actor }), ...(row && { row }), ...(before && { before }) }
      const page = await actions.readHistory(sessionId, filter).catch(() => null)
      if (page?.ok) return page
      return page?.message ?? 'Couldn’t load the history. Check your connection and reopen it.'
    },
    [actions, sessionId, actor, row],
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision is what makes the first page old
  useEffect(() => {
    let isCurrent = true
    void read().then((page) => {
      if (!isCurrent) return
      setLoaded(
        typeof page === 'string' ? { ...NOTHING, problem: page } : { ...page, for: wanted, problem: null },
      )
    })
    return () => {
      isCurrent = false
    }
  }, [read, revision, wanted])

  const older = async () => {
    const page = await read(loaded.entries.at(-1)?.number)
    if (typeof page === 'string') return setLoaded({ ...loaded, problem: page })
    const entries = [...loaded.entries, ...page.entries]
    setLoaded({ ...loaded, entries, hasOlder: page.hasOlder })
  }
  return { ...loaded, isLoading: loaded.for !== wanted && loaded.problem === null, older }
}

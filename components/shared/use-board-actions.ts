'use client'

/** What can be done to a board as a whole. */
import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { useFeed } from '#components/sync/use-store.ts'
import { attempt } from '#components/ui/call-action.ts'
import { showToast } from '#components/ui/toasts.ts'
import type { SessionSummary } from '#lib/board/wire/events.ts'

export function useSessionActions() {
  const { actions, sessionId } = useFeed()
  const router = useRouter()
  return useMemo(() => {
    const open = (id: string) => router.push(`/boards/${id}`)
    return {
      open,
      async create() {
        const made = await attempt(() => actions.createSession())
        if (made) open(made.sessionId)
      },
      rename: (id: string, name: string) => attempt(() => actions.renameSession(id, name)),
      async duplicate(id: string) {
        const made = await attempt(() => actions.duplicateSession(id))
        if (made) open(made.sessionId)
      },
      clearChat: (id: string) => attempt(() => actions.clearChat(id)),
      async archive({ id, name }: SessionSummary) {
        if (!(await attempt(() => actions.archiveSession(id)))) return
        const run = () => void attempt(() => actions.unarchiveSession(id))
        showToast({ text: `Archived “${name}”.`, action: { label: 'Undo', run } })
      },
      unarchive: ({ id }: SessionSummary) => attempt(() => actions.unarchiveSession(id)),
      async remove({ id, name }: SessionSummary) {
        if (!(await attempt(() => actions.deleteSession(id)))) return
        const wasOpen = id === sessionId
        const restore = async () => {
          const restored = await attempt(() => actions.restoreSession(id))
          if (restored && wasOpen) open(id)
        }
        showToast({ text: `Deleted “${name}”.`, action: { label: 'Undo', run: restore } })
        if (wasOpen) router.push('/')
      },
    }
  }, [actions, sessionId, router])
}

'use client'

/** Actions on a whole board. */
import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { useFeed } from '#components/sync/use-store.ts'
import { callOrToast } from '#components/ui/call-action.ts'
import { showToast } from '#components/ui/toasts.ts'
import type { SessionSummary } from '#lib/board/wire/events.ts'

export function useSessionActions() {
  const { actions, sessionId } = useFeed()
  const router = useRouter()
  return useMemo(() => {
    const open = (id: string) => router.push(`/boards/${id}`)
    return {
      open,
      /** `template`: the name of the one to start from. */
      async create(template?: string) {
        const made = await callOrToast(() => actions.createSession(template))
        if (made) open(made.sessionId)
      },
      rename: (id: string, name: string) => callOrToast(() => actions.renameSession(id, name)),
      async duplicate(id: string) {
        const made = await callOrToast(() => actions.duplicateSession(id))
        if (made) open(made.sessionId)
      },
      clearChat: (id: string) => callOrToast(() => actions.clearChat(id)),
      async archive({ id, name }: SessionSummary) {
        if (!(await callOrToast(() => actions.archiveSession(id)))) return
        const run = () => void callOrToast(() => actions.unarchiveSession(id))
        showToast({ text: `Archived “${name}”.`, action: { label: 'Undo', run } })
      },
      unarchive: ({ id }: SessionSummary) => callOrToast(() => actions.unarchiveSession(id)),
      async remove({ id, name }: SessionSummary) {
        if (!(await callOrToast(() => actions.deleteSession(id)))) return
        const wasOpen = id === sessionId
        const restore = async () => {
          const restored = await callOrToast(() => actions.restoreSession(id))
          if (restored && wasOpen) open(id)
        }
        showToast({ text: `Deleted “${name}”.`, action: { label: 'Undo', run: restore } })
        if (wasOpen) router.push('/')
      },
    }
  }, [actions, sessionId, router])
}

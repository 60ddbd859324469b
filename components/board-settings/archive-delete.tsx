'use client'

import { useSessionActions } from '#components/shared/use-board-actions.ts'
import { useScreen } from '#components/sync/use-store.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import { RETENTION_DAYS } from '#lib/limits.ts'
import { Part } from './part.tsx'

/** Archives or deletes the board. */
export function EndPart({ onClose }: { onClose(): void }) {
  const session = useScreen(({ feed }) => feed.sessions.find(({ id }) => id === feed.sessionId))
  const { archive, unarchive, remove } = useSessionActions()
  if (!session) return null
  return (
    <Part
      title="Archive or delete"
      hint={`You can still open and search an archived board; a new message unarchives it. Deleted boards stay in the trash for ${RETENTION_DAYS.deletedSessions} days.`}
    >
      <div className="flex flex-wrap gap-2">
        {session.archived ? (
          <TextButton onClick={() => void unarchive(session)}>Unarchive</TextButton>
        ) : (
          <TextButton
            onClick={() => {
              onClose()
              void archive(session)
            }}
          >
            Archive
          </TextButton>
        )}
        <TextButton
          className="text-danger!"
          onClick={() => {
            onClose()
            void remove(session)
          }}
        >
          Delete
        </TextButton>
      </div>
    </Part>
  )
}

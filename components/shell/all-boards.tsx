'use client'

/** The boards by name only, so that the page works even if a board can't be shown. */
import { useRouter } from 'next/navigation'
import { createSession } from '#app/boards/[sessionId]/actions.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import { LiveRegion, Toaster } from '#components/ui/toaster.tsx'
import { useAttempt } from '#components/ui/use-action.ts'
import type { SessionSummary } from '#lib/board/wire/events.ts'

export function AllBoards({
  boards,
}: {
  boards: readonly Pick<SessionSummary, 'id' | 'name' | 'archived'>[]
}) {
  const router = useRouter()
  const [isBusy, attempt] = useAttempt()
  const create = async () => {
    const made = await attempt(createSession)
    if (made) router.push(`/boards/${made.sessionId}`)
  }
  return (
    <main className="h-dvh overflow-y-auto">
      <div className="mx-auto max-w-[32rem] px-5 py-16">
        <div className="flex items-center justify-between gap-3">
          <h1 className="text-20 font-semibold tracking-tight">Your boards</h1>
          <TextButton tone="accent" disabled={isBusy} onClick={() => void create()}>
            New board
          </TextButton>
        </div>
        <ul className="mt-4 divide-y divide-line border-y border-line">
          {boards.map(({ id, name, archived }) => (
            <li key={id}>
              {/* A full page load, so that nothing of the failed page remains. */}
              <a
                href={`/boards/${id}`}
                className="flex items-center gap-3 rounded px-2 py-2.5 text-14 hover:bg-sunk"
              >
                <span className="min-w-0 flex-1 truncate">{name}</span>
                {archived && <span className="text-12 text-muted">Archived</span>}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <Toaster />
      <LiveRegion />
    </main>
  )
}

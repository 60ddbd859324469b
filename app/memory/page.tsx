import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { MemoryList } from '#components/memory/memory-list.tsx'
import { modelInfo } from '#lib/agent/models/choose-model.ts'
import { currentVisit } from '#lib/identity/action-gate.ts'
import { screenPerson } from '#lib/identity/settings.ts'
import { listMemories } from '#lib/memory/memories.ts'
import { readBoards } from '#lib/session/boards/sessions.ts'

export const metadata: Metadata = { title: 'Memory · Taskboard' }

/** Unknown callers have no memories: they get a board at `/` first. */
export default async function Page() {
  const visit = await currentVisit()
  if (!visit) redirect('/')
  const { user } = visit
  const [memories, { boards, lastOpened: boardId }] = await Promise.all([
    listMemories(user.id),
    readBoards(user.id),
  ])
  const names = new Map(boards.map((board) => [board.id, board.name]))
  const { memory, proposeMemories } = user.settings
  return (
    <MemoryList
      page={{
        memories: memories.map((one) => ({ ...one, boardName: names.get(one.sessionId ?? '') ?? null })),
        isOn: memory,
        proposes: modelInfo().kind === 'offline' ? null : proposeMemories,
        person: screenPerson(user),
        boardId,
      }}
    />
  )
}

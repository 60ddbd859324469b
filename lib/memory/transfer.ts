/** What is remembered about a user, as part of a file of everything, and back from one. */
import { newId } from '#lib/board/model/new-id.ts'
import type { FileUserData } from '#lib/board/transfer/file-user-data.ts'
import type { ExportedMemory } from '#lib/board/transfer/format.ts'
import { listMemories, remember } from './memories.ts'

/** The oldest first, as they are remembered again. */
export async function* memoriesToFile(userId: string): AsyncGenerator<ExportedMemory> {
  for (const { text, source, createdAt } of (await listMemories(userId)).toReversed()) {
    yield { text, source, createdAt }
  }
}

/** What is known already stays as it is. `added`: how many are new; `leftOut`: how many had no room. */
export async function bringMemories(
  userId: string,
  memories: FileUserData['memories'],
  now = Date.now(),
): Promise<{ added: number; leftOut: number }> {
  let [added, leftOut] = [0, 0]
  for (const { text, source, createdAt } of memories) {
    const kept = await remember(userId, { id: newId(), text, source, now: Math.min(createdAt || now, now) })
    if (!kept.ok) leftOut += 1
    else if (kept.isNew) added += 1
  }
  return { added, leftOut }
}

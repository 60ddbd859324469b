/** Exports and imports a user's memories, as part of a file of everything. */
import { newId } from '#lib/board/model/new-id.ts'
import type { FileUserData } from '#lib/board/transfer/file-user-data.ts'
import type { ExportedMemory } from '#lib/board/transfer/format.ts'
import { listMemories, remember } from './memories.ts'

/** Oldest first, the order in which they are added again. */
export async function* memoriesToFile(userId: string): AsyncGenerator<ExportedMemory> {
  for (const { text, source, createdAt } of (await listMemories(userId)).toReversed()) {
    yield { text, source, createdAt }
  }
}

/** Known memories stay unchanged. `added`: how many are new; `leftOut`: how many didn’t fit. */
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

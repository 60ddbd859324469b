/** A user's memories as a file. */
import { listMemories } from './memories.ts'

export async function exportMemories(
  userId: string,
  now = Date.now(),
): Promise<{ name: string; type: string; text: string }> {
  const memories = (await listMemories(userId)).map(({ text, source, createdAt, updatedAt }) => ({
    text,
    source,
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
  }))
  const day = new Date(now).toISOString().slice(0, 10)
  const text = `${JSON.stringify({ format: 'taskboard-memories-1', memories }, null, 2)}\n`
  return { name: `taskboard memory ${day}.json`, type: 'application/json', text }
}

import type { NextRequest } from 'next/server'
import { bringDocuments } from '#lib/knowledge/transfer.ts'
import { bringMemories } from '#lib/memory/transfer.ts'
import { answerUpload } from '#lib/session/answer-upload.ts'
import { importNew } from '#lib/session/import.ts'

/** A file makes boards of its own: one, or all that an export of everything holds, memories and documents with them. */
export async function POST(request: NextRequest): Promise<Response> {
  return answerUpload(request, async (userId, file, key) => {
    const made = await importNew(userId, file.boards, { key })
    if (!made.ok) return made
    const memories = await bringMemories(userId, file.memories)
    return { ...made, memories, documents: await bringDocuments(userId, file.documents) }
  })
}

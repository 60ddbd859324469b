import type { NextRequest } from 'next/server'
import { bringDocuments } from '#lib/knowledge/transfer.ts'
import { bringMemories } from '#lib/memory/transfer.ts'
import { importNew } from '#lib/session/transfer/import.ts'
import { answerUpload } from '#lib/session/transfer/import-route.ts'

/**
 * Imports a file as new boards; an export of everything also has memories and documents. With `?memories=ask`, memories
 * aren’t saved but returned as `asked`, so that a screen can ask its user first.
 */
export async function POST(request: NextRequest): Promise<Response> {
  return answerUpload(request, async (userId, file, key) => {
    const made = await importNew(userId, file.boards, { key })
    if (!made.ok) return made
    const asksFirst = request.nextUrl.searchParams.get('memories') === 'ask'
    const asked = asksFirst ? file.memories : []
    const memories = await bringMemories(userId, asksFirst ? [] : file.memories)
    return { ...made, asked, memories, documents: await bringDocuments(userId, file.documents) }
  })
}

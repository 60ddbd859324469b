import type { NextRequest } from 'next/server'
import { bringDocuments } from '#lib/knowledge/transfer.ts'
import { bringMemories } from '#lib/memory/transfer.ts'
import { importNew } from '#lib/session/transfer/import.ts'
import { answerUpload } from '#lib/session/transfer/import-route.ts'

/**
 * A file makes boards of its own: one, or all that an export of everything holds, memories and documents with them.
 * `?memories=ask`: they are answered as `asked` and not kept, for a screen that asks its user first.
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

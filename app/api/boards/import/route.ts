import { z } from 'zod'
import { done } from '#app/api/answers.ts'
import { endpoint } from '#app/api/endpoint.ts'
import { bringDocuments } from '#lib/knowledge/transfer.ts'
import { bringMemories } from '#lib/memory/transfer.ts'
import { importNew } from '#lib/session/transfer/import.ts'
import { answerUpload } from '#lib/session/transfer/import-route.ts'

/** With `memories=ask`, memories aren’t saved but returned as `asked`, so that a screen can ask its user first. */
export const POST = endpoint({
  summary: 'Import a file as new boards, with its memories and documents',
  rate: 'commands',
  query: z.object({ memories: z.string().optional() }),
  file: 'application/json',
  answer: done.loose(),
  run: ({ user: { id: userId }, query, request }) =>
    answerUpload(userId, request, async (file, key) => {
      const made = await importNew(userId, file.boards, { key })
      if (!made.ok) return made
      const asksFirst = query.memories === 'ask'
      const asked = asksFirst ? file.memories : []
      const memories = await bringMemories(userId, asksFirst ? [] : file.memories)
      return { ...made, asked, memories, documents: await bringDocuments(userId, file.documents) }
    }),
})

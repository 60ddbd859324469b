import { endpoint } from '#app/api/endpoint.ts'
import { answerFile } from '#lib/identity/responses.ts'
import { documentsToFile } from '#lib/knowledge/transfer.ts'
import { memoriesToFile } from '#lib/memory/transfer.ts'
import { exportEverything, streamOf } from '#lib/session/transfer/export.ts'

export const GET = endpoint({
  summary: 'Export all boards, memories and documents as one file that can be imported',
  rate: 'reads',
  media: { 'application/json': 'A file that can be imported.' },
  async run({ user }) {
    const own = { memories: memoriesToFile(user.id), documents: documentsToFile(user.id) }
    const file = exportEverything(user.id, own)
    return answerFile(file, streamOf(file.pieces))
  },
})

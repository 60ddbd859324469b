import { z } from 'zod'
import { endpoint } from '#app/api/endpoint.ts'
import { answerFile } from '#lib/identity/responses.ts'
import { EXPORT_FORMATS, openExport, streamOf } from '#lib/session/transfer/export.ts'

export const GET = endpoint({
  summary: 'Export a board: everything as JSON, or what it shows as Markdown or CSV',
  rate: 'reads',
  query: z.object({ format: z.enum(EXPORT_FORMATS, 'Use format=json, md or csv.').default('json') }),
  media: { 'application/json': 'A file that can be imported.', 'text/markdown': '', 'text/csv': '' },
  async run({ user, board, query }) {
    const file = await openExport(user.id, board, query.format)
    return file && answerFile(file, streamOf(file.pieces))
  },
})

import { endpoint } from '#app/api/endpoint.ts'
import { answerFile } from '#lib/identity/responses.ts'
import { exportMemories } from '#lib/memory/export.ts'

export const GET = endpoint({
  summary: 'Export the memories',
  rate: 'reads',
  media: { 'application/json': 'A file that can be imported.' },
  async run({ user }) {
    const { name, type, text } = await exportMemories(user.id)
    return answerFile({ name, type }, new Blob([text]).stream())
  },
})

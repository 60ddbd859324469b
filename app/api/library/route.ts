import { z } from 'zod'
import { done } from '#app/api/answers.ts'
import { endpoint } from '#app/api/endpoint.ts'
import { answerDocument } from '#lib/knowledge/upload-route.ts'

export const POST = endpoint({
  summary: 'Add a text to the library, or replace the document of that name',
  rate: 'commands',
  query: z.object({ name: z.string().default(''), tag: z.string().optional().describe('Can be repeated.') }),
  file: 'text/plain',
  answer: done.loose(),
  run: ({ user, request }) => answerDocument(user.id, request),
})

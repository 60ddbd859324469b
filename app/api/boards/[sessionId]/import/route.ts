import { done } from '#app/api/answers.ts'
import { endpoint } from '#app/api/endpoint.ts'
import { importInto } from '#lib/session/transfer/import.ts'
import { answerUpload } from '#lib/session/transfer/import-route.ts'

export const POST = endpoint({
  summary: 'Add the board in a file to this one, as one revision',
  rate: 'commands',
  file: 'application/json',
  answer: done.loose(),
  run: ({ user, board, request }) =>
    answerUpload(user.id, request, ({ boards }, key) => importInto(user.id, board, boards, { key })),
})

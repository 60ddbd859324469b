import { boards, madeBoard } from '#app/api/answers.ts'
import { endpoint } from '#app/api/endpoint.ts'
import { createSession, givenSchema } from '#lib/session/boards/create-board.ts'
import { readBoards } from '#lib/session/boards/sessions.ts'

export const GET = endpoint({
  summary: 'List the boards, the most recently changed first',
  rate: 'reads',
  answer: boards,
  run: ({ user }) => readBoards(user.id),
})

export const POST = endpoint({
  summary: 'Create a board',
  rate: 'commands',
  body: givenSchema,
  answer: madeBoard,
  status: 201,
  async run({ user, body }) {
    const made = await createSession(user.id, Date.now(), body)
    return made.ok ? { ok: true, id: made.sessionId } : made
  },
})

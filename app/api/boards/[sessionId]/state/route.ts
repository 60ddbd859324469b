import { patched, stateAtRevision, stateResults } from '#app/api/answers.ts'
import { endpoint } from '#app/api/endpoint.ts'
import { answerRefusal } from '#lib/identity/api-auth.ts'
import { answerJson } from '#lib/identity/responses.ts'
import { readApiState, type StateAtRevision } from '#lib/session/commands/api-state.ts'
import { patchSchema, patchState } from '#lib/session/commands/patch-state.ts'
import { runOperations, stateOperations } from '#lib/session/commands/state-operations.ts'

export const GET = endpoint({
  summary: 'Read the session state and its revision',
  rate: 'reads',
  answer: stateAtRevision,
  async run({ user, board }) {
    const found = await readApiState(user.id, board)
    return found && tagged(answerJson(found), found)
  },
})

export const PATCH = endpoint({
  summary: 'Change the state as one revision, if it is still the one that was read',
  rate: 'commands',
  body: patchSchema,
  answer: patched,
  async run({ user, board, body, request }) {
    const who = { userId: user.id, sessionId: board }
    const answer = await patchState(who, body, request.headers.get('if-match'))
    if (answer.ok) return tagged(answerJson(answer), answer)
    const { now } = answer
    return now ? tagged(answerRefusal(answer, now), now) : answer
  },
})

export const POST = endpoint({
  summary: 'Run state functions: get, has, ttl, set, update, increment, delete, clear',
  rate: 'commands',
  body: stateOperations,
  answer: stateResults,
  run: ({ user, board, body }) => runOperations({ userId: user.id, sessionId: board }, body.do),
})

function tagged(response: Response, { revision }: StateAtRevision): Response {
  response.headers.set('ETag', `"${revision}"`)
  return response
}

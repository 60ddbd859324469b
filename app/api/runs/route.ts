import { runEnd } from '#app/api/answers.ts'
import { endpoint } from '#app/api/endpoint.ts'
import { answerRun, RUN_MEDIA } from '#app/api/run-response.ts'
import { runSchema, startApiRun } from '#lib/agent/run/api-run.ts'
import { idSchema } from '#lib/board/model/id.ts'
import { findOrCreateSession } from '#lib/session/boards/create-board.ts'

export const dynamic = 'force-dynamic'

export const POST = endpoint({
  summary: 'Send a message to the board of this session id, which is created if there is none',
  rate: 'messages',
  body: runSchema.extend({
    session_id: idSchema.optional().describe('Chosen by you, per user. Left out: a new board.'),
  }),
  answer: runEnd,
  media: RUN_MEDIA,
  async run({ user, body: { session_id: chosen, ...asked }, request }) {
    const made = await findOrCreateSession(user.id, chosen)
    if (!made.ok) return made
    const run = await startApiRun(user.id, made.sessionId, asked)
    return run.ok ? answerRun(request, user, run) : run
  },
})

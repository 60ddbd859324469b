import { runEnd } from '#app/api/answers.ts'
import { endpoint } from '#app/api/endpoint.ts'
import { answerRun, RUN_MEDIA } from '#app/api/run-response.ts'
import { runSchema, startApiRun } from '#lib/agent/run/api-run.ts'

export const dynamic = 'force-dynamic'

export const POST = endpoint({
  summary: 'Send a message and stream its turn, or wait for the end with Accept: application/json',
  rate: 'messages',
  body: runSchema,
  answer: runEnd,
  media: RUN_MEDIA,
  async run({ user, board, body, request }) {
    const run = await startApiRun(user.id, board, body)
    return run.ok ? answerRun(request, user, run) : run
  },
})

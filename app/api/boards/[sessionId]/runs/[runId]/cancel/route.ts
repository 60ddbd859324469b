import { done } from '#app/api/answers.ts'
import { endpoint } from '#app/api/endpoint.ts'
import { cancelRun } from '#lib/agent/run/control.ts'

export const POST = endpoint({
  summary: 'Cancel a run, by the id of its turn or of its message',
  rate: 'commands',
  answer: done,
  run: ({ user, board, params }) => cancelRun(user.id, board, params.runId ?? ''),
})

import { z } from 'zod'
import { done, pendingApprovals } from '#app/api/answers.ts'
import { endpoint } from '#app/api/endpoint.ts'
import { decideApproval } from '#lib/agent/run/control.ts'
import { idSchema } from '#lib/board/model/id.ts'
import * as pending from '#lib/turns/pending-approvals.ts'

export const GET = endpoint({
  summary: 'List what waits for approval on a board',
  rate: 'reads',
  answer: pendingApprovals,
  run: ({ user, board }) => pending.pendingApprovals(user.id, board),
})

export const POST = endpoint({
  summary: 'Allow or deny what waits',
  rate: 'commands',
  body: z.strictObject({
    id: idSchema.describe('Of the approval, as listed.'),
    verdict: z.enum(['allow', 'allow-session', 'deny'], 'Use allow, allow-session or deny.'),
    note: z.string().optional().describe('With a denial: what the agent is told.'),
  }),
  answer: done,
  run: ({ user, board, body: { id, verdict, note } }) =>
    decideApproval({ userId: user.id, sessionId: board, approvalId: id }, verdict, note),
})

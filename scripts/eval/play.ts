/** Plays one sentence on a fresh board, with the real agent and the offline model, and reports its tool calls. */
import { z } from 'zod'
import { write } from '#db/client.ts'
import { runTurn } from '#lib/agent/run/run-turn.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { matchTitle, referenceNumber } from '#lib/board/rules/find-task.ts'
import type { Part, ToolPart } from '#lib/board/wire/events.ts'
import { findVisit } from '#lib/identity/auth.ts'
import { createFirstSession } from '#lib/session/boards/create-board.ts'
import { execute } from '#lib/session/commands/execute.ts'
import { exportSession } from '#lib/session/transfer/export.ts'
import { answerApproval } from '#lib/turns/decide-approval.ts'
import { receiveMessage } from '#lib/turns/turns.ts'

export const rowSchema = z.object({
  id: z.string(),
  text: z.string(),
  seed_board: z.array(z.string()).default([]),
  now: z.union([z.string(), z.number()]).optional(),
  context: z.array(z.object({ role: z.string(), text: z.string() })).default([]),
})
export type Row = z.output<typeof rowSchema>
export type Call = { tool: string; args: Record<string, unknown> }
export type Played = { id: string; calls: Call[] }

type Where = { userId: string; sessionId: string }
type Task = { id: string; number: number; title: string; status: 'open' | 'in_progress' | 'done' }

/** Earlier messages are played too, but not part of the result. */
export async function play(row: Row): Promise<Played> {
  const board = await seededBoard(row.seed_board)
  for (const { role, text } of row.context) if (role === 'user') await say(board, text)
  const before = await tasksOf(board)
  const parts = await say(board, row.text)
  // Names from before the sentence; new rows by their current name.
  const known = new Map([...(await tasksOf(board)), ...before].map((task) => [task.id, task]))
  const calls = parts.filter((part) => part.type === 'tool').map((part) => callOf(part, [...known.values()]))
  return { id: row.id, calls: calls.length > 0 ? calls : questionIn(parts) }
}

async function seededBoard(titles: readonly string[]): Promise<Where> {
  const { token, sessionId } = await createFirstSession()
  const visit = await findVisit(token)
  if (!visit) throw new Error('the new user was not found')
  const board = { userId: visit.user.id, sessionId }
  const adds = titles.map((title) => ({ name: 'add_task', input: { id: newId(), title } }))
  for (let at = 0; at < adds.length; at += 50) {
    const outcome = await execute({ ...board, actor: 'system' }, adds.slice(at, at + 50))
    if (!outcome.ok) throw new Error(outcome.message)
  }
  return board
}

async function say(board: Where, text: string): Promise<readonly Part[]> {
  const received = await receiveMessage(board.userId, board.sessionId, { id: newId(), text }, 'offline')
  // A refused message (too long, or empty) changes nothing.
  if (!received.ok || !received.started) return []
  await runTurn(received.started, new AbortController())
  return allowed(board)
}

/** Allows every request of the agent until none is left. */
async function allowed(board: Where): Promise<readonly Part[]> {
  for (;;) {
    const session = await exportSession(board.userId, board.sessionId)
    const parts = session?.messages.at(-1)?.parts ?? []
    const asked = parts.find((part) => part.type === 'tool' && part.state === 'waiting') as
      | ToolPart
      | undefined
    if (!asked?.approval) return parts
    const which = { ...board, approvalId: asked.approval.id }
    const answer = { verdict: 'allow' } as const
    const decided = await write((tx) => answerApproval(tx, which, answer, 'offline', Date.now()))
    if (!decided.ok) throw new Error(decided.message)
    if (decided.started) await runTurn(decided.started, new AbortController())
  }
}

async function tasksOf(board: Where): Promise<Task[]> {
  const session = await exportSession(board.userId, board.sessionId)
  return (session?.state.tasks ?? []).map(({ id, number, title, status }) => ({ id, number, title, status }))
}

/** Replaces references to tasks by titles. */
function callOf({ name, input }: ToolPart, tasks: readonly Task[]): Call {
  const given = Object.entries((input ?? {}) as object).filter(([, value]) => value !== null)
  const args: Record<string, unknown> = Object.fromEntries(given)
  if (Array.isArray(args.tasks)) {
    const titles = args.tasks.map((one) => meant(one, referenceNumber(one), tasks)?.title ?? one)
    return { tool: name, args: { ...args, titles } }
  }
  if (typeof args.task !== 'string') return { tool: name, args }
  const number = referenceNumber(args.task)
  const task = meant(args.task, number, tasks)
  if (!task) return { tool: name, args: number === null ? args : { ...args, task_id: number } }
  const { title: newTitle, ...others } = args
  const renamed = newTitle === undefined ? {} : { new_title: newTitle }
  return { tool: name, args: { ...others, ...renamed, title: task.title, task_id: task.number } }
}

function meant(reference: string, number: number | null, tasks: readonly Task[]): Task | undefined {
  if (number !== null) return tasks.find((task) => task.number === number)
  const found = matchTitle(reference, tasks)
  return 'ok' in found ? undefined : tasks.find((task) => task.id === found.id)
}

function questionIn(parts: readonly Part[]): Call[] {
  const isAsked = parts.some((part) => part.type === 'reading' && part.kind === 'question')
  return isAsked ? [{ tool: 'clarify', args: {} }] : []
}

/** Interrupted turns, continued with the offline model: nothing is done twice or left out. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { database } from '#db/client.ts'
import { turns } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import { newId } from '#lib/board/model/new-id.ts'
import type { Part, ToolPart } from '#lib/board/wire/events.ts'
import { changeFact } from '#lib/memory/agent-changes.ts'
import { listMemories } from '#lib/memory/memories.ts'
import { restoreSession } from '#lib/session/boards/lifecycle.ts'
import { execute } from '#lib/session/commands/execute.ts'
import { type Board, by, newBoard, rowsOf } from '#lib/session/commands/execute-cases.ts'
import { exportSession } from '#lib/session/transfer/export.ts'
import { recoverExpiredTurns } from '#lib/turns/recover.ts'
import { saveReply } from '#lib/turns/replies.ts'
import { stopTurn } from '#lib/turns/stop.ts'
import { toolIdempotencyKey } from '#lib/turns/tool-calls.ts'
import { receiveMessage, type StartedTurn } from '#lib/turns/turns.ts'
import * as control from './control.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const send = (board: Board, text: string) =>
  receiveMessage(board.userId, board.sessionId, { id: newId(), text }, 'Offline model')

/** A turn held by a run that will never continue. */
async function begun(board: Board, text: string): Promise<StartedTurn> {
  const received = await send(board, text)
  if (!received.ok || !received.started) throw new Error('the turn did not begin')
  return received.started
}

/** The first call of a run commits and is stored with `state`. */
async function callOnce(
  board: Board,
  { turn }: StartedTurn,
  state: ToolPart['state'] | 'untold',
): Promise<void> {
  const callId = `${turn.id}-1-0`
  const key = toolIdempotencyKey(turn.id, turn.run, 0, callId)
  const token = { id: turn.id, leaseToken: turn.leaseToken }
  const caller = by(board, { actor: 'agent', key, turn: token })
  const outcome = await execute(caller, { name: 'add_task', input: { id: newId(), title: 'milk' } })
  if (!outcome.ok) throw new Error(outcome.message)
  if (state === 'untold') return
  const part = {
    type: 'tool',
    callId,
    step: 0,
    name: 'add_task',
    input: { title: 'milk' },
    startedAt: 1,
  } as const
  const done = { state, output: outcome.reply, revision: outcome.revision, endedAt: 2 }
  const running = { state, output: null, revision: null, endedAt: null }
  await saveReply(turn, [{ ...part, ...(state === 'done' ? done : running) }])
}

async function settled(board: Board) {
  return vi.waitFor(
    async () => {
      const exported = await exportSession(board.userId, board.sessionId)
      if (!exported || exported.turns.some((turn) => turn.status === 'running'))
        throw new Error('still running')
      return exported
    },
    { timeout: 5_000 },
  )
}

const titles = async (board: Board) => (await rowsOf(board)).map((row) => row.title)

test.each(['done', 'running', 'untold'] as const)(
  'Continue after a crash does the rest and nothing twice, the first call stored as %s',
  async (state) => {
    const board = await newBoard()
    const started = await begun(board, 'add milk and add bread')
    await callOnce(board, started, state)
    await recoverExpiredTurns(true, 'Offline model')
    const who = { ...board, turnId: started.turn.id }
    expect(await control.continueTurn(who)).toEqual({ ok: true })
    const { messages } = await settled(board)
    expect(await titles(board)).toEqual(['milk', 'bread'])
    const tools = messages.flatMap((message) => message.parts.filter((part) => part.type === 'tool'))
    expect(tools.map((part) => part.state)).toEqual(['done', 'done'])
  },
)

/** The first call of a run saves a memory in its own words: repeated, it would be stored twice. */
async function rememberOnce(board: Board, { turn }: StartedTurn, state: 'running' | 'untold'): Promise<void> {
  const callId = `${turn.id}-1-0`
  const key = toolIdempotencyKey(turn.id, turn.run, 0, callId)
  const call = {
    ...board,
    turn,
    key,
    id: newId(),
    did: 'remember',
    words: 'Drinks tea.',
    asks: () => false,
  } as const
  expect(await changeFact(call)).toMatchObject({ ok: true, fact: { state: 'done' } })
  if (state === 'untold') return
  const given = { callId, step: 0, name: 'remember', input: { fact: 'Drinks tea.' } }
  const running = { state, output: null, revision: null, startedAt: 1, endedAt: null } as const
  await saveReply(turn, [{ type: 'tool', ...given, ...running }])
}

const known = async ({ userId }: Board) => (await listMemories(userId)).map(({ text }) => text)
const factsOf = (messages: readonly { parts: readonly Part[] }[]) =>
  messages
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (part.type === 'tool' && part.fact ? `${part.fact.text} ${part.fact.state}` : []))

test.each(['running', 'untold'] as const)(
  'a memory saved right before a crash, stored as %s, is listed once, kept by Continue and replaced by Retry',
  async (state) => {
    const board = await newBoard()
    const started = await begun(board, 'remember that I drink tea')
    await rememberOnce(board, started, state)
    await recoverExpiredTurns(true, 'Offline model')
    expect(factsOf((await settled(board)).messages)).toEqual(['Drinks tea. done'])
    const who = { ...board, turnId: started.turn.id }
    expect(await control.continueTurn(who)).toEqual({ ok: true })
    expect(factsOf((await settled(board)).messages)).toEqual(['Drinks tea. done'])
    expect(await known(board)).toEqual(['Drinks tea.'])
    expect(await control.retryTurn(who)).toEqual({ ok: true })
    expect(factsOf((await settled(board)).messages)).toEqual(['I drink tea done'])
    expect(await known(board)).toEqual(['I drink tea'])
  },
)

test('Retry right after Stop, before the run has closed its reply, undoes what it remembered', async () => {
  const board = await newBoard()
  const started = await begun(board, 'remember that I drink tea')
  await rememberOnce(board, started, 'running')
  await stopTurn(board.userId, board.sessionId, started.turn.id)
  await control.retryTurn({ ...board, turnId: started.turn.id })
  await settled(board)
  expect(await known(board)).toEqual(['I drink tea'])
})

test('a stopped run lists what it remembered as a change', async () => {
  const board = await newBoard()
  const started = await begun(board, 'remember that I drink tea')
  await rememberOnce(board, started, 'untold')
  await stopTurn(board.userId, board.sessionId, started.turn.id)
  await recoverExpiredTurns(true, 'Offline model')
  const { messages } = await settled(board)
  expect(messages.at(-1)?.parts.at(-1)).toMatchObject({ type: 'notice', text: 'Stopped. 1 change made.' })
})

test('Continue right after Stop, before the run has closed its reply, does nothing twice', async () => {
  const board = await newBoard()
  const started = await begun(board, 'add milk and add bread')
  await callOnce(board, started, 'running')
  await stopTurn(board.userId, board.sessionId, started.turn.id)
  await control.continueTurn({ ...board, turnId: started.turn.id })
  await settled(board)
  expect(await titles(board)).toEqual(['milk', 'bread'])
})

test('a stopped run that saves late writes nothing', async () => {
  const board = await newBoard()
  const { turn } = await begun(board, 'add milk')
  await stopTurn(board.userId, board.sessionId, turn.id)
  expect(await saveReply(turn, [{ type: 'text', text: 'late' }])).toBe('stopped')
  await recoverExpiredTurns(true, 'Offline model')
  expect(await saveReply(turn, [{ type: 'text', text: 'later' }])).toBe('lost')
  const exported = await settled(board)
  expect(JSON.stringify(exported.messages)).not.toContain('late')
  expect(exported.messages.at(-1)?.parts.at(-1)).toMatchObject({ type: 'notice', tone: 'info' })
})

test('two turns never run at once, and no queued message is forgotten', async () => {
  const board = await newBoard()
  const first = await begun(board, 'add one')
  await send(board, 'add two')
  await stopTurn(board.userId, board.sessionId, first.turn.id)
  const third = await begun(board, 'add three')
  const begunBySweep = await recoverExpiredTurns(false, 'Offline model')
  expect(begunBySweep.filter(({ turn }) => turn.sessionId === board.sessionId)).toEqual([])
  await database().update(turns).set({ leaseUntil: 1 }).where(eq(turns.id, third.turn.id))
  const later = await recoverExpiredTurns(false, 'Offline model')
  expect(later.filter(({ turn }) => turn.sessionId === board.sessionId)).toHaveLength(1)
  const running = (await exportSession(board.userId, board.sessionId))?.turns.filter(
    (turn) => turn.status === 'running',
  )
  expect(running).toHaveLength(1)
})

test('a board that is deleted during a run and then restored answers its queue', async () => {
  const board = await newBoard()
  await begun(board, 'add one')
  await send(board, 'add two')
  await control.deleteSession(board.userId, board.sessionId)
  await restoreSession(board.userId, board.sessionId)
  await control.recover(true)
  const exported = await settled(board)
  expect(exported.turns.map((turn) => turn.status)).toEqual(['stopped', 'completed'])
  expect(exported.messages[1]?.parts.at(-1)).toMatchObject({ type: 'notice' })
  expect(await titles(board)).toEqual(['two'])
})

test('only the latest turn can be continued, and not while a run holds it', async () => {
  const board = await newBoard()
  const first = await begun(board, 'add one')
  await stopTurn(board.userId, board.sessionId, first.turn.id)
  const second = await begun(board, 'add two')
  for (const again of [control.continueTurn, control.retryTurn]) {
    expect(await again({ ...board, turnId: first.turn.id })).toMatchObject({ code: 'turn_over' })
    expect(await again({ ...board, turnId: second.turn.id })).toMatchObject({ code: 'busy' })
  }
  const kept = await exportSession(board.userId, board.sessionId)
  expect(kept?.turns.map(({ status }) => status)).toEqual(['stopped', 'running'])
  const runs = await database()
    .select({ run: turns.run })
    .from(turns)
    .where(eq(turns.sessionId, board.sessionId))
  expect(runs).toEqual([{ run: 1 }, { run: 1 }])
  expect(await titles(board)).toEqual([])
})

test('an open call of a dead run follows its idempotency record: done, refused, or never executed', async () => {
  const board = await newBoard()
  const { turn } = await begun(board, 'work')
  const token = { id: turn.id, leaseToken: turn.leaseToken }
  const calls = [
    { name: 'add_task', input: { id: newId(), title: 'milk' } },
    { name: 'update_task', input: { task: newId(), title: 'nothing there' } },
    { name: 'add_task', input: { id: newId(), title: 'bread' } },
  ]
  const parts: Part[] = calls.map(({ name, input }, step) => ({
    type: 'tool',
    callId: `call-${step}`,
    step,
    name,
    input,
    state: 'running',
    output: null,
    revision: null,
    startedAt: 1,
    endedAt: null,
  }))
  for (const [step, call] of calls.slice(0, 2).entries()) {
    const key = toolIdempotencyKey(turn.id, turn.run, step, `call-${step}`)
    await execute(by(board, { actor: 'agent', key, turn: token }), call)
  }
  await saveReply(turn, parts)
  await recoverExpiredTurns(true, 'Offline model')
  const reply = (await exportSession(board.userId, board.sessionId))?.messages.at(-1)
  const tools = reply?.parts.filter((part) => part.type === 'tool')
  expect(tools?.map(({ state, output }) => [state, output])).toEqual([
    ['done', expect.stringContaining('Added #1 milk')],
    ['refused', expect.stringContaining('Task not found')],
    ['failed', 'Not done.'],
  ])
})

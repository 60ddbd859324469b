/** Runs as programs follow them: which events, in which order, and what happens after the caller disconnects. */
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '#lib/board/model/new-id.ts'
import { createSession } from '#lib/session/boards/create-board.ts'
import { execute } from '#lib/session/commands/execute.ts'
import { addTask, type Board, by, newBoard, rowsOf } from '#lib/session/commands/execute-cases.ts'
import type { RunEnd, RunEvent } from '#lib/turns/run-event-types.ts'
import { callFor } from '../../../e2e/support/fake-openai-handlers.ts'
import { cut, gate, type Handler, text } from '../../../e2e/support/fake-openai-stream.ts'
import { ended, exported, type FakeModel, openFake } from '../../../e2e/support/fake-openai-turns.ts'
import { type AskedRun, endOf, startApiRun } from './api-run.ts'
import * as control from './control.ts'

let fake: FakeModel
beforeAll(async () => {
  fake = await openFake()
  fake.connect('responses')
  return fake.close
})
beforeEach(() => {
  fake.requests.length = 0
  fake.handle('scripted')
})

/** A tool call, then text in pieces, each held until released. */
const toolThenPieces = (...pieces: string[]): Handler =>
  async function* (request) {
    if (request.toolResultsAfterLastUser.length === 0) {
      return yield callFor(request, 'add_task', { title: 'made by the model' })
    }
    for (const piece of pieces) {
      yield text(piece)
      yield gate()
    }
  }

async function ask(board: Board, asked: AskedRun, signal = new AbortController().signal) {
  const run = await startApiRun(board.userId, board.sessionId, asked)
  if (!run.ok) throw new Error(run.message)
  return run.events(signal)
}

async function all(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const told: RunEvent[] = []
  for await (const event of events) told.push(event)
  return told
}

/** Reads until an event of this kind. */
async function until(events: AsyncIterator<RunEvent>, kind: RunEvent['kind']) {
  for (;;) {
    const next = await events.next()
    if (next.done) throw new Error(`ended without ${kind}`)
    if (next.value.kind === kind) return next.value
  }
}

const wordsOf = (told: readonly RunEvent[]) =>
  told.map((event) => (event.kind === 'text' ? event.append : '')).join('')

const endIn = (told: readonly RunEvent[]) => told.at(-1) as { kind: 'end' } & RunEnd

test('a run is streamed from its message to its end, which has the reply, changes and state', async () => {
  const board = await newBoard()
  const told = await all(await ask(board, { text: 'add a task: write a test, category: work' }))
  const kinds = told.map((event) => event.kind).filter((kind, i, list) => kind !== list[i - 1])
  expect(kinds.slice(0, 2)).toEqual(['message', 'turn'])
  expect(kinds.slice(-3)).toEqual(['text', 'turn', 'end'])
  expect(kinds.indexOf('revision')).toBeGreaterThan(1)
  expect(told.findLast((event) => event.kind === 'tool')).toMatchObject({
    content: { name: 'add_task', state: 'done', output: 'Added #1 write a test (work).', revision: 2 },
  })
  expect(endIn(told)).toMatchObject({
    kind: 'end',
    ok: true,
    status: 'completed',
    notice: null,
    changed: [{ revision: 2, reply: 'Added #1 write a test (work).' }],
    revision: 2,
    state: { tasks: [{ number: 1, title: 'write a test', category: 'work' }] },
  })
  expect(endIn(told).changed[0]?.changes).toMatchObject([{ table: 'task', before: null }])
  expect(wordsOf(told)).toBe(endIn(told).reply)
})

test('text is streamed while it is written, each piece once and in order', async () => {
  const board = await newBoard()
  fake.handle(toolThenPieces('One. ', 'Two. ', 'Three. ', 'Four.'))
  const events = await ask(board, { text: 'go' })
  const told: RunEvent[] = []
  for (const piece of ['One. ', 'Two. ', 'Three. ', 'Four.']) {
    while (!wordsOf(told).endsWith(piece)) told.push((await events.next()).value)
    fake.release()
  }
  told.push(...(await all(events)))
  const texts = told.filter((event) => event.kind === 'text')
  let length = 0
  for (const { offset, append } of texts) {
    expect(offset).toBe(length)
    length += append.length
  }
  expect(wordsOf(told)).toBe('One. Two. Three. Four.')
  expect(endIn(told).reply).toBe('One. Two. Three. Four.')
})

test('the end alone has the same content as the stream', async () => {
  const [one, two] = [await newBoard(), await newBoard()]
  const asked = { text: 'add a task: the same', state: { mood: 'calm' } }
  const streamed = endIn(await all(await ask(one, asked)))
  const waited = await endOf(await ask(two, asked))
  const comparable = (value: object) => {
    const told = { ...value, messageId: '', turnId: '', boardId: '' } as Partial<RunEnd>
    return {
      ...told,
      changed: told.changed?.length,
      state: { ...told.state, tasks: told.state?.tasks.length },
    }
  }
  const { kind, ...rest } = streamed
  expect(comparable(waited ?? {})).toEqual(comparable(rest))
  expect(kind).toBe('end')
})

test('message ids are per user: another user can use the same one', async () => {
  const asked = { id: 'message-1', text: 'add a task: mine' }
  for (const board of [await newBoard(), await newBoard()]) {
    expect(endIn(await all(await ask(board, asked)))).toMatchObject({
      ok: true,
      reply: expect.stringContaining('Added #1 mine'),
    })
  }
})

test('the same id again is the same message: streamed again, run once', async () => {
  const board = await newBoard()
  const asked = { id: newId(), text: 'add a task: only once', state: { runs: 1 } }
  const first = endIn(await all(await ask(board, asked)))
  await execute(by(board), { name: 'set_value', input: { key: 'runs', value: 2 } })
  const again = await all(await ask(board, asked))
  expect(endIn(again)).toMatchObject({ turnId: first.turnId, reply: first.reply, changed: first.changed })
  expect(wordsOf(again)).toBe(first.reply)
  // Its state was merged with it, and is not merged again.
  expect(endIn(again).state.runs).toBe(2)
  expect(await rowsOf(board)).toHaveLength(1)
  expect(fake.requests).toHaveLength(2)
})

test('a queued message is announced, then its turn', async () => {
  const board = await newBoard()
  fake.handle(async function* (request) {
    yield text(`You said: ${request.lastUser}.`)
    yield gate()
  })
  const first = await ask(board, { text: 'first' })
  await until(first, 'text')
  const second = await ask(board, { text: 'second' })
  expect(await until(second, 'message')).toMatchObject({ message: { turnId: null } })
  fake.release()
  expect(await until(first, 'end')).toMatchObject({ reply: 'You said: first.' })
  expect(await until(second, 'turn')).toMatchObject({ turn: { status: 'running' } })
  fake.release()
  const told = await all(second)
  expect(endIn(told)).toMatchObject({ status: 'completed', reply: 'You said: second.' })
  expect(wordsOf(told)).toBe('You said: second.')
})

test('runs on other boards of the same user are not streamed', async () => {
  const board = await newBoard()
  const made = await createSession(board.userId)
  if (!made.ok) throw new Error(made.message)
  const other = { ...board, sessionId: made.sessionId }
  fake.handle(async function* (request) {
    yield text(request.lastUser)
    yield gate()
    yield text(` and ${request.lastUser} again`)
    yield gate()
  })
  const streams = [await ask(board, { text: 'here' }), await ask(other, { text: 'there' })] as const
  for (const stream of streams) await until(stream, 'text')
  for (let i = 0; i < 4; i += 1) fake.release()
  const [here, there] = await Promise.all(streams.map(all))
  expect([wordsOf(here ?? []), wordsOf(there ?? [])]).toEqual([' and here again', ' and there again'])
})

test('manual changes are streamed during the run', async () => {
  const board = await newBoard()
  fake.handle('gated-text')
  const events = await ask(board, { text: 'go' })
  await until(events, 'turn')
  await execute(by(board), addTask('by hand'))
  expect(await until(events, 'revision')).toMatchObject({ revision: { actor: 'user', turnId: null } })
  for (let i = 0; i < 3; i += 1) fake.release()
  const told = await all(events)
  expect(endIn(told)).toMatchObject({ reply: 'One two three.', changed: [] })
  expect(endIn(told).state.tasks).toHaveLength(1)
})

test('disconnecting does not stop the turn, and reconnecting finds it ended', async () => {
  const board = await newBoard()
  fake.handle(toolThenPieces('Half. ', 'Whole.'))
  const id = newId()
  const leaving = new AbortController()
  const events = await ask(board, { id, text: 'go' }, leaving.signal)
  await until(events, 'text')
  leaving.abort()
  expect((await events.next()).done).toBe(true)
  fake.release()
  fake.release()
  expect(await ended(board)).toMatchObject({ status: 'completed', said: 'Half. Whole.' })
  const back = await all(await ask(board, { id, text: 'go' }))
  expect(endIn(back)).toMatchObject({ reply: 'Half. Whole.', changed: [{ revision: 2 }] })
})

test('Stop ends the stream with the changes made, once the reply is closed', async () => {
  const board = await newBoard()
  fake.handle(toolThenPieces('Half', 'never'))
  const events = await ask(board, { text: 'go' })
  const { turn } = (await until(events, 'turn')) as Extract<RunEvent, { kind: 'turn' }>
  await until(events, 'text')
  await control.stop({ ...board, turnId: turn.id })
  expect(endIn(await all(events))).toMatchObject({
    status: 'stopped',
    reply: 'Half',
    notice: 'Stopped. 1 change made.',
    changed: [{ revision: 2 }],
  })
})

test('a model that breaks off ends the stream too', async () => {
  const board = await newBoard()
  fake.handle(async function* () {
    yield text('Half an ans')
    yield gate()
    yield cut
  })
  const events = await ask(board, { text: 'go' })
  await until(events, 'text')
  fake.release()
  const told = await all(events)
  expect(endIn(told)).toMatchObject({ status: 'failed', reply: 'Half an ans' })
  expect(endIn(told).notice).toContain('was interrupted')
})

test('a board that is deleted, or a chat that is cleared, ends the stream with a refusal', async () => {
  for (const takeAway of [control.deleteSession, control.clearChat]) {
    const board = await newBoard()
    fake.handle('hang-after-head')
    const events = await ask(board, { text: 'go' })
    await until(events, 'turn')
    await takeAway(board.userId, board.sessionId)
    expect(await endOf(events)).toMatchObject({ ok: false, code: 'removed' })
  }
})

test('a refused message starts nothing', async () => {
  const board = await newBoard()
  const stranger = await newBoard()
  const begin = (asked: AskedRun, who = board) => startApiRun(who.userId, board.sessionId, asked)
  expect(await begin({ text: 'x' }, stranger)).toMatchObject({ code: 'not_found' })
  expect(await begin({ text: ' ' })).toMatchObject({ code: 'invalid' })
  expect(await begin({ text: 'x', state: [1] })).toMatchObject({ code: 'invalid' })
  expect(await begin({ text: 'x', state: { tasks: [] } })).toMatchObject({ ok: false })
  expect(await begin({ text: 'x', dependencies: 'x' })).toMatchObject({ code: 'invalid' })
  await vi.waitFor(() => expect(fake.requests).toEqual([]))
  const { messages, turns, revisions } = await exported(board)
  expect([messages, turns, revisions.length]).toEqual([[], [], 1])
})

/** Queued messages: edited, removed, sent now, and never lost by Stop. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#db/testing.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { LIMITS } from '#lib/limits.ts'
import { type Board, newBoard } from '#lib/session/commands/execute-cases.ts'
import { readFeed } from '#lib/session/feed/feed.ts'
import { exportSession } from '#lib/session/transfer/export.ts'
import { editQueued, removeQueued, startNow } from './queue.ts'
import { recoverExpiredTurns } from './recover.ts'
import { stopTurn } from './stop.ts'
import { finishTurn, receiveMessage, type StartedTurn } from './turns.ts'

const MODEL = 'Offline model'
const DONE = { status: 'completed', parts: [], notice: null, inputTokens: 0, outputTokens: 0 } as const

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

async function send(board: Board, text: string) {
  const id = newId()
  const received = await receiveMessage(board.userId, board.sessionId, { id, text }, MODEL)
  if (!received.ok) throw new Error(received.message)
  return { id, started: received.started }
}

/** A board whose first message is being answered, and these wait behind it. */
async function busyBoard(...texts: string[]) {
  const board = await newBoard()
  const { started } = await send(board, 'running')
  if (!started) throw new Error('nothing began')
  const waiting: { userId: string; sessionId: string; messageId: string }[] = []
  for (const text of texts) waiting.push({ ...board, messageId: (await send(board, text)).id })
  return { board, started, waiting }
}

async function said(board: Board) {
  const exported = await exportSession(board.userId, board.sessionId)
  const asked = exported?.messages.filter(({ role }) => role === 'user') ?? []
  const text = (parts: (typeof asked)[number]['parts']) =>
    parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return {
    all: asked.map(({ parts }) => text(parts)),
    queued: asked.filter(({ turnId }) => turnId === null).map(({ parts }) => text(parts)),
    turns: exported?.turns.map(({ status }) => status),
  }
}

/** The first, which is there. */
function only<T>(rows: readonly T[]): T {
  const [first] = rows
  if (!first) throw new Error('nothing waits')
  return first
}

function began(next: StartedTurn | null): StartedTurn {
  if (!next) throw new Error('nothing began')
  return next
}

test('a queued message can be edited, and its new text is answered', async () => {
  const { board, started, waiting } = await busyBoard('one', 'two')
  expect(await editQueued(only(waiting), '  one, better ')).toEqual({ ok: true })
  expect((await said(board)).queued).toEqual(['one, better', 'two'])
  const next = began(await finishTurn(started.turn, DONE))
  expect(next.messageId).toBe(waiting[0]?.messageId)
  expect((await said(board)).queued).toEqual(['two'])
})

test('an invalid text is refused, and the old one stays', async () => {
  const { board, waiting } = await busyBoard('one')
  const first = only(waiting)
  expect(await editQueued(first, ' \u0000 ')).toMatchObject({ ok: false, code: 'invalid' })
  expect(await editQueued(first, 'x'.repeat(LIMITS.messageChars + 1))).toMatchObject({ code: 'limit' })
  expect((await said(board)).queued).toEqual(['one'])
})

test('a removed message is never answered, and every screen is updated', async () => {
  const { board, started, waiting } = await busyBoard('one', 'two')
  const { cursor } = await readFeed(board.userId, 0, 1_000)
  const [first, second] = waiting
  if (!first || !second) throw new Error('nothing waits')
  expect(await removeQueued(first)).toEqual({ ok: true })
  const { envelopes } = await readFeed(board.userId, cursor)
  expect(envelopes.map(({ event }) => event)).toEqual([
    { kind: 'message-removed', sessionId: board.sessionId, messageId: first.messageId },
  ])
  expect(began(await finishTurn(started.turn, DONE)).messageId).toBe(second.messageId)
  expect((await said(board)).all).toEqual(['running', 'two'])
  expect(await removeQueued(first)).toMatchObject({ ok: false, code: 'turn_over' })
})

test('send now stops the running turn and starts this message before the others', async () => {
  const { board, started, waiting } = await busyBoard('one', 'two', 'three')
  const begun = await startNow(only(waiting.slice(1)), MODEL)
  if (!begun.ok) throw new Error(begun.message)
  expect(begun.stopped).toEqual([started.turn.id])
  expect(begun.started.messageId).toBe(waiting[1]?.messageId)
  expect(await said(board)).toMatchObject({ queued: ['one', 'three'], turns: ['stopped', 'running'] })
  // The stopped run ends late, and doesn’t start another turn beside the current one.
  expect(await finishTurn(started.turn, DONE)).toBeNull()
  expect(began(await finishTurn(begun.started.turn, DONE)).messageId).toBe(waiting[0]?.messageId)
  expect((await said(board)).queued).toEqual(['three'])
})

test('Stop keeps the queue, and the next message starts', async () => {
  const { board, started, waiting } = await busyBoard('one', 'two')
  await stopTurn(board.userId, board.sessionId, started.turn.id)
  expect((await said(board)).queued).toEqual(['one', 'two'])
  expect(began(await finishTurn(started.turn, DONE)).messageId).toBe(waiting[0]?.messageId)
  expect((await said(board)).queued).toEqual(['two'])
})

test('a process that is shutting down starts no turn: the queue is left to the next one', async () => {
  const { board, started, waiting } = await busyBoard('one')
  expect(await finishTurn(started.turn, { ...DONE, status: 'interrupted' })).toBeNull()
  expect(await said(board)).toMatchObject({ queued: ['one'], turns: ['interrupted'] })
  const begun = await recoverExpiredTurns(true, MODEL)
  expect(begun.map(({ messageId }) => messageId)).toContain(waiting[0]?.messageId)
})

test('a message that is being answered isn’t queued, and neither is a reply or a message of others', async () => {
  const { board, started, waiting } = await busyBoard('one')
  const stranger = await newBoard()
  const { userId } = stranger
  const answered = { ...board, messageId: started.messageId ?? '' }
  const foreign = { ...board, userId, messageId: waiting[0]?.messageId ?? '' }
  const elsewhere = { ...stranger, messageId: waiting[0]?.messageId ?? '' }
  for (const [who, code] of [
    [answered, 'turn_over'],
    [{ ...board, messageId: started.replyId }, 'turn_over'],
    [foreign, 'not_found'],
    [elsewhere, 'turn_over'],
  ] as const) {
    expect(await editQueued(who, 'changed')).toMatchObject({ ok: false, code })
    expect(await removeQueued(who)).toMatchObject({ ok: false, code })
    expect(await startNow(who, MODEL)).toMatchObject({ ok: false, code })
  }
  expect(await said(board)).toMatchObject({ all: ['running', 'one'], turns: ['running'] })
})

test('the queue has a limit: one more is refused with the number, and accepted once there is room', async () => {
  const texts = Array.from({ length: LIMITS.queuedMessages }, (_, i) => `waits ${i}`)
  const { board, started } = await busyBoard(...texts)
  const more = () => receiveMessage(board.userId, board.sessionId, { id: newId(), text: 'one more' }, MODEL)
  const message = `${LIMITS.queuedMessages} messages are already queued. Wait for a reply first.`
  expect(await more()).toEqual({ ok: false, code: 'limit', message })
  expect((await said(board)).queued).toEqual(texts)
  await finishTurn(started.turn, DONE)
  expect(await more()).toMatchObject({ ok: true, started: null })
  expect((await said(board)).queued).toEqual([...texts.slice(1), 'one more'])
})

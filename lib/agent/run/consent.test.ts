/** Yes and no in words: the next message after an approval request answers it like its buttons, with any model. */
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { database } from '#db/client.ts'
import { turns } from '#db/schema.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { execute } from '#lib/session/commands/execute.ts'
import { addTask, type Board, by, newBoard, rowsOf } from '#lib/session/commands/execute-cases.ts'
import { callThenTell, removeTask, removeTasks } from '../../../e2e/support/fake-openai-handlers.ts'
import type { Flavour } from '../../../e2e/support/fake-openai-request.ts'
import { text, toolCall } from '../../../e2e/support/fake-openai-stream.ts'
import {
  boardWith,
  ended,
  exported,
  type FakeModel,
  openFake,
  send,
} from '../../../e2e/support/fake-openai-turns.ts'
import * as control from './control.ts'

let fake: FakeModel
beforeAll(async () => {
  fake = await openFake()
  return fake.close
})

const titles = async (board: Board) => (await rowsOf(board)).map((row) => row.title)
const statuses = async (board: Board) => (await exported(board)).turns.map(({ status }) => status)
const approvalsIn = async (board: Board) =>
  (await exported(board)).messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool' ? (part.approval ?? []) : [])),
  )

describe.each(['responses', 'chat'] as const satisfies Flavour[])('a model over %s', (flavour) => {
  beforeEach(() => {
    fake.connect(flavour)
  })

  test('“yes” allows it, and the model gets the same as after a click', async () => {
    const asks = async (answer: (board: Board) => Promise<unknown>) => {
      fake.requests.length = 0
      const board = await boardWith('one', 'two', 'three')
      fake.handle(callThenTell(removeTasks('#1', '#3')))
      expect((await send(board, 'remove one and three')).status).toBe('waiting')
      await answer(board)
      const { said } = await ended(board)
      const [approval] = await approvalsIn(board)
      const sent = fake.requests.map(({ messages }) => messages.map(({ role, text }) => [role, text]))
      return {
        said,
        left: await titles(board),
        status: approval?.status,
        requests: sent.length,
        last: sent[1]?.length,
      }
    }
    const typed = await asks((board) => send(board, 'Yes, please!'))
    const clicked = await asks(async (board) => {
      const [approval] = await approvalsIn(board)
      await control.decideApproval({ ...board, approvalId: approval?.id ?? '' }, 'allow')
    })
    expect(typed).toEqual(clicked)
    expect(typed).toMatchObject({ said: 'Heard: Removed #1 one and #3 three.', left: ['two'], requests: 2 })
    expect(fake.problems).toEqual([])
  })

  test('“no” denies all of it; the conversation reads in order', async () => {
    const board = await boardWith('one', 'two')
    fake.handle(callThenTell(removeTask('#1'), removeTask('#2')))
    await send(board, 'remove both')
    const done = await send(board, 'no, don’t do it')
    expect(done.said).toContain('The user denied this.')
    expect(await titles(board)).toEqual(['one', 'two'])
    const { messages, turns } = await exported(board)
    expect(turns.map(({ status }) => status)).toEqual(['completed', 'completed'])
    expect(messages.map(({ role, parts }) => [role, parts.map(({ type }) => type).join()])).toEqual([
      ['user', 'text'],
      ['assistant', 'tool,tool'],
      ['user', 'text'],
      ['assistant', 'text'],
    ])
    expect((await approvalsIn(board)).map(({ status }) => status)).toEqual(['denied', 'denied'])
    expect(fake.problems).toEqual([])
  })

  test('later removals need approval as before', async () => {
    const board = await boardWith('one', 'two', 'three')
    fake.handle(function* ({ toolResultsAfterLastUser: { length } }) {
      if (length < 3) yield removeTask(`#${length + 1}`)
      else yield text('All gone.')
    })
    expect((await send(board, 'one by one')).tools).toEqual(['remove_task done', 'remove_task waiting'])
    expect((await send(board, 'go ahead')).tools).toEqual(['remove_task waiting'])
    expect(await titles(board)).toEqual(['three'])
  })

  test('longer answers, a message in between, and other people’s words are not consent', async () => {
    const board = await boardWith('yes', 'two')
    const value = { name: 'set_value', input: { key: 'answer', value: 'yes' } } as const
    expect(await execute(by(board), value)).toMatchObject({ ok: true })
    fake.handle(callThenTell(removeTasks('#1', '#2')))
    await send(board, 'remove both')
    fake.handle(function* () {
      yield text('yes')
    })
    expect((await send(board, 'yes, but keep two')).said).toBe('yes')
    expect(await statuses(board)).toEqual(['waiting', 'completed'])
    // It answers the last reply, which was not an approval request.
    await send(board, 'yes')
    expect(await statuses(board)).toEqual(['waiting', 'completed', 'completed'])
    expect(await titles(board)).toEqual(['yes', 'two'])
    expect(fake.problems).toEqual([])
  })

  test('if nothing waits, it is an ordinary message', async () => {
    const board = await boardWith('one')
    fake.handle(function* () {
      yield text('Yes what?')
    })
    expect((await send(board, 'yes')).said).toBe('Yes what?')
    expect(fake.requests.at(-1)?.messages.at(-1)?.text).toBe('yes')
  })

  test('sent twice under one id it is one answer, and another user’s is none', async () => {
    const board = await boardWith('one', 'two')
    fake.handle(callThenTell(removeTasks('#1', '#2')))
    await send(board, 'remove both')
    const stranger = await newBoard()
    const yes = { id: newId(), text: 'yes' }
    expect(await control.sendMessage(stranger.userId, board.sessionId, yes)).toMatchObject({ ok: false })
    expect(await titles(board)).toEqual(['one', 'two'])
    for (const _ of [1, 2])
      expect(await control.sendMessage(board.userId, board.sessionId, yes)).toEqual({ ok: true })
    expect((await ended(board)).said).toBe('Heard: Removed #1 one and #2 two.')
    const { revisions, messages } = await exported(board)
    expect(revisions.filter(({ actor }) => actor === 'agent')).toHaveLength(1)
    expect(messages.filter(({ role }) => role === 'user')).toHaveLength(2)
  })

  test('if the board has changed, it is shown again, and the next “yes” allows what is shown then', async () => {
    const board = await boardWith('one', 'two')
    fake.handle(callThenTell(toolCall('clear_column', { status: 'open' })))
    await send(board, 'clear open')
    await execute(by(board), addTask('three'))
    const again = await send(board, 'yes')
    expect(again).toMatchObject({
      status: 'completed',
      notice: expect.stringContaining('Review the updated preview'),
    })
    expect(await titles(board)).toEqual(['one', 'two', 'three'])
    expect((await approvalsIn(board)).at(-1)).toMatchObject({ status: 'pending', isAgain: true })
    expect((await send(board, 'yes')).said).toContain('Cleared Open')
    expect(await titles(board)).toEqual([])
    expect(fake.problems).toEqual([])
  })
})

test('a “yes” sent before the request was shown is queued and consents to nothing', async () => {
  fake.connect('chat')
  const board = await boardWith('one', 'two')
  const held = Promise.withResolvers<void>()
  fake.handle(async function* ({ toolResultsAfterLastUser: { length }, messages }) {
    if (messages.at(-1)?.text === 'yes') return yield text('Yes what?')
    await held.promise
    if (length === 0) yield removeTasks('#1', '#2')
  })
  await control.sendMessage(board.userId, board.sessionId, { id: newId(), text: 'remove both' })
  await control.sendMessage(board.userId, board.sessionId, { id: newId(), text: 'yes' })
  held.resolve()
  expect((await ended(board)).said).toBe('Yes what?')
  expect(await statuses(board)).toEqual(['waiting', 'completed'])
  expect(await titles(board)).toEqual(['one', 'two'])
})

test('a “yes” to a visible request counts even if its run had not ended', async () => {
  fake.connect('chat')
  const board = await boardWith('one', 'two')
  fake.handle(callThenTell(removeTasks('#1', '#2')))
  await send(board, 'remove both')
  const running = { status: 'running', leaseToken: 'dead', leaseUntil: 0 }
  await database().update(turns).set(running).where(eq(turns.sessionId, board.sessionId))
  await control.sendMessage(board.userId, board.sessionId, { id: newId(), text: 'yes' })
  expect(await titles(board)).toEqual(['one', 'two'])
  await control.recover(true)
  expect((await ended(board)).said).toBe('Heard: Removed #1 one and #2 two.')
  expect(await statuses(board)).toEqual(['completed', 'completed'])
})

describe('the offline model', () => {
  beforeEach(() => fake.disconnect())

  test.each([
    ['ok do it', ['two', 'four'], 'Removed #1 one and #3 three. Added #4 four.'],
    ['@Taskboard no thanks', ['one', 'two', 'three'], 'Denied, so nothing changed.'],
  ])('“%s” answers all that waits', async (words, left, said) => {
    const board = await boardWith('one', 'two', 'three')
    await send(board, 'remove #1 and #3 and add a task: four')
    expect((await send(board, words)).said).toBe(said)
    expect(await titles(board)).toEqual(left)
    expect(await statuses(board)).toEqual(['completed', 'completed'])
    // The reply didn’t ask a question: the next message is read on its own.
    expect((await send(board, 'add a task: five')).said).toContain('five')
    expect((await send(board, 'yes')).said).toContain('didn’t understand')
  })
})

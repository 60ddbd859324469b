/** With a model connected, exact commands are answered without it: no request is sent, and the reply says so. */
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { database } from '#db/client.ts'
import { sessions, users } from '#db/schema.ts'
import { newBoard } from '#lib/session/commands/execute-cases.ts'
import { text } from '../../../e2e/support/fake-openai-stream.ts'
import { exported, type FakeModel, openFake, send } from '../../../e2e/support/fake-openai-turns.ts'

let fake: FakeModel
beforeAll(async () => {
  fake = await openFake()
  fake.handle(function* () {
    yield text('So says the model.')
  })
  return fake.close
})
beforeEach(() => {
  fake.connect('chat', { INSTANT_COMMANDS: 'on' })
})

test('an exact command is answered at once, without tokens, and is marked', async () => {
  const board = await newBoard()
  await send(board, 'add a task: call Ana, category: work')
  const { state, messages, turns } = await exported(board)
  expect(state.tasks).toMatchObject([{ title: 'call Ana', category: 'work' }])
  expect(fake.requests).toHaveLength(0)
  const reading = messages.at(-1)?.parts.at(-1)
  expect(reading).toMatchObject({
    type: 'reading',
    instant: true,
    text: 'add a task: call Ana, category: work',
  })
  expect(turns).toMatchObject([{ status: 'completed' }])
})

test.each(['what should I do about the budget?', 'organise my whole week, then add milk'])(
  'anything else goes to the model: %s',
  async (words) => {
    const board = await newBoard()
    await send(board, words)
    expect(fake.requests).toHaveLength(1)
    const { messages } = await exported(board)
    expect(messages.at(-1)?.parts).toEqual([{ type: 'text', text: 'So says the model.' }])
  },
)

test('the model is told about instant replies in its next request', async () => {
  const board = await newBoard()
  await send(board, 'add a task: call Ana')
  await send(board, 'how are you?')
  expect(JSON.stringify(fake.requests.at(-1)?.messages)).toContain('call Ana')
})

test('the user, the server and custom instructions can switch it off', async () => {
  const board = await newBoard()
  const words = 'add a task: call Ana'
  await database()
    .update(users)
    .set({ settings: { instantCommands: false } })
    .where(eq(users.id, board.userId))
  await send(board, words)
  expect(fake.requests).toHaveLength(1)
  await database().update(users).set({ settings: {} }).where(eq(users.id, board.userId))
  await database()
    .update(sessions)
    .set({ instructions: 'Answer as a pirate.' })
    .where(eq(sessions.id, board.sessionId))
  await send(board, words)
  expect(fake.requests).toHaveLength(2)
  await database().update(sessions).set({ instructions: null }).where(eq(sessions.id, board.sessionId))
  fake.connect('chat', { INSTANT_COMMANDS: 'off' })
  await send(board, words)
  expect(fake.requests).toHaveLength(1)
})

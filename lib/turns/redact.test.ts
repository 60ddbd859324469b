/** A secret that a tool refused is in no copy of the conversation: not in messages, search, exports or the board's name. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { database } from '#db/client.ts'
import { messages, sessions } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import { newBoard } from '#lib/session/commands/execute-cases.ts'
import { search } from '#lib/session/queries/search.ts'
import { exported, openFake, send } from '../../e2e/support/fake-openai-turns.ts'

const SECRET = ['hunter', '2'].join('')

async function storedText(sessionId: string): Promise<string> {
  const rows = await database().select().from(messages).where(eq(messages.sessionId, sessionId))
  const boards = await database().select().from(sessions).where(eq(sessions.id, sessionId))
  return JSON.stringify([rows, boards])
}

async function expectNoSecret(board: { userId: string; sessionId: string }): Promise<void> {
  expect(await storedText(board.sessionId)).not.toContain(SECRET)
  expect(JSON.stringify(await exported(board))).not.toContain(SECRET)
  expect((await search(board.userId, SECRET)).hits).toEqual([])
}

describe('without a model', () => {
  let close: () => void
  beforeAll(async () => {
    close = (await openTestDatabase()).close
  })
  afterAll(() => close())

  test.each([`my password is ${SECRET}`, `remember that my password is ${SECRET}`])('%s', async (words) => {
    const board = await newBoard()
    const other = await newBoard()
    await send(other, `add a task: password is ${SECRET}`)
    const reply = await send(board, words)
    expect(reply.said).toContain('That looks like a password')
    expect(await storedText(board.sessionId)).toContain('The password was removed from this conversation.')
    await expectNoSecret(board)
    // A title may hold one; nothing of another board is touched.
    expect(await storedText(other.sessionId)).toContain(SECRET)
  })

  test('an earlier message that holds it is redacted as well, and the rest of it stays', async () => {
    const board = await newBoard()
    await send(board, `hello, ${SECRET} is what I use at the office`)
    await send(board, 'add a task: buy milk')
    await send(board, `my password is ${SECRET}`)
    await expectNoSecret(board)
    expect(await storedText(board.sessionId)).toContain(
      'hello, [removed: password] is what I use at the office',
    )
    expect(await storedText(board.sessionId)).toContain('add a task: buy milk')
  })

  test('what is not refused is not touched', async () => {
    const board = await newBoard()
    await send(board, `add a task: password is ${SECRET}`)
    expect(await storedText(board.sessionId)).toContain(SECRET)
  })
})

test('a model’s refused call, its arguments and what it repeats are redacted', async () => {
  const fake = await openFake('scripted')
  const board = await newBoard()
  await send(board, `my password is ${SECRET}`)
  await expectNoSecret(board)
  expect(fake.problems).toEqual([])
  await fake.close()
})

/** Lists, facts and checkpoints as a language model calls for them, over real HTTP and both OpenAI APIs. */
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { execute } from '#lib/session/commands/execute.ts'
import { type Board, by, expectLogGivesRows, newBoard } from '#lib/session/commands/execute-cases.ts'
import { sessionState } from '#lib/session/commands/session-state.ts'
import { allow, exported, type FakeModel, openFake, send } from '../../../e2e/support/fake-openai-turns.ts'

let fake: FakeModel
beforeAll(async () => {
  fake = await openFake('scripted')
  return fake.close
})

async function itemsOf(board: Board): Promise<Record<string, string[]>> {
  const { state } = await exported(board)
  return Object.fromEntries(state.lists.map((list) => [list.name, list.items.map((item) => item.text)]))
}

const valueAt = (board: Board, path: string) => sessionState(by(board)).get(path)

async function boardAfter(...said: string[]): Promise<Board> {
  const board = await newBoard()
  for (const words of said) await send(board, words)
  return board
}

const FILLED = 'Add milk, eggs, and bread to the shopping list'

describe.each(['responses', 'chat'] as const)('%s', (flavour) => {
  beforeEach(() => {
    fake.connect(flavour)
    return () => expect(fake.problems).toEqual([])
  })

  test('a shopping list: filled, reduced, read, cleared and filled again', async () => {
    const board = await newBoard()
    expect((await send(board, FILLED)).said).toBe('Done. Added milk, eggs and bread to the shopping list.')
    expect(await itemsOf(board)).toEqual({ shopping: ['milk', 'eggs', 'bread'] })
    await send(board, 'I got bread')
    await send(board, 'I need apples and oranges')
    expect(await itemsOf(board)).toEqual({ shopping: ['milk', 'eggs', 'apples', 'oranges'] })
    expect((await send(board, 'whats on my list?')).said).toContain('- [ ] oranges')
    const reply = await send(
      board,
      'Clear everything from my list and start over with just bananas and yogurt',
    )
    expect(reply.tools).toEqual(['clear_list done', 'add_items done'])
    expect(await itemsOf(board)).toEqual({ shopping: ['bananas', 'yogurt'] })
    const { turns } = await exported(board)
    await execute(by(board), { name: 'undo', input: { turn: turns.at(-1)?.id } })
    expect(await itemsOf(board)).toEqual({ shopping: ['milk', 'eggs', 'apples', 'oranges'] })
    await expectLogGivesRows(board)
  })

  test('a fact from a user is in the next prompt of that board only', async () => {
    const [john, jane] = [await newBoard(), await newBoard()]
    await send(john, 'My name is John and I am 30')
    await send(jane, 'My name is Jane and I am 25')
    expect(await valueAt(john, 'user')).toEqual({ age: 30, preferences: {} })
    expect((await send(john, 'What is my name?')).said).toBe('Your name is John.')
    expect((await send(john, 'How old am I?')).said).toBe('You are 30.')
    expect((await send(jane, 'What is my name?')).said).toBe('Your name is Jane.')
    const johns = fake.requests.filter(({ messages }) => JSON.stringify(messages).includes('John'))
    expect(johns.length).toBeGreaterThan(3)
    expect(JSON.stringify(johns.map(({ messages }) => messages))).not.toContain('Jane')
  })

  test('preferences and the counter', async () => {
    const board = await boardAfter('Set my theme preference to dark', 'Increment the counter three times')
    expect(await valueAt(board, 'user.preferences')).toEqual({ theme: 'dark' })
    expect((await send(board, 'What are my preferences?')).said).toBe('Your preferences: {"theme":"dark"}.')
    expect(await valueAt(board, 'counter')).toBe(3)
    expect((await send(board, 'Reset the counter')).said).toBe('Done. Noted: counter is 0.')
    expect(await valueAt(board, 'counter')).toBe(0)
  })

  test.each(['Show me my statistics', "Can you tell me what's in your session_state?"])(
    '%s',
    async (words) => {
      const board = await boardAfter('My name is John and I am 30', FILLED)
      const { said } = await send(board, words)
      expect(said).toContain('John')
      expect(said).toContain('shopping list: milk, eggs, bread')
    },
  )

  test('checkpoints and restoring them', async () => {
    const board = await boardAfter(FILLED, 'save a checkpoint called before lunch', 'I got milk')
    await send(board, 'save this as a checkpoint')
    await send(board, 'I got eggs')
    expect((await send(board, 'go back to it')).status).toBe('waiting')
    expect((await allow(board)).said).toContain('Restored the checkpoint')
    expect(await itemsOf(board)).toEqual({ shopping: ['eggs', 'bread'] })
    await send(board, 'go back to the checkpoint before lunch')
    await allow(board)
    expect(await itemsOf(board)).toEqual({ shopping: ['milk', 'eggs', 'bread'] })
    await expectLogGivesRows(board)
  })

  test.each(['my password is hunter2', 'my api key is sk-proj-Zx81kQpLmN0aBcD3fGhIjK4lMnOpQrStUvWxYz'])(
    'a secret is refused, and the model learns why: %s',
    async (words) => {
      const board = await newBoard()
      const { state } = await exported(board)
      const reply = await send(board, words)
      expect(reply.said).toMatch(/^That was not possible\. That looks like .*Boards can’t store secrets/)
      expect((await exported(board)).state).toEqual(state)
    },
  )
})

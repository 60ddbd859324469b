/** Lists and facts in everyday words, through the offline model: what the database holds after each. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#db/testing.ts'
import { execute } from '#lib/session/commands/execute.ts'
import { type Board, by, expectLogGivesRows, newBoard } from '#lib/session/commands/execute-cases.ts'
import { sessionState } from '#lib/session/commands/session-state.ts'
import { allow, exported, send } from '../../../e2e/support/fake-openai-turns.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

async function itemsOf(board: Board): Promise<Record<string, string[]>> {
  const { state } = await exported(board)
  return Object.fromEntries(state.lists.map((list) => [list.name, list.items.map((item) => item.text)]))
}

const valueOfKey = (board: Board, path: string) => sessionState(by(board)).get(path)

/** A board after these messages. */
async function boardAfter(...said: string[]): Promise<Board> {
  const board = await newBoard()
  for (const words of said) await send(board, words)
  return board
}

const FILLED = 'Add milk, eggs, and bread to the shopping list'

describe('lists', () => {
  test(FILLED, async () => {
    const board = await newBoard()
    const reply = await send(board, FILLED)
    expect(await itemsOf(board)).toEqual({ shopping: ['milk', 'eggs', 'bread'] })
    expect(reply.said).toBe('Added milk, eggs and bread to the shopping list.')
    expect(reply.rows).toEqual([])
    await expectLogGivesRows(board)
  })

  test('I got bread', async () => {
    const board = await boardAfter(FILLED)
    expect((await send(board, 'I got bread')).said).toBe('Removed bread from the shopping list.')
    expect(await itemsOf(board)).toEqual({ shopping: ['milk', 'eggs'] })
    expect((await send(board, 'I got bread')).said).toBe("'bread' is not on the shopping list.")
  })

  test('I need apples and oranges', async () => {
    const fresh = await boardAfter('I need apples and oranges')
    expect(await itemsOf(fresh)).toEqual({ shopping: ['apples', 'oranges'] })
    const board = await boardAfter(FILLED, 'I need apples and oranges', 'I need to call Ana')
    expect(await itemsOf(board)).toEqual({ shopping: ['milk', 'eggs', 'bread', 'apples', 'oranges'] })
    expect((await exported(board)).state.tasks.map(({ title }) => title)).toEqual(['call Ana'])
  })

  test('whats on my list?', async () => {
    const board = await boardAfter(FILLED)
    const { said } = await send(board, 'whats on my list?')
    expect(said).toBe('**shopping** (3 items) - [ ] milk - [ ] eggs - [ ] bread')
    expect((await send(await boardAfter(), 'whats on my list?')).said).toBe('The task list is empty.')
    expect((await send(await boardAfter('add a task: call Ana'), 'whats on my list?')).said).toContain(
      'call Ana',
    )
  })

  test('Clear everything from my list and start over with just bananas and yogurt', async () => {
    const board = await boardAfter(FILLED)
    const reply = await send(
      board,
      'Clear everything from my list and start over with just bananas and yogurt',
    )
    expect(await itemsOf(board)).toEqual({ shopping: ['bananas', 'yogurt'] })
    expect(reply.said).toBe(
      'Cleared the shopping list (3 items). Added bananas and yogurt to the shopping list.',
    )
    const { turns } = await exported(board)
    const undone = await execute(by(board), { name: 'undo', input: { turn: turns.at(-1)?.id } })
    expect(undone).toMatchObject({ ok: true })
    expect(await itemsOf(board)).toEqual({ shopping: ['milk', 'eggs', 'bread'] })
    await expectLogGivesRows(board)
  })

  test('on an empty board, the same sentence creates the list', async () => {
    const board = await boardAfter(
      'Clear everything from my list and start over with just bananas and yogurt',
    )
    expect(await itemsOf(board)).toEqual({ shopping: ['bananas', 'yogurt'] })
  })

  test('a list is created, checked, renamed and deleted', async () => {
    const board = await boardAfter('create a packing list', 'add socks and a hat to the packing list')
    expect(await itemsOf(board)).toEqual({ packing: ['socks', 'hat'] })
    await send(board, 'tick off the hat')
    expect((await exported(board)).state.lists[0]?.items.map((item) => item.checked)).toEqual([false, true])
    await send(board, 'rename the packing list to travel')
    expect(Object.keys(await itemsOf(board))).toEqual(['travel'])
    expect((await send(board, 'delete the travel list')).status).toBe('waiting')
    expect((await allow(board)).said).toBe('Deleted the travel list and its 2 items.')
    expect(await itemsOf(board)).toEqual({})
  })

  test('a task with the name of a list is still a task', async () => {
    const board = await boardAfter('add a task: bread')
    expect((await send(board, 'I got bread')).rows).toMatchObject([{ title: 'bread', status: 'done' }])
  })
})

describe('facts', () => {
  test('My name is John and I am 30; What is my name? How old am I? Jane, 25, in between', async () => {
    const [john, jane] = [await newBoard(), await newBoard()]
    const noted = await send(john, 'My name is John and I am 30')
    expect(noted.said).toBe('Your name is now John. Noted: your age is 30.')
    expect(await valueOfKey(john, 'user')).toEqual({ age: 30, preferences: {} })
    await send(jane, 'My name is Jane and I am 25')
    expect((await send(john, 'What is my name?')).said).toBe('Your name is John.')
    expect((await send(jane, 'What is my name?')).said).toBe('Your name is Jane.')
    expect((await send(john, 'How old am I?')).said).toBe('Your age is 30.')
    expect((await send(jane, 'How old am I?')).said).toBe('Your age is 25.')
    expect(JSON.stringify(await exported(john))).not.toContain('Jane')
    expect(JSON.stringify(await exported(jane))).not.toContain('John')
    await send(john, 'I am 31')
    expect(await valueOfKey(john, 'user')).toEqual({ age: 31, preferences: {} })
  })

  test('Set my theme preference to dark; What are my preferences?', async () => {
    const board = await newBoard()
    expect((await send(board, 'What are my preferences?')).said).toBe('Your preferences are not set yet.')
    expect((await send(board, 'what do you know about me?')).said).toContain(
      'Nothing saved about you on this board.',
    )
    expect((await send(board, 'Set my theme preference to dark')).said).toBe('Noted: your theme is dark.')
    expect(await valueOfKey(board, 'user.preferences')).toEqual({ theme: 'dark' })
    expect((await send(board, 'What are my preferences?')).said).toBe('Your preferences are theme: dark.')
    const refused = await send(board, 'set my theme to purple')
    expect(refused.said).toContain('Use light, dark or system')
    expect(await valueOfKey(board, 'user.preferences')).toEqual({ theme: 'dark' })
  })

  test('Increment the counter three times; Reset the counter', async () => {
    const board = await newBoard()
    expect((await send(board, 'Increment the counter three times')).said).toBe('counter is now 3.')
    await send(board, 'Increment the counter three times')
    expect(await valueOfKey(board, 'counter')).toBe(6)
    expect((await send(board, 'what is the counter?')).said).toBe('counter is 6.')
    expect((await send(board, 'Reset the counter')).said).toBe('Noted: counter is 0.')
    expect(await valueOfKey(board, 'counter')).toBe(0)
  })

  test('Can you tell me what’s in your session_state?', async () => {
    const board = await boardAfter('My name is John and I am 30', FILLED, 'add a task: call Ana')
    const reply = await send(board, "Can you tell me what's in your session_state?")
    expect(reply.tools).toEqual(['get_session_state done'])
    expect(reply.said).toContain('John')
    expect(reply.said).toContain('shopping list: milk, eggs, bread')
    expect(reply.said).toContain('1 task: 1 open, 0 in progress, 0 done')
    expect(reply.said).toMatch(/\d replies/)
  })

  test('Show me my statistics', async () => {
    const board = await boardAfter(
      'My name is John',
      'Increment the counter three times',
      'add a task: call Ana',
    )
    const { said, tools } = await send(board, 'Show me my statistics')
    expect(tools).toEqual(['get_session_state done'])
    for (const line of [
      '- name: John - counter: 3 - 1 task: 1 open, 0 in progress, 0 done',
      '- 4 interactions in total: opened 0 times, 4 replies',
    ]) {
      expect(said).toContain(line)
    }
    expect(said).toMatch(/last used today at \d\d:\d\d$/)
  })

  test('When was the counter last updated, and when was it reset?', async () => {
    const board = await newBoard()
    const updated = 'When was the counter last updated?'
    const reset = 'When was the counter reset?'
    const ISO = String.raw`today at \d\d:\d\d \(\d{4}-\d\d-\d\dT[\d:.]+Z\)\.$`
    expect((await send(board, updated)).said).toBe('counter isn’t set.')
    await send(board, 'Increment the counter three times')
    expect((await send(board, updated)).said).toMatch(new RegExp(`^counter was last updated ${ISO}`))
    expect((await send(board, reset)).said).toBe('counter was never reset.')
    await send(board, 'Reset the counter')
    const first = (await send(board, reset)).said
    expect(first).toMatch(new RegExp(`^counter was last reset ${ISO}`))
    await send(board, 'Increment the counter')
    expect((await send(board, reset)).said).toBe(first)
    await send(board, 'Reset the counter')
    await send(board, 'undo')
    expect((await send(board, reset)).said).toBe(first)
  })

  test('remembered, asked and forgotten', async () => {
    const board = await boardAfter('remember that my favourite colour is green')
    expect((await send(board, 'what is my favourite colour?')).said).toBe('Your favourite colour is green.')
    expect((await send(board, 'what is my favorite color?')).said).toBe('Your favourite colour is green.')
    expect((await send(board, 'what is my favourite food?')).said).toBe('Your favourite food isn’t set yet.')
    expect((await send(board, 'forget my favourite colour')).said).toBe(
      'Noted: your favourite colour is cleared.',
    )
    expect(await valueOfKey(board, 'user')).toEqual({ preferences: {} })
  })

  test.each([
    'my password is hunter2',
    'remember that my api key is sk-proj-Zx81kQpLmN0aBcD3fGhIjK4lMnOpQrStUvWxYz',
    'set my pin to 4711',
  ])('a secret is refused in plain words, and nothing changes: %s', async (words) => {
    const board = await boardAfter('My name is John and I am 30')
    const before = (await exported(board)).state
    const reply = await send(board, words)
    expect(reply.said).toMatch(/^That looks like .*. Boards can’t store secrets.$/)
    expect((await exported(board)).state).toEqual(before)
  })

  test('a title with a secret is saved, with a warning', async () => {
    const board = await newBoard()
    const reply = await send(board, 'add a task: password is hunter2')
    expect(reply.rows).toMatchObject([{ title: 'password is hunter2' }])
    expect(reply.said).toContain('This looks like a password. Don’t store secrets on a board.')
    const renamed = await send(board, 'rename #1 to the wifi password is hunter3')
    expect(renamed.said).toContain('Don’t store secrets on a board')
    expect((await send(board, 'rename #1 to call Ana')).said).not.toContain('Don’t store secrets')
  })
})

describe('checkpoints', () => {
  test('save this as a checkpoint; go back to it', async () => {
    const board = await boardAfter(FILLED, 'add a task: call Ana')
    const saved = await send(board, 'save this as a checkpoint')
    expect(saved.said).toBe('Saved the checkpoint “checkpoint 1”.')
    await send(board, 'remove #1')
    await send(board, 'clear the shopping list')
    expect((await send(board, 'go back to it')).status).toBe('waiting')
    const back = await allow(board)
    expect(back.said).toContain('Restored the checkpoint “checkpoint 1”')
    expect(back.rows).toMatchObject([{ title: 'call Ana' }])
    expect(await itemsOf(board)).toEqual({ shopping: ['milk', 'eggs', 'bread'] })
    await expectLogGivesRows(board)
  })

  test('save a checkpoint called before lunch; go back to the checkpoint before lunch', async () => {
    const board = await boardAfter('I live in Rome', 'save a checkpoint called before lunch')
    await send(board, 'I live in Berlin')
    await send(board, 'save this as a checkpoint')
    await send(board, 'go back to the checkpoint before lunch')
    expect(await valueOfKey(board, 'user.location')).toBe('Berlin')
    await allow(board)
    expect(await valueOfKey(board, 'user.location')).toBe('Rome')
    expect((await send(board, 'go back to the checkpoint after lunch')).said).toContain(
      'There is no checkpoint “after lunch”',
    )
  })

  test('without a checkpoint, the reply says so', async () => {
    const reply = await send(await newBoard(), 'go back to it')
    expect(reply.said).toContain('Save one first: save this as a checkpoint.')
  })
})

/** What “it”, “the last one” and “put it back” mean, and errands that sound like removals: through the real agent. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#db/testing.ts'
import { execute } from '#lib/session/commands/execute.ts'
import { addTask, type Board, by, newBoard } from '#lib/session/commands/execute-cases.ts'
import { allow, exported, send } from '../../../e2e/support/fake-openai-turns.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const titles = async (board: Board) => (await exported(board)).state.tasks.map(({ title }) => title).sort()

async function boardWith(tasks: readonly string[], ...said: string[]): Promise<Board> {
  const board = await newBoard()
  for (const title of tasks) await execute(by(board), addTask(title))
  for (const words of said) await send(board, words)
  return board
}
const THREE = ['one', 'two', 'three']

describe('“it” after a removal', () => {
  test.each(['remove it', 'delete that', 'mark it as done', 'move it to friday'])(
    '“%s” touches no other task, and says how to restore it',
    async (words) => {
      const board = await boardWith(THREE, 'remove #1', words)
      expect(await titles(board)).toEqual(['three', 'two'])
      const { messages, state } = await exported(board)
      expect(JSON.stringify(messages.at(-1))).toContain('#1 one was removed. To restore it, say “restore #1”')
      expect(state.tasks.map(({ status, dueDate }) => [status, dueDate])).toEqual([
        ['open', null],
        ['open', null],
      ])
    },
  )

  test('a task touched since is “it” again', async () => {
    const board = await boardWith(THREE, 'remove #1', 'mark #3 as in progress', 'remove it')
    expect(await titles(board)).toEqual(['two'])
  })
})

test('tasks removed as a set are listed in order, whichever was touched last', async () => {
  const board = await boardWith(THREE, 'mark #2 as in progress', 'remove all my tasks')
  const [asked] = (await exported(board)).messages.at(-1)?.parts ?? []
  const rows = asked?.type === 'tool' ? asked.approval?.rows : undefined
  expect(rows?.map(({ text }) => text)).toEqual(['#1 one', '#2 two', '#3 three'])
})

describe('“it” after a question was declined', () => {
  const FOUR = [...THREE, 'four']

  test.each([
    ['remove all my tasks', 'no'],
    ['mark all tasks as done', 'never mind'],
  ])('“%s” and “%s”: which task is asked', async (bulk, no) => {
    const board = await boardWith(FOUR, 'mark #2 as in progress', bulk, no)
    expect((await send(board, 'remove it')).said).toContain('Which task?')
    expect(await titles(board)).toEqual(FOUR.toSorted())
  })

  test('is a task that was touched since', async () => {
    const board = await boardWith(FOUR, 'remove all my tasks', 'no', 'mark #2 as in progress', 'remove it')
    expect(await titles(board)).toEqual(['four', 'one', 'three'])
  })
})

describe('“put it back”', () => {
  test('restores what was removed last, even after other changes', async () => {
    const board = await boardWith(THREE, 'remove #2', 'add a task: four', 'add milk to the shopping list')
    expect((await send(board, 'put it back')).said).toBe('Restored #2 two.')
    expect(await titles(board)).toEqual(['four', 'one', 'three', 'two'])
  })

  test('undoes the removal if nothing was done since, or a later change', async () => {
    const board = await boardWith(THREE, 'remove #2', 'put it back')
    expect(await titles(board)).toEqual(['one', 'three', 'two'])
    await send(board, 'remove #2')
    await send(board, 'mark #3 as done')
    await send(board, 'put it back')
    expect(await titles(board)).toEqual(['one', 'three'])
    expect((await exported(board)).state.tasks.map(({ status }) => status)).toEqual(['open', 'open'])
  })

  test('“put them back” restores all that were removed together', async () => {
    for (const between of [[], ['add a task: four']]) {
      const board = await boardWith(THREE, 'remove #1 and #2')
      await allow(board)
      for (const words of between) await send(board, words)
      await send(board, 'put them back')
      expect(await titles(board)).toEqual([...between.map(() => 'four'), 'one', 'three', 'two'])
    }
  })

  test('a number restores that task alone', async () => {
    const board = await boardWith(THREE, 'remove #1 and #2')
    await allow(board)
    await send(board, 'bring #2 back')
    expect(await titles(board)).toEqual(['three', 'two'])
  })
})

describe('“the last one”', () => {
  test('after a list, it is the last of the list, not what was touched before', async () => {
    const board = await boardWith(THREE, 'mark #1 as in progress', 'show my tasks', 'remove the last one')
    expect(await titles(board)).toEqual(['one', 'two'])
  })

  test('is a task that was added since', async () => {
    const board = await boardWith(THREE, 'show my tasks', 'add a task: four', 'remove the last one')
    expect(await titles(board)).toEqual(['one', 'three', 'two'])
  })
})

describe('an errand that sounds like a removal', () => {
  test.each([
    ['drop off the keys', 'return the keys to Bob'],
    ['remove the wallpaper', 'choose new wallpaper'],
    ['get rid of the couch', 'buy a new couch'],
  ])('“%s” is asked about, and “yes” adds it', async (errand, there) => {
    const board = await boardWith([there])
    expect((await send(board, errand)).said).toContain(`Add “${errand}” as a task`)
    expect(await titles(board)).toEqual([there])
    await send(board, 'yes')
    expect(await titles(board)).toEqual([errand, there].sort())
  })

  test('one already on the board is neither added again nor removed', async () => {
    const board = await boardWith(['drop off the keys'])
    expect((await send(board, 'drop off the keys')).said).toContain(
      '#1 drop off the keys is already on the board.',
    )
    expect(await titles(board)).toEqual(['drop off the keys'])
  })

  test('is removed if a task has that title or it is called a task', async () => {
    const board = await boardWith(['the wallpaper', 'buy a new couch'])
    await send(board, 'remove the wallpaper')
    await send(board, 'remove the couch task')
    expect(await titles(board)).toEqual([])
  })
})

/** Undo, redo and the trash respect the rules of commands: limits, unique names, references between rows. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { everyRow } from '#db/board-store.ts'
import { database, write } from '#db/client.ts'
import { sessions } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import type { TableName } from '#lib/board/model/types.ts'
import { LIMITS } from '#lib/limits.ts'
import { execute } from './execute.ts'
import { addTask, type Board, by, expectLogGivesRows, newBoard } from './execute-cases.ts'

// Hundreds of revisions, each written to the disk.
vi.setConfig({ testTimeout: 60_000 })

let close: () => void
let board: Board
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())
beforeEach(async () => {
  board = await newBoard()
})

async function run(...commands: { name: string; input: object }[]): Promise<number> {
  const outcome = await execute(by(board), commands)
  if (!outcome.ok || outcome.revision === null) throw new Error(outcome.ok ? outcome.reply : outcome.message)
  return outcome.revision
}
const undo = (revision: number) => execute(by(board), { name: 'undo', input: { revision } })
const redo = () => execute(by(board), { name: 'redo', input: {} })
const bringBack = (row: string) => execute(by(board), { name: 'bring_back', input: { row } })
const rows = async () => everyRow(database(), board.sessionId)

const command = (name: string, input: object) => ({ name, input })
const calls = <T>(count: number, make: (i: number) => T) => Array.from({ length: count }, (_, i) => make(i))
const idOf = (what: string, i: number) => `${what}-${String(i).padStart(6, '0')}`

/** `add` creates the i-th row, `remove` removes it; `count` is the limit. */
type Kind = {
  table: TableName
  count: number
  setUp?: () => Promise<unknown>
  add: (i: number) => { name: string; input: object }
  remove: (i: number) => { name: string; input: object }
  /** The most in one call. */
  perCall?: number
}

const KINDS: Kind[] = [
  {
    table: 'category',
    // Three exist from the start.
    count: LIMITS.categoriesPerSession - 3,
    add: (i) => command('add_category', { id: idOf('category', i), name: `category ${i}` }),
    remove: (i) => command('remove_category', { category: idOf('category', i) }),
  },
  {
    table: 'list',
    count: LIMITS.listsPerSession,
    add: (i) => command('create_list', { id: idOf('list', i), name: `list ${i}` }),
    remove: (i) => command('delete_list', { list: idOf('list', i) }),
  },
  {
    table: 'item',
    count: LIMITS.itemsPerList,
    add: (i) => command('add_items', { id: idOf('item', i), list: 'shopping', items: [`thing ${i}`] }),
    remove: (i) => command('remove_items', { list: 'shopping', items: [`thing ${i}`] }),
  },
  {
    table: 'value',
    // The template has one.
    count: LIMITS.valuesPerSession - 1,
    add: (i) => command('set_value', { key: `key${i}`, value: i }),
    remove: (i) => command('delete_value', { key: `key${i}` }),
  },
  {
    table: 'checkpoint',
    count: LIMITS.checkpointsPerSession,
    add: (i) => command('save_checkpoint', { id: idOf('checkpoint', i), name: `checkpoint ${i}` }),
    remove: (i) => command('remove_checkpoint', { checkpoint: idOf('checkpoint', i) }),
    perCall: 1,
  },
]

test.each(KINDS)('undo, redo and the trash stay within the limit of $table', async (kind) => {
  const { table, count, add, remove, perCall = LIMITS.commandsPerCall } = kind
  const most = async () => (await rows())[table].length
  for (let i = 0; i < count; i += perCall)
    await run(...calls(Math.min(perCall, count - i), (j) => add(i + j)))
  const full = await most()
  const refused = await execute(by(board), add(count))
  expect(refused).toMatchObject({ ok: false, code: 'limit' })
  const sentence = refused.ok ? '' : refused.message

  const removed = await run(remove(1))
  const added = await run(add(count))
  expect(await undo(removed)).toMatchObject({
    ok: false,
    code: 'limit',
    message: `Couldn’t undo. ${sentence}`,
  })
  expect(await most()).toBe(full)

  expect((await undo(added)).ok).toBe(true)
  await run(add(count + 1))
  expect(await redo()).toMatchObject({ ok: false })
  expect(await most()).toBe(full)
  const back = table === 'list' ? await bringBack(idOf('list', 1)) : null
  if (back)
    expect(back).toMatchObject({ ok: false, code: 'limit', message: expect.stringContaining(sentence) })
  await run(remove(2))
  expect((await undo(removed)).ok).toBe(true)
  expect(await most()).toBe(full)
  await expectLogGivesRows(board)
})

test('tasks are restored up to the limit, and the rest is named', async () => {
  const tasks = calls(3, (i) => addTask(`task ${i}`))
  await run(...tasks)
  const removed = await run(command('remove_tasks', { tasks: tasks.map((task) => task.input.id) }))
  // As if the board were two tasks below its limit.
  const taskCount = LIMITS.tasksPerSession - 2
  const here = eq(sessions.id, board.sessionId)
  await write(async (tx) => void (await tx.update(sessions).set({ taskCount }).where(here)))
  const some = await undo(removed)
  expect(some).toMatchObject({
    ok: true,
    left: expect.stringContaining(
      `The rest couldn’t be undone. Boards can have up to ${LIMITS.tasksPerSession} tasks.`,
    ),
  })
  expect((await rows()).task).toHaveLength(2)
  const gone = tasks.map((task) => task.input.id)
  for (const id of gone) expect((await bringBack(id)).ok).toBe(false)
})

test('items of a list are restored up to the limit', async () => {
  const items = calls(LIMITS.itemsPerCall, (i) => `thing ${i}`)
  for (let i = 0; i < 5; i += 1) {
    await run(
      command('add_items', { id: idOf('item', i), list: 'long', items: items.map((text) => `${text} ${i}`) }),
    )
  }
  const removed = await run(
    command('remove_items', { list: 'long', items: ['thing 1 0', 'thing 2 0', 'thing 3 0'] }),
  )
  await run(command('add_items', { id: idOf('item', 9), list: 'long', items: ['new', 'newer'] }))
  expect(await undo(removed)).toMatchObject({
    ok: true,
    left: expect.stringContaining(`${LIMITS.itemsPerList} items`),
  })
  expect((await rows()).item).toHaveLength(LIMITS.itemsPerList)
})

test('values are only restored up to their total size limit', async () => {
  const long = 'x'.repeat(LIMITS.valueChars - 2)
  const most = LIMITS.valuesChars / LIMITS.valueChars
  await run(...calls(most - 1, (i) => command('set_value', { key: `key${i}`, value: long })))
  const shortened = await run(command('set_value', { key: 'key0', value: 'short' }))
  await run(command('set_value', { key: 'other', value: long }))
  expect(await undo(shortened)).toMatchObject({
    ok: false,
    code: 'limit',
    message: expect.stringContaining('in total'),
  })
  await expectLogGivesRows(board)
})

test('a name that is in use now isn’t given to a restored row, in any table', async () => {
  await run(command('add_items', { id: idOf('item', 1), list: 'shopping', items: ['milk', 'eggs'] }))
  await run(command('save_checkpoint', { id: idOf('checkpoint', 1), name: 'first' }))
  const kept = async (removed: number, again: { name: string; input: object }, word: string) => {
    await run(again)
    expect(await undo(removed)).toMatchObject({
      ok: false,
      code: 'moved_on',
      message: expect.stringContaining(word),
    })
  }
  await kept(
    await run(command('remove_items', { items: ['milk'] })),
    command('add_items', { id: idOf('item', 2), items: ['MILK'] }),
    "'milk'",
  )
  await kept(
    await run(command('remove_checkpoint', { checkpoint: 'first' })),
    command('save_checkpoint', { id: idOf('checkpoint', 2), name: 'First' }),
    'the checkpoint “first”',
  )
  await kept(
    await run(command('delete_list', { list: 'shopping' })),
    command('set_value', { key: 'shopping_list', value: 1 }),
    'the shopping list',
  )
  await kept(
    await run(command('delete_value', { key: 'shopping_list' })),
    command('create_list', { id: idOf('list', 3), name: 'Shopping' }),
    'the value “shopping_list”',
  )
  await expectLogGivesRows(board)
})

test('undo keeps a new name if the old one is in use, and reverts the rest of the change', async () => {
  await run(command('add_items', { id: idOf('item', 1), list: 'shopping', items: ['milk'] }))
  const item = `${idOf('item', 1)}-0`
  const edited = await run(command('edit_item', { list: 'shopping', item, text: 'oat milk' }))
  await run(command('add_items', { id: idOf('item', 2), list: 'shopping', items: ['milk'] }))
  expect(await undo(edited)).toMatchObject({
    ok: false,
    message: expect.stringContaining("The name of 'milk' is taken."),
  })
  const renamed = await run(command('rename_list', { list: 'shopping', name: 'food' }))
  await run(command('create_list', { id: idOf('list', 9), name: 'shopping' }))
  expect(await undo(renamed)).toMatchObject({
    ok: false,
    message: expect.stringContaining('The name of the shopping list is taken.'),
  })
  expect((await rows()).list.map((list) => list.name).sort()).toEqual(['food', 'shopping'])
})

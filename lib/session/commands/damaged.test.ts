/** Corrupted rows of the state, written directly: shown as corrupted, repaired like others, and the rest works. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rawClient } from '#db/client.ts'
import { openTestDatabase } from '#db/testing.ts'
import { contextBlock } from '#lib/agent/prompt/context-block.ts'
import { fillFrom } from '#lib/agent/prompt/system-prompt.ts'
import type { Outcome } from '#lib/board/model/command.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { boardOf } from '#lib/board/model/tables.ts'
import { READERS } from '#lib/board/readers/registry.ts'
import { getSessionState } from '#lib/board/readers/session-state.ts'
import { readValues } from '#lib/board/state/read-state.ts'
import { duplicateSession } from '../boards/create-board.ts'
import { readSnapshot } from '../queries/snapshot.ts'
import { exportSession } from '../transfer/export.ts'
import { readApiState } from './api-state.ts'
import { execute } from './execute.ts'
import { addTask, type Board, by, newBoard } from './execute-cases.ts'
import { readState, sessionState } from './session-state.ts'
import { runOperations } from './state-operations.ts'

const model = { kind: 'offline', name: 'Offline model' } as const

let close: () => void
let board: Board
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())
beforeEach(async () => {
  board = await newBoard()
  const items = ['milk', 'eggs', 'bread']
  await run('add_items', { id: 'shopping-1', list: 'shopping', items })
  await run('set_value', { key: 'fine', value: 1 })
  await execute(by(board), addTask('a task'))
  await run('save_checkpoint', { id: 'checkpoint-1', name: 'first' })
})

async function run(name: string, input: object): Promise<Extract<Outcome, { ok: true }>> {
  const outcome = await execute(by(board), { name, input })
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome
}

const sql = (text: string, ...args: (string | number | Uint8Array | null)[]) =>
  rawClient().execute({ sql: text, args: [...args, board.sessionId] })
const state = () => sessionState(by(board))

async function rows() {
  const snapshot = await readSnapshot(board.userId, board.sessionId, { model, agents: [] })
  if (!snapshot) throw new Error('there is no snapshot')
  return { ...boardOf(snapshot.rows, snapshot.nextNumber), damaged: snapshot.damaged }
}

/** What must work, whatever lies in the tables. */
async function expectAllElseLives(): Promise<void> {
  const { sessionId, userId } = board
  const scope = {
    sessionId,
    timeZone: 'UTC',
    message: '',
    manualChanges: '',
    dependencies: {},
    userSettings: { name: null, language: 'en' },
  }
  expect(await contextBlock(scope)).toContain('"fine":1')
  expect(await fillFrom(sessionId, '{fine} {shopping_list} {tasks}', {})).toMatch(/"(?:a task|damaged \w+)"/)
  const told = await readState(userId, sessionId)
  if (!told) throw new Error('there is no state')
  const answer = { ...told, now: Date.now(), timeZone: 'UTC', displayName: null }
  for (const reader of [READERS.list_items, READERS.get_session_state]) {
    if ('tell' in reader) expect(reader.tell(answer, {})).not.toBe('')
  }
  const exported = await exportSession(userId, sessionId)
  expect(exported?.state).toMatchObject({ fine: 1 })
  expect(JSON.parse(JSON.stringify(exported))).toBeTruthy()
  const { revision } = await run('set_value', { key: 'fine', value: 2 })
  await run('undo', { revision: revision as number })
  expect(await state().get('fine')).toBe(1)
  await run('add_items', { id: newId(), list: 'shopping', items: [`thing ${newId()}`] })
  await run('create_list', { id: newId(), name: `list ${newId().slice(0, 8)}` })
  expect((await duplicateSession(userId, sessionId)).ok).toBe(true)
}

const BAD_VALUES: [string, string, ...(string | number | Uint8Array | null)[]][] = [
  ['half a JSON text', "update state_values set json = ? where id = 'bad' and session_id = ?", '{"a": '],
  ['an empty text', "update state_values set json = '' where id = 'bad' and session_id = ?"],
  ['bytes', "update state_values set json = ? where id = 'bad' and session_id = ?", new Uint8Array([1, 255])],
  ['a number', "update state_values set json = 1e999 where id = 'bad' and session_id = ?"],
  [
    'a text over the limit',
    "update state_values set json = ? where id = 'bad' and session_id = ?",
    `"${'x'.repeat(20_000)}"`,
  ],
  [
    'a polluting key',
    "update state_values set json = ? where id = 'bad' and session_id = ?",
    '{"__proto__": {"polluted": 1}}',
  ],
  [
    'a thousand levels',
    "update state_values set json = ? where id = 'bad' and session_id = ?",
    '['.repeat(1e5) + ']'.repeat(1e5),
  ],
  [
    'a time that is none',
    "update state_values set expires_at = 'soon', json = '{' where id = 'bad' and session_id = ?",
  ],
]

test.each(BAD_VALUES)(
  'a value with %s is shown as damaged, and set or deleted like others',
  async (_what, text, ...args) => {
    await run('set_value', { key: 'bad', value: 'was good' })
    await sql(text, ...args)
    const bad = async () => readValues(await rows(), Date.now()).find((read) => read.key === 'bad')
    expect(await bad()).toMatchObject({ state: 'damaged' })
    expect(await state().get('bad', 'none')).toBe('none')
    await expectAllElseLives()
    const set = await run('set_value', { key: 'bad', value: { good: true } })
    expect(await state().get('bad')).toEqual({ good: true })
    await run('undo', { revision: set.revision as number })
    expect(await bad()).toMatchObject({ state: 'damaged' })
    const gone = await run('delete_value', { key: 'bad' })
    expect(await bad()).toBeUndefined()
    await run('undo', { revision: gone.revision as number })
    expect(await bad()).toMatchObject({ state: 'damaged' })
    await run('merge_state', { id: newId(), state: { bad: { merged: 1 } } })
    expect(await state().get('bad')).toEqual({ merged: 1 })
  },
)

test.each([['a.b'], ['tasks'], ['lists'], ['__proto__'], [' '], ['']])(
  'a value under %j, which is no key, is shown and can be deleted',
  async (key) => {
    await sql(
      "insert into state_values (id, json, expires_at, revision, session_id) values (?, '1', null, 1, ?)",
      key,
    )
    expect(readValues(await rows(), Date.now())).toContainEqual(
      expect.objectContaining({ key, state: 'damaged' }),
    )
    await expectAllElseLives()
    expect((await exportSession(board.userId, board.sessionId))?.state.tasks).toHaveLength(1)
    await run('delete_value', { key })
    expect((await rows()).values.has(key)).toBe(false)
  },
)

test.each([
  ["update lists set name = '' where session_id = ?"],
  ["update lists set rank = 'no rank!' where session_id = ?"],
  ["update lists set rank = '', name = x'ff' where session_id = ?"],
])('a list after “%s” is shown with what is on it, renamed and deleted', async (text) => {
  await run('create_list', { id: 'packing-01', name: 'packing' })
  await run('add_items', { id: 'items-0001', list: 'packing', items: ['socks'] })
  await sql(text.replace('where', "where id = 'packing-01' and"))
  const bad = (await rows()).lists.get('packing-01')
  expect(bad?.name).toMatch(/^(damaged packin|packing)$/)
  expect(await state().get(`lists.${bad?.name}`)).toEqual(['socks'])
  await expectAllElseLives()
  const renamed = await run('rename_list', { list: 'packing-01', name: 'travel' })
  expect(await state().get('travel_list')).toEqual(['socks'])
  await run('undo', { revision: renamed.revision as number })
  const gone = await run('delete_list', { list: 'packing-01' })
  expect((await rows()).lists.has('packing-01')).toBe(false)
  await run('undo', { revision: gone.revision as number })
  expect((await rows()).items.get('items-0001-0')?.text).toBe('socks')
})

test.each([
  ["update list_items set text = '' where id = 'shopping-1-1' and session_id = ?"],
  ["update list_items set rank = 'zzz-' where id = 'shopping-1-1' and session_id = ?"],
  [
    "update list_items set text = x'00', rank = '', checked = 'perhaps' where id = 'shopping-1-1' and session_id = ?",
  ],
])('an item after “%s” is shown, edited, ticked and taken off', async (text) => {
  await sql(text)
  const bad = async () => (await rows()).items.get('shopping-1-1')
  expect((await bad())?.text).toMatch(/^(damaged shoppi|eggs)$/)
  await expectAllElseLives()
  const item = 'shopping-1-1'
  const edited = await run('edit_item', { list: 'shopping', item, text: 'brown eggs' })
  expect((await bad())?.text).toBe('brown eggs')
  await run('check_items', { list: 'shopping', items: [item] })
  await run('edit_item', { list: 'shopping', item, before: 'shopping-1-0' })
  expect(await state().get('shopping_list[0]')).toBe('brown eggs')
  expect(edited.changes).toHaveLength(1)
  await run('remove_items', { list: 'shopping', items: [item] })
  expect(await bad()).toBeUndefined()
})

test.each([
  ["update checkpoints set name = '' where session_id = ?"],
  ["update checkpoints set at = 'then' where session_id = ?"],
  ["update checkpoints set at = -1, created_at = 'then' where session_id = ?"],
])('a checkpoint after “%s” is shown and can be removed', async (text) => {
  await sql(text)
  const [bad] = (await rows()).checkpoints.values()
  expect(bad?.name).toMatch(/^(damaged checkp|first)$/)
  await expectAllElseLives()
  const back = await execute(by(board), { name: 'restore', input: { checkpoint: 'checkpoint-1' } })
  if (text.includes(' at ='))
    expect(back).toMatchObject({ ok: false, message: expect.stringContaining('corrupted') })
  else expect(back.ok).toBe(true)
  await run('remove_checkpoint', { checkpoint: 'checkpoint-1' })
  expect((await rows()).checkpoints.size).toBe(0)
  await run('save_checkpoint', { id: newId(), name: 'second' })
  await run('restore', {})
})

test('a row nothing can be made of is counted, and all else lives', async () => {
  await sql("update list_items set list_id = x'ff' where id = 'shopping-1-1' and session_id = ?")
  const { items, damaged } = await rows()
  expect([items.has('shopping-1-1'), damaged]).toEqual([false, 1])
  await expectAllElseLives()
})

const BAD_TASKS: [string, string, object][] = [
  ['status', "status = 'banana'", { status: 'open' }],
  ['percent', 'completion = 150', { completion: 0 }],
  ['title', "title = ''", { title: expect.stringMatching(/^damaged /) }],
  ['labels', "labels = '{'", { labels: [] }],
  ['due date', "due_date = 'soon'", { dueDate: null }],
  ['position', "rank = '???'", { rank: 'a0' }],
  ['priority and notes', "priority = 'urgent!', notes = x'ff'", { priority: 'none', notes: '' }],
  ['time it was added', "created_at = 'then'", { createdAt: 0 }],
]

test.each(BAD_TASKS)('a task with a bad %s is shown, named and repaired', async (name, set, expected) => {
  await execute(by(board), addTask('another'))
  await sql(`update tasks set ${set} where number = 1 and session_id = ?`)
  const task = async () => [...(await rows()).tasks.values()].find(({ number }) => number === 1)
  const corrupted = async () => {
    const told = await readState(board.userId, board.sessionId, 'corrupted')
    return (
      told &&
      getSessionState.tell(
        { ...told, now: Date.now(), timeZone: 'UTC', displayName: null },
        { key: 'corrupted' },
      )
    )
  }
  expect(await task()).toMatchObject(expected)
  expect((await rows()).damaged).toBe(0)
  for (const field of name.split(' and ')) expect(await corrupted()).toContain(field)
  expect(await corrupted()).toContain('To repair a task, say “repair task 1”.')
  const { id = '' } = (await task()) ?? {}
  expect(await readApiState(board.userId, board.sessionId)).toMatchObject({
    damagedTasks: [{ id, number: 1 }],
  })
  await expectAllElseLives()
  const { revision, reply } = await run('repair_task', { task: id })
  expect(reply).toContain('Set to defaults: ')
  expect(await task()).not.toHaveProperty('corrupted')
  expect(await corrupted()).toBe('Nothing on this board is corrupted.')
  expect(await readApiState(board.userId, board.sessionId)).not.toHaveProperty('damagedTasks')
  const again = await run('repair_task', { task: id })
  expect([again.revision, again.reply]).toEqual([null, expect.stringContaining('isn’t corrupted')])
  // There is nothing to go back to: what was stored could not be read.
  await execute(by(board), { name: 'undo', input: { revision } })
  expect(await task()).not.toHaveProperty('corrupted')
  expect(await exportSession(board.userId, board.sessionId)).not.toBeNull()
})

test('a corrupted task is removed and restored, and a field that is set is no longer corrupted', async () => {
  await sql("update tasks set status = 'banana', priority = 'urgent!' where session_id = ?")
  const [bad] = (await rows()).tasks.values()
  if (!bad) throw new Error('there is no task')
  expect(bad.corrupted?.map(({ field }) => field)).toEqual(['status', 'priority'])
  await run('update_task', { task: bad.id, priority: 'high' })
  expect((await rows()).tasks.get(bad.id)).toMatchObject({
    priority: 'high',
    corrupted: [{ field: 'status' }],
  })
  const { revision } = await run('remove_task', { task: bad.id })
  expect((await rows()).tasks.size).toBe(0)
  await run('undo', { revision: revision as number })
  expect((await rows()).tasks.get(bad.id)).toMatchObject({ status: 'open', priority: 'high' })
  expect((await rows()).tasks.get(bad.id)).not.toHaveProperty('corrupted')
})

test('programs repair a task by an operation', async () => {
  await sql("update tasks set status = 'banana' where session_id = ?")
  const [bad] = (await rows()).tasks.values()
  const done = await runOperations(board, [{ repair: bad?.id ?? '' }])
  expect(done).toMatchObject({ ok: true, results: [true] })
  expect((await rows()).tasks.get(bad?.id ?? '')).not.toHaveProperty('corrupted')
})

test('a task or a category with a bad rank is shown, and rows are added after it', async () => {
  await sql("update tasks set rank = '???' where session_id = ?")
  await sql("update categories set rank = '' where name = 'personal' and session_id = ?")
  await execute(by(board), addTask('another'))
  await run('add_category', { id: newId(), name: 'home' })
  const { tasks, categories, damaged } = await rows()
  expect([tasks.size, categories.size, damaged]).toEqual([2, 4, 0])
})

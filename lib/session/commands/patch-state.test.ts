import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { rawClient } from '#db/client.ts'
import { openTestDatabase } from '#db/testing.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { setTemplateDefaults } from '#lib/board/state/template.ts'
import { LIMITS } from '#lib/limits.ts'
import { readApiState } from './api-state.ts'
import { execute } from './execute.ts'
import { addTask, type Board, by, newBoard } from './execute-cases.ts'
import { type Patch, patchState } from './patch-state.ts'
import { readBoard, sessionState } from './session-state.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())
afterEach(() => setTemplateDefaults())

async function now(board: Board) {
  const found = await readApiState(board.userId, board.sessionId)
  if (!found) throw new Error('there is no such board')
  return found
}

/** Decided on the newest revision. */
async function patch(board: Board, given: Patch) {
  return patchState(board, { revision: (await now(board)).revision, ...given })
}

test('the state has tasks, categories and lists by name, and values unchanged', async () => {
  const board = await newBoard()
  await execute(by(board), [
    addTask('write it down', { category: undefined, priority: 'high' }),
    { name: 'add_items', input: { id: newId(), list: 'shopping', items: ['milk', 'eggs'] } },
    { name: 'set_value', input: { key: 'counter', value: 3 } },
  ])
  expect(await now(board)).toEqual({
    revision: 2,
    state: {
      tasks: [
        {
          id: expect.any(String),
          number: 1,
          title: 'write it down',
          notes: '',
          status: 'open',
          completion: 0,
          category: 'general',
          priority: 'high',
          effort: 'none',
          dueDate: null,
          labels: [],
          blockedReason: '',
          createdAt: expect.any(Number),
          doneAt: null,
        },
      ],
      categories: ['general', 'work', 'personal'],
      shopping_list: ['milk', 'eggs'],
      counter: 3,
      user: { preferences: {} },
    },
  })
})

test('state and revision are consistent during concurrent writes', async () => {
  const board = await newBoard()
  let done = false
  const writing = (async () => {
    for (let i = 0; i < 25; i += 1) await execute(by(board), addTask(`task ${i}`))
    done = true
  })()
  let reads = 0
  while (!done) {
    const found = await readBoard(board.userId, board.sessionId)
    // The first revision made the board, each later one a task.
    expect(found?.board.tasks.size).toBe((found?.revision ?? 0) - 1)
    reads += 1
  }
  await writing
  expect(reads).toBeGreaterThan(10)
})

test('a patch merges, sets and deletes as one revision', async () => {
  const board = await newBoard()
  const state = sessionState(by(board))
  await state.set('user', { name: 'Ana', preferences: { theme: 'dark', size: 2 } })
  await state.set('old', true)
  const { revision } = await now(board)
  const patched = await patchState(board, {
    revision,
    state: { user: { age: 30 }, tags: ['a'], shopping_list: ['milk'] },
    set: { 'user.preferences': { theme: 'light' }, 'deep.er.still': 1 },
    delete: ['old', 'tags[0]'],
  })
  expect(patched).toMatchObject({ ok: true, revision: revision + 1 })
  const { tasks, categories, ...rest } = (await now(board)).state
  expect(rest).toEqual({
    user: { name: 'Ana', age: 30, preferences: { theme: 'light' } },
    tags: [],
    deep: { er: { still: 1 } },
    shopping_list: ['milk'],
  })
  expect(patched).toMatchObject({ state: (await now(board)).state })
})

test('lists are set and deleted by their path', async () => {
  const board = await newBoard()
  await patch(board, { set: { 'lists.shopping': ['milk', 'eggs'] } })
  await patch(board, { set: { 'lists.shopping': ['eggs', 'bread'] } })
  expect((await now(board)).state.shopping_list).toEqual(['eggs', 'bread'])
  await patch(board, { delete: ['lists.shopping'] })
  expect((await now(board)).state.shopping_list).toBeUndefined()
  await patch(board, { set: { shopping_list: ['milk'] } })
  await patch(board, { set: { shopping_list: ['tea', 'milk'] } })
  expect((await now(board)).state.shopping_list).toEqual(['tea', 'milk'])
  await patch(board, { delete: ['shopping_list'] })
  expect((await now(board)).state.shopping_list).toBeUndefined()
})

test('a patch is atomic', async () => {
  const board = await newBoard()
  const before = await now(board)
  const refused = await patch(board, { set: { fine: 1 }, delete: ['never was'] })
  expect(refused).toMatchObject({ ok: false, code: 'not_found' })
  expect(await now(board)).toEqual(before)
})

test('of two concurrent patches one succeeds, and the other gets the current state', async () => {
  const board = await newBoard()
  const { revision } = await now(board)
  for (let round = 0; round < 10; round += 1) {
    const at = revision + round
    const both = await Promise.all([
      patchState(board, { revision: at, set: { winner: `a${round}` } }),
      patchState(board, { revision: at, set: { winner: `b${round}` } }),
    ])
    const [won, lost] = both.toSorted((a, b) => Number(b.ok) - Number(a.ok))
    expect(won).toMatchObject({ ok: true, revision: at + 1 })
    expect(lost).toMatchObject({ ok: false, code: 'stale', now: { revision: at + 1 } })
    if (!lost || lost.ok || !won?.ok) throw new Error('one of two')
    expect(lost.now?.state.winner).toBe(won.state.winner)
  }
})

test('an empty patch changes nothing and needs no revision', async () => {
  const board = await newBoard()
  const before = await now(board)
  const empty: Patch[] = [{}, { state: null }, { state: {} }, { set: {} }, { delete: [] }, { revision: 999 }]
  for (const given of empty) expect(await patchState(board, given)).toMatchObject({ ok: true, ...before })
  expect(await now(board)).toEqual(before)
})

test('the revision of a patch is sent in the body or as If-Match, not both', async () => {
  const board = await newBoard()
  const set = { a: 1 }
  expect(await patchState(board, { set })).toMatchObject({ ok: false, status: 428 })
  expect(await patchState(board, { set }, 'yesterday')).toMatchObject({ ok: false, code: 'invalid' })
  expect(await patchState(board, { set, revision: 1 }, '"2"')).toMatchObject({ ok: false, code: 'invalid' })
  expect(await patchState(board, { set }, '"7"')).toMatchObject({ ok: false, code: 'stale' })
  expect(await patchState(board, { set }, 'W/"1"')).toMatchObject({ ok: true, revision: 2 })
  expect(await patchState(board, { set: { a: 2 } }, '*')).toMatchObject({ ok: true, revision: 3 })
  expect((await now(board)).state.a).toBe(2)
})

test.each(['tasks', 'categories'])('%s are refused with the tools that change them', async (key) => {
  const board = await newBoard()
  const tool = key === 'tasks' ? 'add_task' : 'add_category'
  for (const given of [{ state: { [key]: [] } }, { set: { [key]: [] } }, { delete: [key] }] as Patch[]) {
    const message = expect.stringContaining(tool)
    expect(await patch(board, given)).toMatchObject({ ok: false, message })
  }
  expect((await now(board)).revision).toBe(1)
})

test('a foreign board looks like a missing one', async () => {
  const [mine, theirs] = [await newBoard(), await newBoard()]
  const stranger = { userId: mine.userId, sessionId: theirs.sessionId }
  expect(await readApiState(stranger.userId, stranger.sessionId)).toBeNull()
  const none = await patchState({ ...mine, sessionId: newId() }, { revision: 1, set: { a: 1 } })
  expect(none).toEqual({ ok: false, code: 'not_found', message: expect.any(String) })
  for (const given of [{ set: { a: 1 }, revision: 1 }, { set: { a: 1 }, revision: 99 }, {}]) {
    expect(await patchState(stranger, given)).toEqual(none)
  }
  expect((await now(theirs)).revision).toBe(1)
})

test('too many paths in one call are refused with the limit', async () => {
  const board = await newBoard()
  const set = Object.fromEntries(Array.from({ length: LIMITS.commandsPerCall + 1 }, (_, i) => [`k${i}`, i]))
  expect(await patch(board, { set })).toMatchObject({ ok: false, code: 'limit' })
  expect(await patch(board, { state: set })).toMatchObject({ ok: true })
})

test('a corrupted value is named, and everything else works', async () => {
  const board = await newBoard()
  await patch(board, { set: { fine: 1, broken: 2 } })
  const { sessionId } = board
  const sql = "update state_values set json = '{oops' where session_id = ? and id = 'broken'"
  await rawClient().execute({ sql, args: [sessionId] })
  expect(await now(board)).toMatchObject({ damaged: ['broken'], state: { fine: 1 } })
  expect((await now(board)).state).not.toHaveProperty('broken')
  expect(await patch(board, { delete: ['broken'] })).toMatchObject({ ok: true })
  expect(await now(board)).not.toHaveProperty('damaged')
})

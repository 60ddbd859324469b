/** The state through `execute`: one revision per command, expiry, partial undo, schemas for every writer. */
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { everyRow } from '#db/board-store.ts'
import { database } from '#db/client.ts'
import { loadView } from '#db/load-view.ts'
import { stateValues } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import { contextBlock } from '#lib/agent/prompt/context-block.ts'
import { fillFrom } from '#lib/agent/prompt/system-prompt.ts'
import { apply } from '#lib/board/model/changes.ts'
import type { Outcome } from '#lib/board/model/command.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { EMPTY_BOARD } from '#lib/board/model/tables.ts'
import { getSessionState } from '#lib/board/readers/session-state.ts'
import type { JsonObject } from '#lib/board/state/json.ts'
import { readValues } from '#lib/board/state/read-state.ts'
import { setTemplateSchemas } from '#lib/board/state/schemas.ts'
import { setTemplateDefaults } from '#lib/board/state/template.ts'
import { createSession, duplicateSession } from '../boards/create-board.ts'
import { readFeed } from '../feed/feed.ts'
import { applyRetention } from '../maintenance/retention.ts'
import { readSnapshot } from '../queries/snapshot.ts'
import { exportSession } from '../transfer/export.ts'
import { execute } from './execute.ts'
import { addTask, type Board, by, expectLogGivesRows, newBoard, rowsOf } from './execute-cases.ts'
import { readState, sessionState } from './session-state.ts'

const NOW = Date.UTC(2030, 0, 1)
const model = { kind: 'offline', name: 'Offline model' } as const

let close: () => void
let board: Board
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())
beforeEach(async () => {
  board = await newBoard()
})
afterEach(() => {
  setTemplateDefaults()
  setTemplateSchemas()
})

const state = (now = NOW) => sessionState(by(board, { now }))
const run = (name: string, input: object, now = NOW) => execute(by(board, { now }), { name, input })
const undo = (revision: number, now = NOW) => run('undo', { revision }, now)

function accepted(outcome: Outcome): { ok: true; revision: number; reply: string; left?: string } {
  if (!outcome.ok) throw new Error(outcome.message)
  if (outcome.revision === null) throw new Error(`nothing changed: ${outcome.reply}`)
  return { ...outcome, revision: outcome.revision }
}

const did = async (outcome: Promise<Outcome>) => accepted(await outcome).revision

test('fifty concurrent increments count fifty, each as its own revision', async () => {
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => state().increment('counter')))
  expect(await state().get('counter')).toBe(50)
  expect(new Set(outcomes.map((outcome) => accepted(outcome).revision)).size).toBe(50)
  await expectLogGivesRows(board)
})

const update = (updates: object) =>
  run('update_session_state', { id: newId(), session_state_updates: updates })

test('the agent’s update changes only what it names, at any depth', async () => {
  const user = { name: 'Alice', email: 'a@example.com', preferences: { theme: 'light', language: 'en' } }
  await did(state().set('user', user))
  expect(accepted(await update({ user: { preferences: { theme: 'dark' } } })).reply).toBe(
    'Noted: your theme is dark.',
  )
  const revision = await did(update({ user: { email: null, preferences: { language: null } }, counter: 2 }))
  expect(await state().getAll()).toEqual({
    user: { name: 'Alice', preferences: { theme: 'dark' } },
    counter: 2,
  })
  await did(undo(revision))
  expect(await state().get('user')).toEqual({ ...user, preferences: { theme: 'dark', language: 'en' } })
  expect(await update({ user: { name: 'Alice' } })).toMatchObject({ ok: true, reply: 'Already saved.' })
  await expectLogGivesRows(board)
})

test.each([
  ['values', { values: { counter: 2 } }, 'Set keys directly'],
  ['session_state', { session_state: { counter: 2 } }, 'Set keys directly'],
  ['tasks', { tasks: [] }, 'add_task'],
  ['totals', { counter: 2, totals: { all: 0 } }, 'add_task'],
  ['today', { today: '2030-01-01' }, 'clock'],
  ['dependencies', { dependencies: {}, userSettings: { name: null, language: 'en' } }, 'read-only'],
])(
  'what the block shows under “%s” is not a value: the refusal says what to do',
  async (_, updates, words) => {
    await did(state().set('counter', 1))
    expect(await update(updates)).toMatchObject({ ok: false, message: expect.stringContaining(words) })
    expect(await state().getAll()).toEqual({ user: { preferences: {} }, counter: 1 })
  },
)

test('the block, the tool, the reader and the API hold a key under the same name', async () => {
  await did(update({ counter: 2, shopping_list: ['milk'], lists: { packing: ['socks'] } }))
  const expected = { counter: 2, shopping_list: ['milk'], packing_list: ['socks'] }
  expect(await state().getAll()).toMatchObject(expected)
  const block = await contextBlock(
    {
      sessionId: board.sessionId,
      timeZone: 'UTC',
      message: '',
      manualChanges: '',
      dependencies: {},
      userSettings: { name: null, language: 'en' },
    },
    NOW,
  )
  const shown = JSON.parse(/<session_state>\n(.*)\n<\/session_state>/s.exec(block)?.[1] ?? '')
  expect(shown).toMatchObject(expected)
  // Writing back what was shown changes nothing.
  expect(await update({ counter: shown.counter, shopping_list: shown.shopping_list })).toMatchObject({
    ok: true,
    reply: 'Already saved.',
  })
})

test('a long value is named in the block and read whole, a page at a time', async () => {
  const long = Array.from({ length: 900 }, (_, i) => `line ${i} 😀`)
  await did(state().set('log', long))
  const block = await contextBlock(
    {
      sessionId: board.sessionId,
      timeZone: 'UTC',
      message: '',
      manualChanges: '',
      dependencies: {},
      userSettings: { name: null, language: 'en' },
    },
    NOW,
  )
  expect(block).toContain('"more_keys":["log"]')
  const { rows, facts } = (await readState(board.userId, board.sessionId)) ?? {}
  if (!rows || !facts) throw new Error('no board')
  let json = ''
  for (let offset: number | undefined = 0; offset !== undefined; ) {
    const text = getSessionState.tell(
      { rows, facts, now: NOW, timeZone: 'UTC', displayName: null },
      { key: 'log', offset },
    )
    json += /```json\n(.*)\n```$/s.exec(text)?.[1] ?? ''
    const next = /Use offset (\d+) for more/.exec(text)?.[1]
    offset = next === undefined ? undefined : Number(next)
  }
  expect(JSON.parse(json)).toEqual(long)
})

test('a required field of a value that is missing is named', async () => {
  setTemplateSchemas({
    user: z.looseObject({ name: z.string(), preferences: z.looseObject({ theme: z.string() }) }),
  })
  const refused = (message: string) => ({ ok: false, code: 'invalid', message })
  const way = 'Set every field that user needs in one call.'
  expect(await state().set('user', {})).toEqual(refused(`user.name and user.preferences are missing. ${way}`))
  expect(await state().set('user', { name: 'John', preferences: {} })).toEqual(
    refused(`user.preferences.theme is missing. ${way}`),
  )
  await did(state().set('user', { name: 'John', preferences: { theme: 'dark' }, email: 'j@example.org' }))
  expect(await state().delete('user.name')).toEqual(refused(`user.name is missing. ${way}`))
  expect(await state().set('user.name', 3)).toMatchObject({
    message: expect.stringContaining('user.name does not fit'),
  })
  await did(state().delete('user.email'))
  expect(await state().get('user')).toEqual({ name: 'John', preferences: { theme: 'dark' } })
})

test('several in one call are one revision, and none of them where one is refused', async () => {
  const revision = await did(
    state().apply([
      { set: 'a', to: 1 },
      { increment: 'a', by: 2 },
      { increment: 'stats.opened' },
      { update: 'stats', with: { closed: 5 } },
      { set: 'gone', to: 'x' },
      { delete: 'gone' },
    ]),
  )
  expect(await state().getAll()).toMatchObject({ a: 3, stats: { opened: 1, closed: 5 } })
  expect(await state().has('gone')).toBe(false)
  const refused = await state().apply([{ set: 'a', to: 9 }, { increment: 'stats' }])
  expect(refused).toMatchObject({ ok: false, message: expect.stringContaining('stats isn’t a number') })
  expect(await state().get('a')).toBe(3)
  await did(undo(revision))
  expect(await state().getAll()).toEqual({ user: { preferences: {} } })
  await expectLogGivesRows(board)
})

test('get, has and getAll answer a stranger and a missing board like an empty one', async () => {
  await state().set('a', { b: [1] })
  const stranger = await newBoard()
  const theirs = sessionState({ ...by(board), userId: stranger.userId })
  expect([await theirs.get('a'), await theirs.has('a'), await theirs.getAll()]).toEqual([
    undefined,
    false,
    {},
  ])
  expect(await theirs.get('a', 'none')).toBe('none')
  expect(await theirs.set('a', 2)).toMatchObject({ ok: false, code: 'not_found' })
  expect([await state().get('a.b[0]'), await state().has('a.c'), await state().get('a.c', 7)]).toEqual([
    1,
    false,
    7,
  ])
})

test('concurrent writes to different parts of one value are all kept', async () => {
  const keys = Array.from({ length: 20 }, (_, i) => `k${i}`)
  await Promise.all(
    keys.map((key, i) =>
      i % 2 === 0 ? state().set(`user.${key}`, i) : state().update('user', { [key]: i }),
    ),
  )
  expect(await state().get('user')).toEqual({
    preferences: {},
    ...Object.fromEntries(keys.map((key, i) => [key, i])),
  })
})

test('undo reverts only its own part of a value', async () => {
  await did(state().set('user', { name: 'Ana', age: 30, preferences: { theme: 'light' } }))
  const mine = await did(state().merge({ user: { name: 'Bo', preferences: { theme: 'dark' } } }))
  const theirs = await did(state().set('user.age', 31))
  const size = await did(state().set('user.preferences.size', 'big'))
  const undone = accepted(await undo(mine))
  expect(await state().get('user')).toEqual({
    name: 'Ana',
    age: 31,
    preferences: { theme: 'light', size: 'big' },
  })
  expect(undone.left).toBeUndefined()
  await did(undo(undone.revision))
  expect(await state().get('user.name')).toBe('Bo')
  await did(undo(theirs))
  await did(undo(size))
  expect(await state().get('user')).toEqual({ name: 'Bo', age: 30, preferences: { theme: 'dark' } })
  await expectLogGivesRows(board)
})

test('a part of a value that changed since is kept and named, also if the user restored it', async () => {
  await did(state().set('user', { name: 'Ana', age: 30 }))
  const both = await did(state().update('user', { name: 'Bo', age: 31 }))
  await did(state().set('user.name', 'Cleo'))
  await did(state().set('user.name', 'Bo'))
  const undone = accepted(await undo(both))
  expect(await state().get('user')).toEqual({ name: 'Bo', age: 30 })
  expect(undone.left).toContain('changed since: the value “user.name”')
  const whole = await did(state().set('counter', 5))
  await did(state().increment('counter'))
  expect(await undo(whole)).toMatchObject({ ok: false, code: 'moved_on' })
  expect(await state().get('counter')).toBe(6)
})

test('added, removed and replaced parts are restored', async () => {
  await did(state().set('a', { keep: 1, gone: 2, kind: [1, 2] }))
  const revision = await did(state().set('a', { keep: 1, added: 3, kind: 'text' }))
  await did(state().set('a.other', 9))
  await did(undo(revision))
  expect(await state().get('a')).toEqual({ keep: 1, gone: 2, kind: [1, 2], other: 9 })
})

/** Everything that shows the state, at a given time. */
async function seenAt(now: number): Promise<string[]> {
  const { userId, sessionId } = board
  const template = await fillFrom(sessionId, 'x {code} {user.name}', {}, now)
  const scope = {
    sessionId,
    timeZone: 'UTC',
    message: '',
    manualChanges: '',
    dependencies: {},
    userSettings: { name: null, language: 'en' },
  }
  const snapshot = await readSnapshot(userId, sessionId, { model, agents: [] }, now)
  const view = await database().transaction((tx) =>
    loadView(
      tx,
      { userId, sessionId, turnId: null },
      { nextNumber: 1, taskCount: 0, revision: 0 },
      [{ by: 'values' }],
      now,
    ),
  )
  const feed = (await readFeed(userId, 0, 1_000)).envelopes.reduce(
    (rows, { event }) => (event.kind === 'revision' ? apply(rows, event.revision.changes) : rows),
    EMPTY_BOARD,
  )
  const reader = await readState(userId, sessionId)
  return [
    JSON.stringify(await state(now).get('code', 'none')),
    JSON.stringify(await state(now).has('code')),
    JSON.stringify(await state(now).getAll()),
    template,
    await contextBlock(scope, now),
    JSON.stringify(snapshot?.rows.value),
    JSON.stringify([...view.values.values()]),
    JSON.stringify(readValues(feed, now)),
    JSON.stringify(reader && readValues(reader.rows, now)),
    JSON.stringify((await exportSession(userId, sessionId, now))?.state),
  ]
}

test('a value disappears everywhere exactly when it expires', async () => {
  await did(state().set('code', 'zebra', { ttlSeconds: 60 }))
  const end = NOW + 60_000
  for (const seen of (await seenAt(end - 1)).filter((_text, i) => i !== 1)) expect(seen).toContain('zebra')
  for (const seen of await seenAt(end)) expect(seen).not.toContain('zebra')
  expect(await state(end).has('code')).toBe(false)
  await did(state(end).set('code', 'lion'))
  expect(await state(end + 1_000_000_000).get('code')).toBe('lion')
  await expectLogGivesRows(board)
})

test('the exported log leaves out expired values, and nothing else', async () => {
  await did(state().set('code', 'before'))
  await did(state().set('code', 'zebra', { ttlSeconds: 60 }))
  await did(state().set('code', { animal: 'zebra' }))
  await did(state().merge({ code: { second: 'zebra' }, other: 'stays' }))
  await did(state().set('code', 'after', { ttlSeconds: null }))
  await did(state().set('late', 'lion', { ttlSeconds: 120 }))
  await did(state().set('prolonged', 'tiger', { ttlSeconds: 60 }))
  await did(state().set('prolonged', 'tiger', { ttlSeconds: null }))
  const textAt = async (now: number) =>
    JSON.stringify(await exportSession(board.userId, board.sessionId, now))
  for (const word of ['before', 'zebra', 'stays', 'after', 'lion']) expect(await textAt(NOW)).toContain(word)
  const left = await textAt(NOW + 60_000)
  for (const word of ['before', 'stays', 'after', 'lion', 'tiger']) expect(left).toContain(word)
  expect(left).not.toContain('zebra')
  expect(await textAt(NOW + 120_000)).not.toContain('lion')
})

test('an increment keeps the expiry; it can be changed and removed', async () => {
  await did(state().set('n', 1, { ttlSeconds: 60 }))
  await did(state(NOW + 30_000).increment('n'))
  await did(state(NOW + 30_000).update('n2', { a: 1 }))
  expect(await state(NOW + 59_999).get('n')).toBe(2)
  expect(await state(NOW + 60_000).get('n')).toBeUndefined()
  await did(state(NOW + 59_000).set('n', 2, { ttlSeconds: 60 }))
  expect(await state(NOW + 118_999).get('n')).toBe(2)
  await did(state(NOW + 118_999).set('n', 2, { ttlSeconds: null }))
  expect(await state(NOW + 1e12).get('n')).toBe(2)
  expect(await state(NOW + 60_000).increment('n2')).toMatchObject({ ok: false })
})

test('an expired counter starts from zero, and its row is deleted', async () => {
  await did(state().set('n', 41, { ttlSeconds: 1 }))
  await did(state().set('stays', 1))
  const rows = () => database().select().from(stateValues).where(eq(stateValues.sessionId, board.sessionId))
  expect((await rows()).map((row) => row.id).sort()).toEqual(['n', 'stays', 'user'])
  await applyRetention(NOW + 999)
  expect((await rows()).map((row) => row.id)).toContain('n')
  await applyRetention(NOW + 1_000)
  expect((await rows()).map((row) => row.id).sort()).toEqual(['stays', 'user'])
  await did(state(NOW + 1_000).increment('n'))
  expect(await state(NOW + 1_000).get('n')).toBe(1)
})

test.each([[false], [true]])('undo never revives what ran out (rows cleared away: %s)', async (isCleared) => {
  const end = NOW + 60_000
  const clear = () => (isCleared ? applyRetention(end) : Promise.resolve())
  const first = await did(state().set('a', 'old', { ttlSeconds: 60 }))
  const changed = await did(state().set('a', 'new'))
  await did(state().set('b', 'old', { ttlSeconds: 60 }))
  const removed = await did(state().delete('b'))
  await did(state().set('c', 'lasting'))
  const timed = await did(state().set('c', 'timed', { ttlSeconds: 60 }))
  await did(state().set('d', 'old', { ttlSeconds: 60 }))
  const forever = await did(state().set('d', 'new', { ttlSeconds: null }))
  await clear()
  for (const revision of [changed, removed, timed, first]) {
    expect((await undo(revision, end)).ok).toBe(false)
  }
  await undo(forever, end)
  const { user: _user, ...left } = (await state(end).getAll()) as JsonObject & { user: unknown }
  expect(left).toEqual({ d: 'new' })
})

test.each([[false], [true]])(
  'going back brings nothing back that ran out (rows cleared away: %s)',
  async (isCleared) => {
    const end = NOW + 60_000
    await did(state().set('gone', 'old', { ttlSeconds: 60 }))
    await did(state().set('replaced', 'old', { ttlSeconds: 60 }))
    await did(state().set('lasting', { a: 1 }))
    await did(state().set('removed', 'then'))
    const then = await did(state().set('touched', 'then'))
    await did(state().set('gone', 'new', { ttlSeconds: null }))
    await did(state().set('lasting', { a: 1 }, { ttlSeconds: 60 }))
    await did(state().delete('removed'))
    await did(state().set('touched', 'now', { ttlSeconds: 60 }))
    await did(state().set('later', 'now'))
    if (isCleared) await applyRetention(end)
    await did(state(end).set('replaced', 'new'))
    await did(run('restore', { revision: then }, end))
    const { user: _user, ...left } = (await state(end).getAll()) as JsonObject & { user: unknown }
    expect(left).toEqual({ lasting: { a: 1 }, removed: 'then', touched: 'then' })
    expect(await state(end + 1e9).get('lasting')).toEqual({ a: 1 })
  },
)

test('a list can take the key of an expired value', async () => {
  await did(state().set('shopping_list', ['x'], { ttlSeconds: 60 }))
  const make = (now: number) => run('create_list', { id: newId(), name: 'shopping' }, now)
  expect(await make(NOW)).toMatchObject({ ok: false, code: 'exists' })
  await did(make(NOW + 60_000))
  expect(await state(NOW + 60_000).get('shopping_list')).toEqual([])
})

const WRITERS: Record<string, (value: unknown) => Promise<Outcome>> = {
  set: (value) => state().set('user', { age: value } as never),
  'set of a part': (value) => state().set('user.age', value as never),
  update: (value) => state().update('user', { age: value } as never),
  merge: (value) => state().merge({ user: { age: value } }),
  overwrite: (value) => state().merge({ user: { age: value } }, true),
  'the agent': (value) =>
    run('update_session_state', { id: newId(), session_state_updates: { user: { age: value } } }),
}

test.each(Object.entries(WRITERS))('%s holds the schema of its key', async (_name, write) => {
  await did(write(30))
  expect(await write('thirty')).toMatchObject({
    ok: false,
    message: expect.stringContaining('user.age does not fit'),
  })
  expect(await write(-1)).toMatchObject({ ok: false })
  expect(await state().get('user.age')).toBe(30)
})

test('increment, delete, undo and restore respect the schema, also a newer one', async () => {
  setTemplateSchemas({ score: z.int().max(3), profile: z.looseObject({ name: z.string() }) })
  await did(state().set('score', 3))
  expect(await state().increment('score')).toMatchObject({ ok: false })
  await did(state().set('profile', { name: 'Ana' }))
  expect(await state().delete('profile.name')).toMatchObject({ ok: false })
  setTemplateSchemas({})
  const then = await did(state().set('score', 10))
  const removed = await did(state().delete('score'))
  const other = await did(state().set('other', 1))
  setTemplateSchemas({ score: z.int().max(3) })
  expect(await undo(removed)).toMatchObject({
    ok: false,
    message: expect.stringContaining('score does not fit'),
  })
  const back = accepted(await run('restore', { revision: then }))
  expect(back.left).toContain('Kept as is: score does not fit')
  expect(await state().has('score')).toBe(false)
  expect(await state().has('other')).toBe(false)
  await did(undo(back.revision))
  expect(await state().has('other')).toBe(true)
  expect(other).toBeGreaterThan(removed)
  await did(state().set('score', 1))
  const small = await did(state().set('score', 2))
  setTemplateSchemas({ score: z.int().min(2) })
  expect(await undo(small)).toMatchObject({
    ok: false,
    message: expect.stringContaining('score does not fit'),
  })
  expect(await state().get('score')).toBe(2)
})

test('a new board copies the template; what the template gets later is read by all, what it changes only by new ones', async () => {
  setTemplateDefaults({ greeting: 'hello', user: { preferences: {} } })
  board = await newBoard()
  setTemplateDefaults({ greeting: 'changed', added: { deep: true }, user: { preferences: {} } })
  expect(await state().get('greeting')).toBe('hello')
  expect(await state().get('added.deep')).toBe(true)
  await did(state().delete('greeting'))
  setTemplateDefaults({ greeting: 'changed again' })
  expect(await state().has('greeting')).toBe(false)
  const made = await createSession(board.userId, NOW)
  if (!made.ok) throw new Error(made.message)
  const fresh = sessionState(by({ ...board, sessionId: made.sessionId }))
  expect(await fresh.get('greeting')).toBe('changed again')
})

test('a duplicated board has the values, without expired ones', async () => {
  await did(state().set('kept', 1))
  await did(state().set('timed', 1, { ttlSeconds: 60 }))
  const copy = async (now: number) => {
    const made = await duplicateSession(board.userId, board.sessionId, now)
    if (!made.ok) throw new Error(made.message)
    return sessionState(by({ ...board, sessionId: made.sessionId }, { now })).getAll()
  }
  expect(await copy(NOW)).toMatchObject({ kept: 1, timed: 1 })
  expect(await copy(NOW + 60_000)).not.toHaveProperty('timed')
})

test('a merge says what it means: nothing given changes nothing, lists are replaced, tasks are never touched', async () => {
  await execute(by(board, { now: NOW }), addTask('stays'))
  await did(state().set('a', { deep: { x: 1, y: [1, 2] } }))
  for (const nothing of [null, undefined, {}]) {
    expect(await state().merge(nothing)).toMatchObject({ ok: true, revision: null })
    expect(await state().merge(nothing, true)).toMatchObject({ ok: true, revision: null })
  }
  await did(state().merge({ a: { deep: { y: [3] } }, b: 1 }))
  expect(await state().getAll()).toMatchObject({ a: { deep: { x: 1, y: [3] } }, b: 1 })
  for (const rows of [{ tasks: [] }, { categories: [] }, { lists: 5 }]) {
    expect(await state().merge(rows)).toMatchObject({ ok: false })
    expect(await state().merge(rows, true)).toMatchObject({ ok: false })
  }
  await did(state().merge({ c: 1 }, true))
  expect(await state().getAll()).toEqual({ c: 1 })
  expect(await rowsOf(board)).toHaveLength(1)
  const { value } = await everyRow(database(), board.sessionId)
  expect(value.filter((row) => row.json === null).map((row) => row.id)).toEqual(['user'])
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database, write } from '#db/client.ts'
import { messages, stateValues, tasks } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import { newId } from '#lib/board/model/new-id.ts'
import type { EverythingExport } from '#lib/board/transfer/format.ts'
import type { Part } from '#lib/board/wire/events.ts'
import { createSession } from '../boards/create-board.ts'
import { archiveSession, deleteSession } from '../boards/lifecycle.ts'
import { execute } from '../commands/execute.ts'
import { addTask, type Board, by, newBoard, runningTurn } from '../commands/execute-cases.ts'
import { sessionState } from '../commands/session-state.ts'
import { exportEverything, exportSession, openExport, streamOf, textOf } from './export.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const NOW = Date.now()
const MINUTE = 60_000

async function exported(board: Board, now?: number) {
  const found = await exportSession(board.userId, board.sessionId, now)
  if (!found) throw new Error('there is no such board')
  return found
}

test('a session is complete: details, rows, lists with items, values with expiry, checkpoints, log and messages', async () => {
  const board = await newBoard()
  const run = (name: string, input: object, now = NOW) => execute(by(board, { now }), { name, input })
  await execute(by(board), addTask('one'))
  await run('add_items', { id: newId(), list: 'shopping', items: ['milk', 'eggs'] })
  await run('check_items', { items: ['eggs'] })
  await run('set_value', { key: 'code', value: 'a', ttl_seconds: 60 })
  await run('set_value', { key: 'counter', value: 3 })
  await run('delete_value', { key: 'user' })
  await run('save_checkpoint', { id: newId(), name: 'before' })
  await runningTurn(board)
  const found = await exported(board, NOW)
  expect(found).toMatchObject({
    format: 'taskboard/2',
    session: { id: board.sessionId, revision: 8, nextNumber: 2, archivedAt: null, instructions: null },
    state: {
      tasks: [{ number: 1, title: 'one', category: 'general' }],
      lists: [
        {
          name: 'shopping',
          items: [
            { text: 'milk', checked: false },
            { text: 'eggs', checked: true },
          ],
        },
      ],
      code: 'a',
      counter: 3,
    },
    expires: { code: NOW + MINUTE },
    deleted: ['user'],
    damaged: [],
    checkpoints: [{ name: 'before', at: 7 }],
    turns: [{ status: 'running', model: 'test', inputTokens: 0, sessionId: board.sessionId }],
    messages: [{ role: 'user', parts: [{ type: 'text', text: 'work' }], sessionId: board.sessionId }],
  })
  expect(found.state).not.toHaveProperty('user')
  expect(found.revisions.map(({ number, actor }) => [number, actor])).toEqual([
    [1, 'system'],
    ...[2, 3, 4, 5, 6, 7, 8].map((number) => [number, 'user']),
  ])
  expect(found.revisions[1]?.changes).toMatchObject([
    { table: 'task', before: null, after: { title: 'one' } },
  ])
})

test('an expired value is nowhere in the file: not in the state, the log or tool outputs', async () => {
  const board = await newBoard()
  const state = (at: number) => sessionState(by(board, { now: at }))
  await state(NOW).set('riddle', 'QUINCE-1', { ttlSeconds: 60 })
  // The same expiry, another text.
  await state(NOW + 1).set('riddle', 'QUINCE-2')
  await state(NOW + 2).merge({ riddle: 'QUINCE-2', other: 'kept' })
  const undone = await execute(by(board, { now: NOW + 3 }), { name: 'undo', input: {} })
  expect(undone).toMatchObject({ ok: true, reply: expect.stringContaining('riddle') })
  await state(NOW + 4).update('deep', { riddle: 'LASTING' })
  await state(NOW + 5).set('deep', { a: 'QUINCE-3' }, { ttlSeconds: 1 })
  await state(NOW + 6).set('plain', 'stays', { ttlSeconds: 3600 })
  const { turn } = await runningTurn(board)
  const tool = (name: string, input: unknown, output: string): Part => {
    const times = { startedAt: 1, endedAt: 2 }
    return {
      type: 'tool',
      callId: newId(),
      step: 0,
      name,
      input,
      state: 'done',
      output,
      revision: null,
      ...times,
    }
  }
  const parts = [
    tool('update_session_state', { session_state_updates: { riddle: 'QUINCE-1' } }, 'said already'),
    tool('get_session_state', { key: null }, '- riddle: "QUINCE-1"'),
    tool('add_task', { title: 'the riddle garden' }, 'Added #1 the riddle garden.'),
  ]
  const row = { id: `${turn.id}-reply`, sessionId: board.sessionId, role: 'assistant' as const, parts }
  await write(async (tx) => {
    await tx.insert(messages).values({ ...row, turnId: turn.id, position: 2, version: 1, createdAt: NOW })
  })
  const during = JSON.stringify(await exported(board, NOW + 10))
  for (const n of [1, 2, 3]) expect(during).toContain(`QUINCE-${n}`)
  const after = await exported(board, NOW + 61_000)
  expect(JSON.stringify(after)).not.toContain('QUINCE')
  // It never expired, though its field has the name of a value that did.
  expect(JSON.stringify(after.revisions.map(({ changes }) => changes))).toContain('LASTING')
  expect(after.state).toMatchObject({ plain: 'stays' })
  expect(after.state).not.toHaveProperty('riddle')
  expect(Object.keys(after.expires)).toEqual(['plain'])
  expect(after.messages.at(-1)?.parts.at(-1)).toMatchObject({ input: { title: 'the riddle garden' } })
  expect(after.revisions.at(-1)?.commands).toMatchObject([{ input: { key: 'plain', value: 'stays' } }])
  // The log still shows that it existed.
  expect(after.revisions[1]).toMatchObject({
    commands: [{ name: 'set_value', input: {} }],
    changes: [{ table: 'value', id: 'riddle', after: { json: null, expiresAt: NOW + MINUTE } }],
  })
})

test('a text replaced before it expired follows its own expiry, and stays if its expiry was removed', async () => {
  const board = await newBoard()
  const at = (now: number) => sessionState(by(board, { now }))
  await at(NOW).set('a', 'OLD', { ttlSeconds: 10 })
  await at(NOW + 1).set('a', 'NEW', { ttlSeconds: null })
  await at(NOW).set('b', 'LASTS', { ttlSeconds: 10 })
  await at(NOW + 1).set('b', 'LASTS', { ttlSeconds: null })
  const text = JSON.stringify(await exported(board, NOW + MINUTE))
  expect(text).not.toContain('OLD')
  expect(text).toContain('NEW')
  expect(text).toContain('LASTS')
})

test('corrupted values are exported separately, and a corrupted row does not break the file', async () => {
  const board = await newBoard()
  await execute(by(board), [addTask('good'), addTask('bad')])
  await database().update(tasks).set({ status: 'banana' }).where(eq(tasks.title, 'bad'))
  await database().update(stateValues).set({ json: '{"broken' }).where(eq(stateValues.id, 'user'))
  const found = await exported(board)
  expect(found.state.tasks).toMatchObject([{ title: 'good' }, { title: 'bad', status: 'open' }])
  expect(JSON.stringify(found)).not.toContain('corrupted')
  expect(found.damaged).toEqual([{ key: 'user', text: '{"broken' }])
  expect(found.state).not.toHaveProperty('user')
})

test('an export of everything has all boards, also archived but not deleted ones, and nothing of other users', async () => {
  const first = await newBoard()
  await execute(by(await newBoard()), addTask('theirs'))
  for (const act of [archiveSession, deleteSession]) {
    const made = await createSession(first.userId)
    if (made.ok) await act(first.userId, made.sessionId)
  }
  await execute(by(first), addTask('mine'))
  const file = exportEverything(first.userId, {}, NOW)
  expect(file.name).toBe(`taskboard ${new Date(NOW).toISOString().slice(0, 10)}.json`)
  const found: EverythingExport = JSON.parse(await textOf(file.pieces))
  expect(found.format).toBe('taskboard/2')
  expect(found.boards.map((each) => each.session.archivedAt !== null).sort()).toEqual([false, true])
  expect(JSON.stringify(found)).not.toContain('theirs')
  const [mine] = found.boards.filter((each) => each.session.id === first.sessionId)
  expect(mine).toEqual(await exported(first, NOW))
})

test('another user’s session has no file; each format has its type and name', async () => {
  const [mine, theirs] = [await newBoard(), await newBoard()]
  expect(await openExport(mine.userId, theirs.sessionId, 'json')).toBeNull()
  await execute(by(mine), addTask('one'))
  const open = async (format: 'json' | 'md' | 'csv') => {
    const file = await openExport(mine.userId, mine.sessionId, format)
    return [file?.name, file?.type.split(';')[0], file && (await new Response(streamOf(file.pieces)).text())]
  }
  expect(await open('md')).toEqual(['Untitled.md', 'text/markdown', expect.stringContaining('- [ ] #1 one')])
  const [name, type, csv] = await open('csv')
  expect([name, type]).toEqual(['Untitled.csv', 'text/csv'])
  expect(csv?.split('\r\n')[1]).toMatch(/^1,"one",Open,0,"general",/)
})

test('a change made while a file is written is in it whole or not at all', async () => {
  const board = await newBoard()
  await execute(by(board), addTask('before'))
  const file = await openExport(board.userId, board.sessionId, 'json')
  if (!file) throw new Error('no file')
  await execute(by(board), addTask('while it is read'))
  await execute(by(board), { name: 'undo', input: { revision: 2 } })
  const found = JSON.parse(await textOf(file.pieces))
  expect(found.state.tasks).toHaveLength(1)
  expect(found.revisions).toHaveLength(2)
  expect(found.revisions[1]).toMatchObject({ number: 2, undoneBy: null })
})

/** The tests of the command bus, run against a database file and a real libSQL server. */
import { and, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { allCategories, allTasks, everyRow } from '#db/board-store.ts'
import { database, write } from '#db/client.ts'
import { changesOf } from '#db/revision-store.ts'
import { revisions, turns } from '#db/schema.ts'
import { apply } from '#lib/board/model/changes.ts'
import type { Outcome } from '#lib/board/model/command.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { EMPTY_BOARD, PLACES, TABLES } from '#lib/board/model/tables.ts'
import type { Task, Value } from '#lib/board/model/types.ts'
import { isExpired } from '#lib/board/state/read-state.ts'
import { findVisit } from '#lib/identity/auth.ts'
import { stopTurn } from '#lib/turns/stop.ts'
import { receiveMessage } from '#lib/turns/turns.ts'
import { createFirstSession } from '../boards/create-board.ts'
import { deleteSession } from '../boards/lifecycle.ts'
import { type CommandContext, execute } from './execute.ts'

export type Board = { userId: string; sessionId: string }

export async function newBoard(): Promise<Board> {
  const { token, sessionId } = await createFirstSession()
  const visit = await findVisit(token)
  if (!visit) throw new Error('the new user is not known')
  return { userId: visit.user.id, sessionId }
}

export const by = (board: Board, more: Partial<CommandContext> = {}): CommandContext => ({
  ...board,
  actor: 'user',
  ...more,
})

export const addTask = (title: string, more: object = {}) => ({
  name: 'add_task',
  input: { id: newId(), title, ...more },
})

export async function rowsOf(board: Board): Promise<Task[]> {
  return (await allTasks(database(), board.sessionId)).rows
}

/** Replaying the log over nothing gives the rows, but for values past their time, which are cleared away and blotted out. */
export async function expectLogGivesRows(board: Board, now = Date.now()): Promise<void> {
  const log = await changesOf(database(), board.sessionId, null)
  const replayed = [...log.keys()]
    .sort((a, b) => a - b)
    .reduce((rows, number) => apply(rows, log.get(number) ?? []), EMPTY_BOARD)
  const rows = await everyRow(database(), board.sessionId)
  const isThere = (row: object) => !('expiresAt' in row) || !isExpired(row as Value, now)
  const byId = (found: Iterable<{ id: string }>) =>
    [...found].filter(isThere).sort((a, b) => (a.id < b.id ? -1 : 1))
  for (const table of TABLES) {
    expect({ table, rows: byId(replayed[PLACES[table]].values()) }).toEqual({
      table,
      rows: byId(rows[table]),
    })
  }
}

function accepted(outcome: Outcome): Extract<Outcome, { ok: true }> {
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome
}

/** A turn that runs, as if a model were at work. */
export async function runningTurn(board: Board) {
  const received = await receiveMessage(board.userId, board.sessionId, { id: newId(), text: 'work' }, 'test')
  if (!received.ok || !received.started) throw new Error('the turn did not begin')
  const { turn } = received.started
  return { turn, token: { id: turn.id, leaseToken: turn.leaseToken } }
}

export function doorCases(): void {
  test('fifty parallel adds by five actors give fifty tasks with distinct numbers', async () => {
    const board = await newBoard()
    const actors = ['user', 'agent', 'mcp', 'import', 'user'] as const
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        execute(by(board, { actor: actors[i % 5] }), addTask(`task ${i}`)),
      ),
    )
    expect(outcomes.every((outcome) => outcome.ok)).toBe(true)
    const rows = await rowsOf(board)
    expect(new Set(rows.map((row) => row.number)).size).toBe(50)
    expect(new Set(rows.map((row) => row.title)).size).toBe(50)
    await expectLogGivesRows(board)
  })

  test('two edits of different fields of one task both survive', async () => {
    const board = await newBoard()
    const add = addTask('first')
    await execute(by(board), add)
    const task = add.input.id
    await Promise.all([
      execute(by(board), { name: 'update_task', input: { task, title: 'second' } }),
      execute(by(board, { actor: 'agent' }), { name: 'update_task_status', input: { task, status: 'done' } }),
    ])
    const [row] = await rowsOf(board)
    expect(row).toMatchObject({ title: 'second', status: 'done', completion: 100 })
    await expectLogGivesRows(board)
  })

  test('the same key five times has one effect and one answer', async () => {
    const board = await newBoard()
    const add = addTask('once')
    const caller = by(board, { key: 'one-key-for-all' })
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => execute(caller, add)))
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
    expect(await rowsOf(board)).toHaveLength(1)
  })

  test('a key that comes again with another input is refused', async () => {
    const board = await newBoard()
    const caller = by(board, { key: 'one-key-for-two' })
    await execute(caller, addTask('one'))
    expect(await execute(caller, addTask('two'))).toMatchObject({ ok: false, code: 'key_reused' })
    expect(await rowsOf(board)).toHaveLength(1)
  })

  test('a refusal is stored in the idempotency record', async () => {
    const board = await newBoard()
    const add = addTask('later there')
    const caller = by(board, { key: 'edit-before-add' })
    const edit = { name: 'update_task', input: { task: add.input.id, title: 'too early' } }
    const first = await execute(caller, edit)
    expect(first).toMatchObject({ ok: false, code: 'not_found' })
    await execute(by(board), add)
    expect(await execute(caller, edit)).toEqual(first)
    expect((await rowsOf(board))[0]?.title).toBe('later there')
  })

  test('of two changes decided on one revision, one is accepted and the other is told', async () => {
    const board = await newBoard()
    const { revision } = accepted(await execute(by(board), addTask('there')))
    const caller = by(board, { expected: revision ?? 0 })
    const outcomes = await Promise.all([execute(caller, addTask('a')), execute(caller, addTask('b'))])
    expect(outcomes.filter((outcome) => outcome.ok)).toHaveLength(1)
    expect(outcomes.find((outcome) => !outcome.ok)).toMatchObject({ code: 'stale' })
    expect(await rowsOf(board)).toHaveLength(2)
    const ahead = by(board, { expected: (revision ?? 0) + 7 })
    expect(await execute(ahead, addTask('c'))).toMatchObject({ code: 'stale' })
    expect(await rowsOf(board)).toHaveLength(2)
  })

  test('a late call of a stopped run changes nothing', async () => {
    const board = await newBoard()
    const { turn, token } = await runningTurn(board)
    accepted(await execute(by(board, { actor: 'agent', turn: token }), addTask('in time')))
    await stopTurn(board.userId, board.sessionId, turn.id)
    const late = await execute(by(board, { actor: 'agent', turn: token }), addTask('too late'))
    expect(late).toMatchObject({ ok: false, code: 'turn_over' })
    expect((await rowsOf(board)).map((row) => row.title)).toEqual(['in time'])
  })

  test('a run whose lease another run took changes nothing', async () => {
    const board = await newBoard()
    const { token } = await runningTurn(board)
    await write(async (tx) => {
      await tx.update(turns).set({ leaseToken: 'another' })
    })
    const outcome = await execute(by(board, { actor: 'agent', turn: token }), addTask('superseded'))
    expect(outcome).toMatchObject({ ok: false, code: 'turn_over' })
    expect(await rowsOf(board)).toEqual([])
  })

  test('a foreign session answers exactly like none', async () => {
    const [mine, theirs] = [await newBoard(), await newBoard()]
    const foreign = await execute({ ...by(theirs), userId: mine.userId }, addTask('not mine'))
    const none = await execute({ ...by(mine), sessionId: newId() }, addTask('nowhere'))
    await deleteSession(theirs.userId, theirs.sessionId)
    const deleted = await execute(by(theirs), addTask('gone'))
    expect(foreign).toEqual(none)
    expect(deleted).toEqual(none)
    expect(await rowsOf(theirs)).toEqual([])
  })

  test('several commands are one revision, and none of them where one is refused', async () => {
    const board = await newBoard()
    const [first, second] = [addTask('one'), addTask('two')]
    const move = { name: 'update_task_status', input: { task: first.input.id, status: 'done' } }
    const outcome = accepted(await execute(by(board), [first, second, move]))
    expect(outcome.changes).toHaveLength(2)
    expect((await rowsOf(board)).map((row) => [row.number, row.status])).toEqual([
      [1, 'done'],
      [2, 'open'],
    ])
    const refused = await execute(by(board), [
      addTask('three'),
      { name: 'remove_task', input: { task: newId() } },
    ])
    expect(refused.ok).toBe(false)
    expect(await rowsOf(board)).toHaveLength(2)
    await expectLogGivesRows(board)
  })

  test('numbers are never used again', async () => {
    const board = await newBoard()
    const last = addTask('two')
    await execute(by(board), addTask('one'))
    await execute(by(board), last)
    await execute(by(board), { name: 'remove_task', input: { task: last.input.id } })
    await execute(by(board), addTask('three'))
    expect((await rowsOf(board)).map((row) => row.number)).toEqual([1, 3])
  })

  test('undo takes back what nobody changed since, and names what moved on', async () => {
    const board = await newBoard()
    const add = addTask('draft')
    const task = add.input.id
    await execute(by(board), add)
    const both = { name: 'update_task', input: { task, title: 'final', priority: 'high' } }
    const { revision } = accepted(await execute(by(board), both))
    await execute(by(board), { name: 'update_task', input: { task, title: 'final, really' } })
    const undone = accepted(await execute(by(board), { name: 'undo', input: { revision } }))
    expect((await rowsOf(board))[0]).toMatchObject({ title: 'final, really', priority: 'none' })
    expect(undone.reply).not.toContain('Kept as is')
    expect(undone.left).toBe('Kept as is, because it changed since: the title of #1 final, really.')
    const [stored] = await database()
      .select({ reply: revisions.reply })
      .from(revisions)
      .where(and(eq(revisions.sessionId, board.sessionId), eq(revisions.number, undone.revision ?? 0)))
    expect(stored?.reply).toBe(`${undone.reply} ${undone.left}`)
    await expectLogGivesRows(board)
  })

  test('undo, redo and undo again walk one’s own steps', async () => {
    const board = await newBoard()
    const undo = { name: 'undo', input: { whose: 'own' } }
    const redo = { name: 'redo', input: { whose: 'own' } }
    const titles = async () => (await rowsOf(board)).map((row) => row.title)
    await execute(by(board), addTask('a'))
    await execute(by(board), addTask('b'))
    await execute(by(board, { actor: 'agent' }), addTask('agent’s'))
    await execute(by(board), undo)
    expect(await titles()).toEqual(['a', 'agent’s'])
    await execute(by(board), undo)
    expect(await titles()).toEqual(['agent’s'])
    expect(await execute(by(board), undo)).toMatchObject({ ok: false, code: 'nothing_to_undo' })
    await execute(by(board), redo)
    await execute(by(board), redo)
    expect((await titles()).sort()).toEqual(['a', 'agent’s', 'b'])
    expect(await execute(by(board), redo)).toMatchObject({ ok: false, code: 'nothing_to_undo' })
    await expectLogGivesRows(board)
  })

  test('undo never gives two categories one name, nor a task a category that is gone', async () => {
    const board = await newBoard()
    const names = async () => (await allCategories(database(), board.sessionId)).rows.map((row) => row.name)
    const [, work, personal] = (await allCategories(database(), board.sessionId)).rows
    const add = addTask('filed', { category: work?.id })
    await execute(by(board), add)
    const task = add.input.id
    const move = { name: 'update_task', input: { task, category: personal?.id } }
    const { revision } = accepted(await execute(by(board), move))
    const gone = accepted(
      await execute(by(board), { name: 'remove_category', input: { category: work?.id } }),
    )
    await execute(by(board), { name: 'undo', input: { revision } })
    expect((await rowsOf(board))[0]?.categoryId).toBe(personal?.id)
    await execute(by(board), { name: 'add_category', input: { id: newId(), name: 'Work' } })
    const back = await execute(by(board), { name: 'undo', input: { revision: gone.revision } })
    expect(back).toMatchObject({ ok: false, code: 'moved_on' })
    expect(await names()).toEqual(['general', 'personal', 'Work'])
    await expectLogGivesRows(board)
  })

  test('undo goes in a call of its own', async () => {
    const board = await newBoard()
    const outcome = await execute(by(board), [addTask('a'), { name: 'undo', input: {} }])
    expect(outcome).toMatchObject({ ok: false, code: 'invalid' })
    expect(await rowsOf(board)).toEqual([])
  })
}

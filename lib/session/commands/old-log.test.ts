/** Entries of the log from before a field existed: read with the defaults that its schema has. */
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { removedTasks } from '#db/board-store.ts'
import { database } from '#db/client.ts'
import { STORED, storedChanges } from '#db/rows.ts'
import { changes } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import type { Task } from '#lib/board/model/types.ts'
import { lastTouched } from '../queries/last-touched.ts'
import { readTrash } from '../queries/trash.ts'
import { exportSession } from '../transfer/export.ts'
import { execute } from './execute.ts'
import { addTask, type Board, by, newBoard, rowsOf } from './execute-cases.ts'
import { resolveTask } from './resolve-references.ts'
import { resolveRemoved } from './resolve-removed.ts'

let close: () => void
const shape: Record<string, z.ZodType> = STORED.task.schema.shape
const { effort } = shape
beforeAll(async () => {
  close = (await openTestDatabase()).close
  // As a field is declared that came later than what is in the log.
  shape.effort = z.string().default('none')
})
afterAll(() => {
  shape.effort = effort as z.ZodType
  close()
})

/** The removal of a task whose log entry is rewritten as an earlier version would have written it. */
async function removedBefore(board: Board, rewrite: (row: Record<string, unknown>) => unknown) {
  const add = addTask('old')
  await execute(by(board), add)
  const removed = await execute(by(board), { name: 'remove_task', input: { task: add.input.id } })
  if (!removed.ok) throw new Error(removed.message)
  const entry = and(
    eq(changes.sessionId, board.sessionId),
    eq(changes.rowId, add.input.id),
    isNull(changes.after),
  )
  const [row] = await database().select().from(changes).where(entry)
  await database()
    .update(changes)
    .set({ before: rewrite({ ...(row?.before as object) }) })
    .where(entry)
  return removed.revision ?? 0
}

const isOld = ({ effort: _effort, ...row }: Record<string, unknown>) => row
const isUnreadable = (row: Record<string, unknown>) => ({ ...row, number: 'seven' })

const undo = (board: Board, revision: number) => execute(by(board), { name: 'undo', input: { revision } })

test('a task that was removed before a field existed is restored with its default', async () => {
  const board = await newBoard()
  const revision = await removedBefore(board, isOld)
  expect(await undo(board, revision)).toMatchObject({ ok: true })
  expect(await rowsOf(board)).toMatchObject([{ title: 'old', effort: 'none' }])
  expect(await execute(by(board), { name: 'redo', input: {} })).toMatchObject({ ok: true })
  expect(await rowsOf(board)).toEqual([])
  expect((await exportSession(board.userId, board.sessionId))?.revisions.length).toBe(5)
})

test('a field that no longer exists is left out', async () => {
  const board = await newBoard()
  const revision = await removedBefore(board, (row) => ({ ...row, colour: 'red' }))
  expect(await undo(board, revision)).toMatchObject({ ok: true })
  expect((await rowsOf(board))[0]).not.toHaveProperty('colour')
})

test('an unreadable entry is skipped, and the rest of the log works', async () => {
  const board = await newBoard()
  const revision = await removedBefore(board, isUnreadable)
  await execute(by(board), addTask('new'))
  expect(await undo(board, revision)).toMatchObject({ ok: false })
  expect(await execute(by(board), { name: 'undo', input: {} })).toMatchObject({ ok: true })
  expect(await rowsOf(board)).toEqual([])
})

test('a removal from before a field existed is found by every reader of the log, an unreadable one by none', async () => {
  for (const [rewrite, isFound] of [
    [isOld, true],
    [isUnreadable, false],
  ] as const) {
    const board = await newBoard()
    await removedBefore(board, rewrite)
    const { sessionId, userId } = board
    const [log] = await database()
      .select()
      .from(changes)
      .where(and(eq(changes.sessionId, sessionId), isNull(changes.after)))
    const id = log?.rowId ?? ''
    const gone = await removedTasks(database(), sessionId, [id])
    expect(gone.get(id)).toEqual(isFound ? expect.objectContaining({ number: 1, effort: 'none' }) : undefined)
    expect((await lastTouched(database(), sessionId)).removed?.numbers).toEqual(isFound ? [1] : [])
    expect(await readTrash(userId, sessionId)).toMatchObject({ rows: isFound ? [{ name: '#1 old' }] : [] })
    const [resolved, restored] = [await resolveTask(sessionId, '#1'), await resolveRemoved(sessionId, '#1')]
    expect([resolved, restored]).toMatchObject([
      { code: isFound ? 'removed' : 'not_found' },
      isFound ? { ok: true, id } : { code: 'not_found' },
    ])
  }
})

test('changes that were stored before a field existed get its default', async () => {
  const board = await newBoard()
  await execute(by(board), addTask('asked'))
  const [row] = await rowsOf(board)
  const { effort: _effort, ...old } = row as Task
  const stored = [{ table: 'task', id: old.id, before: null, after: old }]
  expect(storedChanges(stored)).toEqual([{ ...stored[0], after: { ...old, effort: 'none' } }])
  expect(storedChanges(null)).toEqual([])
})

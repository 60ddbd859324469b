/** Entries of the log from before a field existed: read with the defaults that its schema has. */
import { and, eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { database } from '#db/client.ts'
import { STORED } from '#db/rows.ts'
import { changes } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import { exportSession } from '../transfer/export.ts'
import { execute } from './execute.ts'
import { addTask, type Board, by, newBoard, rowsOf } from './execute-cases.ts'

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

const undo = (board: Board, revision: number) => execute(by(board), { name: 'undo', input: { revision } })

test('a task that was removed before a field existed comes back with its default', async () => {
  const board = await newBoard()
  const revision = await removedBefore(board, ({ effort: _effort, ...row }) => row)
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

test('an entry that can’t be read is passed over, and the rest of the log works', async () => {
  const board = await newBoard()
  const revision = await removedBefore(board, () => ({ title: 7 }))
  await execute(by(board), addTask('new'))
  expect(await undo(board, revision)).toMatchObject({ ok: false })
  expect(await execute(by(board), { name: 'undo', input: {} })).toMatchObject({ ok: true })
  expect(await rowsOf(board)).toEqual([])
})

/** A board holds a number of bytes, whatever way they come in. */
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '#db/client.ts'
import { tasks } from '#db/schema.ts'
import { boardBytes } from '#db/sizes.ts'
import { openTestDatabase } from '#db/testing.ts'
import { readFile } from '#lib/board/transfer/read-file.ts'
import { LIMITS } from '#lib/limits.ts'
import { exported } from '../transfer/import-cases.ts'
import { execute } from './execute.ts'
import { addTask, by, newBoard, rowsOf } from './execute-cases.ts'
import { preview } from './preview.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const FULL = {
  ok: false,
  code: 'limit',
  message:
    'A board can hold up to 16 MB of text; this one would have 16.1. Delete tasks or shorten notes, or start a new board.',
}
const text = 'ü'.repeat(LIMITS.smallBytes)

test('a change that adds much to a full board is refused whole; small ones and those that take away are not', async () => {
  const board = await newBoard()
  const begun = await boardBytes(database(), board.sessionId)
  const add = addTask('large', { notes: text })
  await execute(by(board), add)
  expect((await boardBytes(database(), board.sessionId)) - begun).toBe(
    'large[]'.length + 2 * LIMITS.smallBytes,
  )
  const row = and(eq(tasks.sessionId, board.sessionId), eq(tasks.id, add.input.id))
  await database()
    .update(tasks)
    .set({ notes: 'x'.repeat(LIMITS.boardBytes) })
    .where(row)
  const before = await rowsOf(board)

  const much = addTask('more', { notes: text })
  expect(await execute(by(board), much)).toMatchObject(FULL)
  expect(await execute(by(board), [addTask('first'), much])).toMatchObject(FULL)
  expect(await preview(by(board), much)).toMatchObject(FULL)
  expect(await rowsOf(board)).toEqual(before)

  expect(await execute(by(board), addTask('little'))).toMatchObject({ ok: true })
  expect(await execute(by(board), { name: 'remove_task', input: { task: add.input.id } })).toMatchObject({
    ok: true,
  })
  expect(await execute(by(board), addTask('more', { notes: text }))).toMatchObject({ ok: true })
})

test('a file of a board that is larger than boards can be is refused', async () => {
  const board = await newBoard()
  await execute(by(board), addTask('one'))
  const file = await exported(board)
  const [task] = file.state.tasks
  const many = Math.ceil(LIMITS.boardBytes / LIMITS.notesChars)
  file.state.tasks = Array.from({ length: many }, (_, i) => ({
    ...(task as (typeof file.state.tasks)[number]),
    ...{ id: `task-${i}-of-many`, number: i + 1, notes: 'x'.repeat(LIMITS.notesChars) },
  }))
  expect(readFile(JSON.stringify(file), Date.now())).toMatchObject({
    ok: false,
    path: 'state',
    message: expect.stringContaining('A board can hold up to 16 MB of text'),
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#db/testing.ts'
import { readFile } from '#lib/board/transfer/read-file.ts'
import { execute } from '../commands/execute.ts'
import { addTask, by, newBoard } from '../commands/execute-cases.ts'
import { exported } from './import-cases.ts'
import { readInThread } from './read-in-thread.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

/** As another instance of the module throws it. */
const LATE = Object.assign(new Error(), { name: 'OutOfTime' })

test('a file is read in the thread with the same result, in pieces', async () => {
  const board = await newBoard()
  const tasks = Array.from({ length: 30 }, (_, i) => addTask(`task ${i}`, { notes: 'x'.repeat(9_999) }))
  await execute(by(board), tasks)
  await execute(by(board), { name: 'set_value', input: { key: 'a', value: { b: [1, null] } } })
  const file = await exported(board)
  const text = JSON.stringify({
    format: 'taskboard/2',
    boards: [file, { ...file, revisions: [] }],
    memories: [{ text: 'likes tea', source: 'user', createdAt: 1 }],
    documents: [{ name: 'notes', tags: ['a'], text: 'A text.' }],
  })
  const read = await readInThread('ana', text)
  expect(read).toEqual(JSON.parse(JSON.stringify(readFile(text, Date.now()))))
  expect(read).toMatchObject({ ok: true, memories: [{ text: 'likes tea' }], documents: [{ name: 'notes' }] })
})

test('a problem with a file is reported as without a thread', async () => {
  for (const text of ['{', '{"format":"taskboard/2","session":{}}', '['.repeat(200_000)]) {
    expect(await readInThread('ana', text)).toEqual(readFile(text, Date.now()))
  }
})

test('a file that takes too long is refused with what to do', async () => {
  expect(await readInThread('ana', '{}', () => Promise.reject(LATE))).toMatchObject({
    ok: false,
    code: 'limit',
    message: expect.stringContaining('Export fewer boards'),
  })
})

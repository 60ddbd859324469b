/** Pages are limited in bytes, not only in rows. */
import { generateKeyBetween } from 'fractional-indexing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database, write } from '#db/client.ts'
import { changes, messages } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { taskRow } from '#lib/board/testing.ts'
import type { Envelope } from '#lib/board/wire/events.ts'
import { LIMITS } from '#lib/limits.ts'
import { execute } from '../commands/execute.ts'
import { addTask, type Board, by, newBoard, runningTurn } from '../commands/execute-cases.ts'
import { readFeed } from '../feed/feed.ts'
import { turnFromRow } from '../feed/to-wire.ts'
import { activeRevisionsOf, readMessages } from './messages.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const notes = 'x'.repeat(LIMITS.notesChars)

const CATEGORY = { id: 'category-1', name: 'general', rank: 'a0' }

/** One large revision, as from an import. */
async function addBytes(board: Board, bytes: number): Promise<void> {
  const tasks = Array.from({ length: Math.ceil(bytes / LIMITS.notesChars) }, (_, i) =>
    taskRow(i + 1, { id: newId(), notes, rank: generateKeyBetween(null, null) }),
  )
  const rows = { tasks, categories: [CATEGORY], lists: [], items: [], values: [] }
  const input = { id: newId(), from: 'a file', history: 0, ...rows }
  const outcome = await execute(by(board, { actor: 'import' }), { name: 'import_rows', input })
  if (!outcome.ok) throw new Error(outcome.message)
}

test('a page of the feed ends at its size limit, and the next one continues', async () => {
  const board = await newBoard()
  const start = (await readFeed(board.userId, 0)).cursor
  const size = LIMITS.pageBytes * 0.4
  for (let i = 0; i < 6; i += 1) await addBytes(board, size)
  const heard: Envelope[] = []
  let [cursor, pages, more] = [start, 0, true]
  for (; more; pages += 1) {
    const page = await readFeed(board.userId, cursor)
    expect(bytesOf(page)).toBeLessThan(LIMITS.pageBytes * 1.1)
    heard.push(...page.envelopes)
    cursor = page.cursor
    more = page.more
  }
  expect(pages).toBe(3)
  const numbers = heard.flatMap(({ event }) => (event.kind === 'revision' ? [event.revision.number] : []))
  expect(numbers).toEqual([2, 3, 4, 5, 6, 7])
  // Each says where it continues, over the ends of pages too.
  expect(heard.slice(1).map(({ after }) => after)).toEqual(heard.slice(0, -1).map((one) => one.cursor))
})

test('a single change larger than a page becomes a reset, and later ones are delivered', async () => {
  const board = await newBoard()
  const start = (await readFeed(board.userId, 0)).cursor
  await execute(by(board), addTask('before'))
  for (let i = 0; i < 3; i += 1) await addBytes(board, LIMITS.pageBytes * 1.1)
  await execute(by(board), addTask('after'))
  const page = await readFeed(board.userId, start)
  const kinds = page.envelopes.map(({ event }) => event.kind)
  expect(kinds).toEqual(['revision', 'reset', 'reset', 'reset', 'revision'])
  expect(page.more).toBe(false)
  expect(bytesOf(page)).toBeLessThan(10_000)
  expect((await readFeed(board.userId, page.cursor)).envelopes).toEqual([])
})

test('a page of messages ends at its size limit, and has at least one', async () => {
  const board = await newBoard()
  const said = (position: number, bytes: number) => ({
    ...{ id: newId(), sessionId: board.sessionId, role: 'assistant' as const, turnId: `turn-${position}` },
    ...{ parts: [{ type: 'text', text: 'x'.repeat(bytes) }], position, version: 1, createdAt: 1 },
  })
  const sizes = [10, LIMITS.pageBytes * 1.5, LIMITS.pageBytes * 0.6, LIMITS.pageBytes * 0.3, 10]
  await write(async (tx) => {
    await tx.insert(messages).values(sizes.map((bytes, i) => said(i + 1, bytes)))
  })
  const pages: number[][] = []
  for (let before: number | undefined, more = true; more; before = pages.at(-1)?.[0]) {
    const page = await readMessages(database(), board.sessionId, before)
    pages.push(page.messages.map(({ position }) => position))
    more = page.hasOlder
  }
  expect(pages).toEqual([[3, 4, 5], [2], [1]])
})

test('large undoable changes are listed without their rows', async () => {
  const board = await newBoard()
  const { turn, token } = await runningTurn(board)
  const call = by(board, { actor: 'agent', turn: token })
  await execute(call, addTask('small'))
  await write(async (tx) => {
    await tx.insert(changes).values({
      ...{ sessionId: board.sessionId, revision: 2, position: 1, tableName: 'task' },
      rowId: 'large',
      before: null,
      after: { notes: 'x'.repeat(LIMITS.pageBytes) },
    })
  })
  await execute(call, addTask('latest'))
  const standing = await activeRevisionsOf(database(), board.sessionId, [turnFromRow(turn)])
  expect(standing.map(({ number, rows }) => [number, rows.length])).toEqual([
    [2, 0],
    [3, 1],
  ])
})

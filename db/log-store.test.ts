import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from './client.ts'
import { changesAfter } from './log-store.ts'
import { changes } from './schema.ts'
import { openTestDatabase } from './testing.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const isReadable = (i: number) => i % 3 > 0 && (i < 1_500 || i > 3_800)

test('every change after a revision comes once and in order, over the ends of pages and what can’t be read', async () => {
  const rows = Array.from({ length: 4_500 }, (_, i) => ({
    ...{ sessionId: 'a', revision: Math.floor(i / 1_000) + 1, position: i % 1_000, tableName: 'list' },
    // Every third can’t be read, and so can’t a stretch longer than a page.
    ...{
      rowId: `row ${i}`,
      before: null,
      after: isReadable(i) ? { id: `row ${i}`, name: 'x', rank: 'a0' } : {},
    },
  }))
  for (let start = 0; start < rows.length; start += 500) {
    await database()
      .insert(changes)
      .values(rows.slice(start, start + 500))
  }
  const others = { sessionId: 'b', revision: 3, position: 0, tableName: 'task', rowId: 'other' }
  await database().insert(changes).values(others)
  for (const [revision, first] of [
    [0, 0],
    [1, 1_000],
    [4, 4_000],
  ] as const) {
    const found = await changesAfter(database(), 'a', revision)
    expect(found.map(({ id }) => id)).toEqual(
      rows.flatMap(({ rowId }, i) => (i >= first && isReadable(i) ? [rowId] : [])),
    )
  }
  expect(await changesAfter(database(), 'a', 5)).toEqual([])
})

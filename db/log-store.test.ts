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

test('every change after a revision comes once and in order, over the ends of pages too', async () => {
  const rows = Array.from({ length: 4_500 }, (_, i) => ({
    ...{ sessionId: 'a', revision: Math.floor(i / 1_000) + 1, position: i % 1_000, tableName: 'task' },
    ...{ rowId: `row ${i}`, before: null, after: { title: `${i}` } },
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
    expect(found.map(({ id }) => id)).toEqual(rows.slice(first).map(({ rowId }) => rowId))
  }
  expect(await changesAfter(database(), 'a', 5)).toEqual([])
})

/** `write()` with another program at the file: it waits for the lock, fails with a message, and loses nothing. */
import { createClient } from '@libsql/client'
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { database, write } from './client.ts'
import { DatabaseError } from './errors.ts'
import { meta } from './schema.ts'
import { openTestDatabase } from './testing.ts'

let close: () => void
let url: string
beforeAll(async () => {
  const opened = await openTestDatabase()
  close = opened.close
  url = `file:${opened.path}`
})
afterAll(() => close())
afterEach(() => vi.useRealTimers())

const put = (key: string) => write((tx) => tx.insert(meta).values({ key, value: '0' }))

/** Another program holds the write lock. */
async function takeLock(): Promise<{ letGo(): Promise<void> }> {
  const other = createClient({ url })
  const held = await other.transaction('write')
  return {
    async letGo() {
      await held.rollback()
      other.close()
    },
  }
}

/** Committed rows: before the commit only their own connection sees them. */
async function committed(prefix: string): Promise<string[]> {
  const other = createClient({ url })
  const { rows } = await other.execute({ sql: 'select key from meta where key like ?', args: [`${prefix}%`] })
  other.close()
  return rows.map(({ key }) => String(key)).toSorted()
}

test('a write waits for the lock, and everything acknowledged after that is in the file', async () => {
  const other = await takeLock()
  const writing = Promise.all([put('waits-a'), put('waits-b')])
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await committed('waits')).toEqual([])
  await other.letGo()
  await writing
  await put('waits-c')
  await database().insert(meta).values({ key: 'waits-d', value: '0' })
  expect(await committed('waits')).toEqual(['waits-a', 'waits-b', 'waits-c', 'waits-d'])
})

test('if the lock is held too long, all waiting writes fail with a message, and the next one works', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const other = await takeLock()
  const writing = Promise.allSettled([put('long-a'), put('long-b'), put('long-c')])
  vi.setSystemTime(Date.now() + 6_000)
  for (const ended of await writing)
    expect(ended).toEqual({ status: 'rejected', reason: new DatabaseError('busy') })
  await other.letGo()
  // On a connection that met the lock, nothing could be committed until its statements are collected.
  let tries = 0
  await write((tx) => {
    tries += 1
    return tx.insert(meta).values({ key: 'long-d', value: '0' })
  })
  expect(tries).toBe(1)
  expect(await committed('long')).toEqual(['long-d'])
})

test('writes run one by one in order, and each is atomic', async () => {
  await put('count')
  const order: number[] = []
  const add = (n: number) =>
    write(async (tx) => {
      const [row] = await tx.select().from(meta).where(eq(meta.key, 'count'))
      await new Promise((resolve) => setImmediate(resolve))
      await tx
        .update(meta)
        .set({ value: String(Number(row?.value) + 1) })
        .where(eq(meta.key, 'count'))
      if (n % 3 === 0) throw new Error('half-way')
      order.push(n)
    })
  const numbers = Array.from({ length: 30 }, (_, n) => n)
  await Promise.allSettled(numbers.map(add))
  expect(order).toEqual(numbers.filter((n) => n % 3 !== 0))
  const [row] = await database().select({ value: sql<string>`value` }).from(meta).where(eq(meta.key, 'count'))
  expect(row?.value).toBe('20')
})

/** What the server does by itself once it runs. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { database, write } from '#db/client.ts'
import { deviceLinks } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import { start } from './startup.ts'

let close: () => void
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  close = (await openTestDatabase()).close
})
afterAll(() => {
  for (const signal of ['SIGTERM', 'SIGINT']) process.removeAllListeners(signal)
  close()
})

const HOUR = 3_600_000
let made = 0
async function makeExpired(): Promise<void> {
  made += 1
  const row = { codeHash: `link ${made}`, userId: 'somebody', createdAt: 0, expiresAt: 1 }
  await write(async (tx) => {
    await tx.insert(deviceLinks).values(row)
  })
}
const left = async () => (await database().select().from(deviceLinks)).length

test('what is over is cleared away a minute after the start, and every hour', async () => {
  await makeExpired()
  await start()
  await vi.advanceTimersByTimeAsync(50_000)
  expect(await left()).toBe(1)
  await vi.advanceTimersByTimeAsync(11_000)
  await vi.waitFor(async () => expect(await left()).toBe(0))
  await makeExpired()
  await vi.advanceTimersByTimeAsync(HOUR)
  await vi.waitFor(async () => expect(await left()).toBe(0))
})

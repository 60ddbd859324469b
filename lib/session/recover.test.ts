/** Leases: who still renews is left alone, who went away is ended with words, and nobody is ended by an old look. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '#db/client.ts'
import { turns } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { newBoard, runningTurn } from './door-cases.ts'
import { exportSession } from './export.ts'
import { INTERRUPTED, recoverTurns } from './recover.ts'
import { renewLease } from './replies.ts'

const MODEL = 'Offline model'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

/** A turn that has just begun, and the moment its lease ends. */
async function leased() {
  const board = await newBoard()
  const { turn } = await runningTurn(board)
  const status = async () => (await database().select().from(turns).where(eq(turns.id, turn.id)))[0]?.status
  return { board, turn, status, until: turn.leaseUntil }
}

test('a run has its time, and with each renewal as much again', async () => {
  const { turn, status, until } = await leased()
  await recoverTurns(false, MODEL, until)
  expect(await status()).toBe('running')
  expect(await renewLease(turn, until - 1)).toBe('held')
  await recoverTurns(false, MODEL, until - 1 + TURN_LIMITS.leaseMs)
  expect(await status()).toBe('running')
})

test('once its lease ran out it is ended with words, and learns that it is no more its own', async () => {
  const { board, turn, status, until } = await leased()
  await recoverTurns(false, MODEL, until + 1)
  expect(await status()).toBe('interrupted')
  const messages = (await exportSession(board.userId, board.sessionId))?.messages
  expect(messages?.at(-1)?.parts).toEqual([INTERRUPTED])
  expect(await renewLease(turn, until + 2)).toBe('lost')
  expect(await status()).toBe('interrupted')
})

test('a run that renews while the sweep is on its way to it goes on', async () => {
  const { turn, status, until } = await leased()
  const sweeping = recoverTurns(false, MODEL, until + 1)
  const renewing = renewLease(turn, until + 1)
  await Promise.all([sweeping, renewing])
  expect(await renewing).toBe('held')
  expect(await status()).toBe('running')
})

test('where this process has just begun, every run is dead, whatever its lease says', async () => {
  const { status, until } = await leased()
  await recoverTurns(true, MODEL, until - 1)
  expect(await status()).toBe('interrupted')
})

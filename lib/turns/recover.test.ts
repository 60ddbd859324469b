/** Leases: runs that renew are kept, dead runs are ended with a notice, and a stale check ends nothing. */
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { database } from '#db/client.ts'
import { turns } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { newBoard, runningTurn } from '#lib/session/commands/execute-cases.ts'
import { exportSession } from '#lib/session/transfer/export.ts'
import { INTERRUPTED, recoverExpiredTurns } from './recover.ts'
import { renewLease } from './replies.ts'

const MODEL = 'Offline model'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())
afterEach(() => vi.useRealTimers())

/** A turn that has just begun; `letPass` makes so much of its lease the past. */
async function leased() {
  const board = await newBoard()
  const { turn } = await runningTurn(board)
  const row = () =>
    database()
      .select()
      .from(turns)
      .where(eq(turns.id, turn.id))
      .then(([found]) => found)
  const letPass = async (ms: number) => {
    const leaseUntil = ((await row())?.leaseUntil ?? 0) - ms
    await database().update(turns).set({ leaseUntil }).where(eq(turns.id, turn.id))
  }
  return { board, turn, letPass, status: async () => (await row())?.status }
}

test('a lease has a fixed time, and each renewal restarts it', async () => {
  const { turn, letPass, status } = await leased()
  await letPass(TURN_LIMITS.leaseMs / 2)
  await recoverExpiredTurns(false, MODEL)
  expect(await status()).toBe('running')
  expect(await renewLease(turn)).toBe('held')
  await letPass(TURN_LIMITS.leaseMs / 2)
  await recoverExpiredTurns(false, MODEL)
  expect(await status()).toBe('running')
})

test('a run with an expired lease is ended with a notice, and learns that it lost the lease', async () => {
  const { board, turn, letPass, status } = await leased()
  await letPass(TURN_LIMITS.leaseMs + 1)
  await recoverExpiredTurns(false, MODEL)
  expect(await status()).toBe('interrupted')
  const messages = (await exportSession(board.userId, board.sessionId))?.messages
  expect(messages?.at(-1)?.parts).toEqual([INTERRUPTED])
  expect(await renewLease(turn)).toBe('lost')
  expect(await status()).toBe('interrupted')
})

test('a run that renews during the sweep continues', async () => {
  const { turn, letPass, status } = await leased()
  await letPass(TURN_LIMITS.leaseMs + 1)
  const sweeping = recoverExpiredTurns(false, MODEL)
  const renewing = renewLease(turn)
  await Promise.all([sweeping, renewing])
  expect(await renewing).toBe('held')
  expect(await status()).toBe('running')
})

test('when a single process starts, every run is dead, whatever its lease', async () => {
  const { status } = await leased()
  await recoverExpiredTurns(true, MODEL)
  expect(await status()).toBe('interrupted')
})

describe('the clock of a process is a minute off', () => {
  const setClock = (ms: number) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + ms)
  }

  test('ahead: it doesn’t end a turn of another process', async () => {
    const { status } = await leased()
    setClock(60_000)
    await recoverExpiredTurns(false, MODEL)
    expect(await status()).toBe('running')
  })

  test('behind: other processes don’t end its turns, neither new nor renewed ones', async () => {
    setClock(-60_000)
    const { turn, status } = await leased()
    vi.useRealTimers()
    await recoverExpiredTurns(false, MODEL)
    expect(await status()).toBe('running')
    setClock(-60_000)
    expect(await renewLease(turn)).toBe('held')
    vi.useRealTimers()
    await recoverExpiredTurns(false, MODEL)
    expect(await status()).toBe('running')
  })

  test('ahead: after it dies its turns are ended when the lease expires, not a minute later', async () => {
    setClock(60_000)
    const { letPass, status } = await leased()
    vi.useRealTimers()
    await letPass(TURN_LIMITS.leaseMs + 1)
    await recoverExpiredTurns(false, MODEL)
    expect(await status()).toBe('interrupted')
  })
})

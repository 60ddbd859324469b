/** Leases: who still renews is left alone, who went away is ended with words, and nobody is ended by an old look. */
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

test('a run has its time, and with each renewal as much again', async () => {
  const { turn, letPass, status } = await leased()
  await letPass(TURN_LIMITS.leaseMs / 2)
  await recoverExpiredTurns(false, MODEL)
  expect(await status()).toBe('running')
  expect(await renewLease(turn)).toBe('held')
  await letPass(TURN_LIMITS.leaseMs / 2)
  await recoverExpiredTurns(false, MODEL)
  expect(await status()).toBe('running')
})

test('once its lease ran out it is ended with words, and learns that it is no more its own', async () => {
  const { board, turn, letPass, status } = await leased()
  await letPass(TURN_LIMITS.leaseMs + 1)
  await recoverExpiredTurns(false, MODEL)
  expect(await status()).toBe('interrupted')
  const messages = (await exportSession(board.userId, board.sessionId))?.messages
  expect(messages?.at(-1)?.parts).toEqual([INTERRUPTED])
  expect(await renewLease(turn)).toBe('lost')
  expect(await status()).toBe('interrupted')
})

test('a run that renews while the sweep is on its way to it goes on', async () => {
  const { turn, letPass, status } = await leased()
  await letPass(TURN_LIMITS.leaseMs + 1)
  const sweeping = recoverExpiredTurns(false, MODEL)
  const renewing = renewLease(turn)
  await Promise.all([sweeping, renewing])
  expect(await renewing).toBe('held')
  expect(await status()).toBe('running')
})

test('where this process has just begun, every run is dead, whatever its lease says', async () => {
  const { status } = await leased()
  await recoverExpiredTurns(true, MODEL)
  expect(await status()).toBe('interrupted')
})

describe('the clock of a process is a minute off', () => {
  const setClock = (ms: number) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + ms)
  }

  test('ahead: it does not end a turn that runs elsewhere', async () => {
    const { status } = await leased()
    setClock(60_000)
    await recoverExpiredTurns(false, MODEL)
    expect(await status()).toBe('running')
  })

  test('behind: its own turns are not ended elsewhere, neither as they begin nor once they are renewed', async () => {
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

  test('ahead: what it leaves as it dies is ended once the lease is over, not a minute later', async () => {
    setClock(60_000)
    const { letPass, status } = await leased()
    vi.useRealTimers()
    await letPass(TURN_LIMITS.leaseMs + 1)
    await recoverExpiredTurns(false, MODEL)
    expect(await status()).toBe('interrupted')
  })
})

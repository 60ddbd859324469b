/** Start-up: database, turns that a dead server left, and the upkeep that goes on while it runs. */
import { databasePath, openDatabase } from '#db/migrate.ts'
import { interruptAll, recover } from '#lib/agent/control.ts'
import { once } from '#lib/globals.ts'
import { watchConnections } from '#lib/identity/connection.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { describeError, log } from '#lib/log.ts'
import { clearAway } from '#lib/session/retention.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Turns have this long to be stored when the process is asked to end. */
const SHUTDOWN_MS = 8_000

export async function start(): Promise<void> {
  watchConnections()
  await openDatabase()
  // A file is this process's alone, so whatever runs there is dead; on a server only ended leases are.
  await recover(databasePath() !== null)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void shutDown())
  once('upkeep', () => {
    repeat(TURN_LIMITS.leaseRenewMs, () => recover(false))
    // Also soon after the start: many run it for less than an hour at a time.
    setTimeout(() => void quietly(clearAway), MINUTE_MS).unref()
    repeat(HOUR_MS, () => clearAway())
    return true
  })
}

/** Open feeds would keep the process for ever: once the turns are stored, it ends. */
async function shutDown(): Promise<void> {
  setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
  await interruptAll()
  process.exit(0)
}

function repeat(ms: number, work: () => Promise<void>): void {
  setInterval(() => void quietly(work), ms).unref()
}

async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    log().warn({ event: 'upkeep_failed', error: describeError(error) })
  }
}

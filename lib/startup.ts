/** Start-up: database, turns that a dead server left, and the upkeep that goes on while it runs. */

import { backUpDaily } from '#db/backups/daily.ts'
import { checkIfInDoubt } from '#db/file/condition.ts'
import { foldLog, stopKeeper } from '#db/file/keeper.ts'
import { databasePath } from '#db/file/open-file.ts'
import { openDatabase } from '#db/migrate.ts'
import { interruptRuns, recover } from '#lib/agent/run/control.ts'
import { watchConnections } from '#lib/identity/connection.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { describeError, log } from '#lib/log.ts'
import { drainSubscribers } from '#lib/session/feed/notify.ts'
import { applyRetention } from '#lib/session/maintenance/retention.ts'
import { singleton } from '#lib/singletons.ts'

const MINUTE_MS = 60_000
/** How long a change may stand in the log alone. */
const FOLD_MS = 5_000
const HOUR_MS = 60 * MINUTE_MS
/** Turns have this long to be stored when the process is asked to end. */
const SHUTDOWN_MS = 8_000
const FLUSH_MS = 100

export async function start(): Promise<void> {
  watchConnections()
  await startWork()
  watchSignals()
}

/** Also for a program that works on the database without serving it; it ends with `stopWork`. */
export async function startWork(): Promise<void> {
  await openDatabase()
  // A file is this process's alone, so whatever runs there is dead; on a server only ended leases are.
  // On a full disk it has to wait: what is there can be read all the same, and the sweep tries again.
  await quietly(() => recover(databasePath() !== null))
  singleton('upkeep', () => {
    repeat(TURN_LIMITS.leaseRenewMs, () => recover(false))
    repeat(FOLD_MS, foldLog)
    repeat(FOLD_MS, () => checkIfInDoubt())
    // Also soon after the start: many run it for less than an hour at a time.
    setTimeout(() => void everyHour(), MINUTE_MS).unref()
    repeat(HOUR_MS, everyHour)
    return true
  })
}

async function everyHour(): Promise<void> {
  await quietly(() => applyRetention())
  await quietly(async () => {
    const reason = await backUpDaily()
    if (reason !== null) log().error({ event: 'backup_failed', reason })
  })
}

/**
 * Next's own answer to these signals ends the process as soon as no connection is open, whether or not the turns
 * are stored. Ours is the only one, and stays: a second signal shall not cut the first one short.
 */
function watchSignals(): void {
  let asked = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.removeAllListeners(signal)
    process.on(signal, () => {
      if (!asked) void shutDown()
      asked = true
    })
  }
}

/** Turns are stored with what they have, their readers are told, and then nothing keeps the process. */
export async function stopWork(): Promise<void> {
  await interruptRuns()
  await drainSubscribers()
  await quietly(stopKeeper)
}

async function shutDown(): Promise<void> {
  setTimeout(() => process.exit(1), SHUTDOWN_MS).unref()
  await stopWork()
  // What was handed to the sockets leaves in the turns of the loop that follow.
  setTimeout(() => process.exit(0), FLUSH_MS)
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

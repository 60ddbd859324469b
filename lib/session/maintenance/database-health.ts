import { sql } from 'drizzle-orm'
import { read } from '#db/client.ts'
import { DatabaseError } from '#db/errors.ts'
import { verdict } from '#db/file/condition.ts'
import { isInPlace } from '#db/file/keeper.ts'
import { describeError, log } from '#lib/log.ts'

/** Monitoring needs an answer even if a remote database doesn’t respond. */
const PATIENCE_MS = 3_000

/** Whether the database responds in time, and stores what it is sent. */
export async function isDatabaseHealthy(
  ask: () => Promise<unknown> = () => read((db) => db.run(sql`select 1`)),
  patience = PATIENCE_MS,
): Promise<boolean> {
  try {
    await Promise.race([ask(), silence(patience)])
    if (!isInPlace()) throw new DatabaseError('gone')
    if (verdict() !== 'whole') throw new DatabaseError(verdict() === 'damaged' ? 'damaged' : 'io')
    return true
  } catch (error) {
    log().warn({ event: 'database_unwell', error: describeError(error) })
    return false
  }
}

function silence(ms: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error('the database does not answer')), ms).unref()
  })
}

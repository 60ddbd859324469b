/** The time of leases is the database's: several processes share it, and their own clocks need not agree. */
import { randomBytes } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import { turns } from '#db/schema.ts'
import { TURN_LIMITS } from '#lib/limits.ts'

const databaseTime = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`

/** When a lease that is given or renewed by this statement ends. */
export const leaseEnd = sql<number>`${databaseTime} + ${TURN_LIMITS.leaseMs}`

export const newLease = () => ({ leaseToken: randomBytes(16).toString('hex'), leaseUntil: leaseEnd })

export const leaseHasEnded = lt(turns.leaseUntil, databaseTime)

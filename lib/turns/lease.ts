/** Leases use the database's clock: several processes share it, and their own clocks may differ. */
import { randomBytes } from 'node:crypto'
import { lt, sql } from 'drizzle-orm'
import { turns } from '#db/schema.ts'
import { TURN_LIMITS } from '#lib/limits.ts'

const databaseTime = sql<number>`cast(unixepoch('subsec') * 1000 as integer)`

/** The expiry of a lease that this statement takes or renews. */
export const leaseEnd = sql<number>`${databaseTime} + ${TURN_LIMITS.leaseMs}`

export const newLease = () => ({ leaseToken: randomBytes(16).toString('hex'), leaseUntil: leaseEnd })

export const leaseHasEnded = lt(turns.leaseUntil, databaseTime)

import { sql } from 'drizzle-orm'
import { read } from '#db/client.ts'
import { describeError, log } from '#lib/log.ts'

/** Whether the database answers. */
export async function isDatabaseWell(): Promise<boolean> {
  try {
    await read((db) => db.run(sql`select 1`))
    return true
  } catch (error) {
    log().warn({ event: 'database_unwell', error: describeError(error) })
    return false
  }
}

/** Reads the log page by page, for exports. */
import { and, eq, gt, lte, or, type SQL } from 'drizzle-orm'
import type { Change } from '#lib/board/model/changes.ts'
import { breathe, type Reader } from './client.ts'
import { toChange } from './rows.ts'
import { changes } from './schema.ts'

/** A change and its place in the log. */
export type Place = { revision: number; position: number }
export type LoggedChange = Place & { change: Change }

/** Every change of a value up to a revision, oldest first. */
export async function valueChangesOf(db: Reader, sessionId: string, upTo: number): Promise<LoggedChange[]> {
  const ofValues = and(eq(changes.sessionId, sessionId), eq(changes.tableName, 'value'))
  return readable(await logged(db, and(ofValues, lte(changes.revision, upTo))))
}

/** The next changes of the log after a place in it; empty at its end. */
export async function changesFrom(
  db: Reader,
  sessionId: string,
  place: Place,
  upTo: number,
  limit: number,
): Promise<LoggedChange[]> {
  for (let from = place; ; ) {
    const { revision, position } = from
    const later = or(
      gt(changes.revision, revision),
      and(eq(changes.revision, revision), gt(changes.position, position)),
    )
    const rows = await logged(
      db,
      and(eq(changes.sessionId, sessionId), lte(changes.revision, upTo), later),
      limit,
    )
    const found = readable(rows)
    const last = rows.at(-1)
    if (found.length > 0 || !last) return found
    from = last
  }
}

const PAGE = 2_000

/** Every change after a revision, oldest first; read page by page, since a log can be long. */
export async function changesAfter(db: Reader, sessionId: string, revision: number): Promise<Change[]> {
  const found: Change[] = []
  let place: Place = { revision, position: Number.MAX_SAFE_INTEGER }
  for (;;) {
    const page = await changesFrom(db, sessionId, place, Number.MAX_SAFE_INTEGER, PAGE)
    found.push(...page.map(({ change }) => change))
    const last = page.at(-1)
    if (!last) return found
    place = last
    await breathe()
  }
}

type Logged = typeof changes.$inferSelect

async function logged(db: Reader, where: SQL | undefined, limit = -1): Promise<Logged[]> {
  return db.select().from(changes).where(where).orderBy(changes.revision, changes.position).limit(limit)
}

function readable(rows: readonly Logged[]): LoggedChange[] {
  return rows.flatMap((row) => {
    const change = toChange(row)
    return change ? [{ revision: row.revision, position: row.position, change }] : []
  })
}

/** The log page by page, for whoever writes all of it down. */
import { and, eq, gt, lte, or, type SQL } from 'drizzle-orm'
import type { Change } from '#lib/board/model/changes.ts'
import { breathe, type Reader } from './client.ts'
import { toChange } from './revision-store.ts'
import { changes } from './schema.ts'

/** A change and its place in the log. */
export type Place = { revision: number; position: number }
export type LoggedChange = Place & { change: Change }

/** Every change of a value up to a revision, oldest first. */
export async function valueChangesOf(db: Reader, sessionId: string, upTo: number): Promise<LoggedChange[]> {
  const ofValues = and(eq(changes.sessionId, sessionId), eq(changes.tableName, 'value'))
  return logged(db, and(ofValues, lte(changes.revision, upTo)))
}

/** A page of the log after a place in it. */
export async function changesFrom(
  db: Reader,
  sessionId: string,
  { revision, position }: Place,
  upTo: number,
  limit: number,
): Promise<LoggedChange[]> {
  const later = or(
    gt(changes.revision, revision),
    and(eq(changes.revision, revision), gt(changes.position, position)),
  )
  return logged(db, and(eq(changes.sessionId, sessionId), lte(changes.revision, upTo), later), limit)
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
    if (!last || page.length < PAGE) return found
    place = last
    await breathe()
  }
}

async function logged(db: Reader, where: SQL | undefined, limit = -1): Promise<LoggedChange[]> {
  const rows = await db
    .select()
    .from(changes)
    .where(where)
    .orderBy(changes.revision, changes.position)
    .limit(limit)
  return rows.map((row) => ({ revision: row.revision, position: row.position, change: toChange(row) }))
}

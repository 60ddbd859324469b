/** Resolves references of people and models to ids: `#3`, `T-003`, words of a title, the name of a category. */
import { and, asc, desc, eq, isNull, like, or, sql } from 'drizzle-orm'
import { allCategories } from '#db/board-store.ts'
import { type Reader, read } from '#db/client.ts'
import { toChanges } from '#db/rows.ts'
import { changes, tasks } from '#db/schema.ts'
import { removedTasks as removedTasksIn } from '#lib/board/approval-rules.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { type Candidate, matchTitle, referenceNumber, significantWords } from '#lib/board/rules/find-task.ts'
import { fold, joinWords, nameTask } from '#lib/board/text/text.ts'

export type Resolved = { ok: true; id: string } | Refusal

const CANDIDATES = 200
const columns = { id: tasks.id, number: tasks.number, title: tasks.title, status: tasks.status }

export async function resolveTask(sessionId: string, reference: string): Promise<Resolved> {
  return read(async (db) => {
    const number = referenceNumber(reference)
    if (number !== null) return byNumber(db, sessionId, number, reference)
    const [same] = await db
      .select({ id: tasks.id })
      .from(tasks)
      .where(and(eq(tasks.sessionId, sessionId), eq(tasks.id, reference)))
    if (same) return { ok: true, id: same.id }
    const found = matchTitle(reference, await candidates(db, sessionId, reference))
    return 'ok' in found ? found : { ok: true, id: found.id }
  })
}

async function byNumber(db: Reader, sessionId: string, number: number, reference: string): Promise<Resolved> {
  const here = eq(tasks.sessionId, sessionId)
  const [row] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(here, eq(tasks.number, number)))
  if (row) return { ok: true, id: row.id }
  // A bare number can also be a whole title, like "2048".
  const [titled] = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(and(here, eq(tasks.title, reference.trim())))
    .limit(1)
  if (titled) return { ok: true, id: titled.id }
  const removed = await removedTask(db, sessionId, number)
  if (removed)
    return refuse(
      'removed',
      `${nameTask(removed)} was removed. To restore it, say “restore #${removed.number}”.`,
    )
  const near = await db
    .select(columns)
    .from(tasks)
    .where(here)
    .orderBy(sql`abs(${tasks.number} - ${number})`, asc(tasks.number))
    .limit(3)
  if (near.length === 0) return refuse('not_found', `There is no task #${number}. The task list is empty.`)
  return refuse('not_found', `There is no task #${number}. Nearest: ${joinWords(near.map(nameTask))}.`)
}

/** The recently removed task with this number: numbers are never reused. */
async function removedTask(db: Reader, sessionId: string, number: number) {
  const rows = await db
    .select()
    .from(changes)
    .where(and(eq(changes.sessionId, sessionId), eq(changes.tableName, 'task'), isNull(changes.after)))
    .orderBy(desc(changes.revision))
    .limit(CANDIDATES)
  return removedTasksIn(toChanges(rows)).find((row) => row.number === number)
}

/** Titles that share a beginning of a word with the reference; whole words first, the newest of them. */
async function candidates(db: Reader, sessionId: string, reference: string): Promise<Candidate[]> {
  const here = eq(tasks.sessionId, sessionId)
  const stems = significantWords(reference)
    .slice(0, 8)
    .map((word) => `%${escapeLike(word.slice(0, Math.max(3, Math.ceil(word.length / 2))))}%`)
  const shares = or(...stems.map((stem) => like(tasks.title, sql`${stem} escape '\\'`)))
  const rows = await db
    .select(columns)
    .from(tasks)
    .where(and(here, shares))
    .orderBy(sql`${tasks.number} desc`)
    .limit(CANDIDATES)
  const found = rows.length > 0 ? rows : await db.select(columns).from(tasks).where(here).limit(CANDIDATES)
  return found as Candidate[]
}

/** Escapes `%` and `_` in search text. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

export async function resolveCategory(sessionId: string, name: string): Promise<Resolved> {
  return read(async (db) => {
    const { rows } = await allCategories(db, sessionId)
    const wanted = fold(name)
    const found = rows.find((row) => fold(row.name) === wanted || row.id === name)
    if (found) return { ok: true, id: found.id }
    const known = joinWords(rows.map((row) => row.name))
    return refuse('not_found', `There is no category “${name}”. Categories: ${known}. You can add it first.`)
  })
}

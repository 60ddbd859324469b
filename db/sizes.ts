/** Sizes of rows, which SQLite knows without reading them. */
import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { FIELDS, isListField, TASK_FIELD_NAMES } from '#lib/board/model/task-shape.ts'
import type { Reader } from './client.ts'
import { changes, listItems, stateValues, tasks } from './schema.ts'

/** Of a text, in bytes; `null` is nothing. */
export function octets(text: SQLWrapper): SQL<number> {
  return sql<number>`coalesce(octet_length(${text}), 0)`
}

/** The stored size of the changes of revisions, by number. */
export async function changeBytes(
  db: Reader,
  sessionId: string,
  numbers: readonly number[],
): Promise<Map<number, number>> {
  const rows = await db
    .select({
      revision: changes.revision,
      bytes: sql<number>`sum(${octets(changes.before)} + ${octets(changes.after)})`,
    })
    .from(changes)
    .where(and(eq(changes.sessionId, sessionId), inArray(changes.revision, [...numbers])))
    .groupBy(changes.revision)
  return new Map(rows.map(({ revision, bytes }) => [revision, bytes]))
}

/** The fields in which people write what they like. */
const TASK_TEXTS = TASK_FIELD_NAMES.filter(
  (name) => name === 'title' || FIELDS[name].initial === '' || isListField(name),
)

/** The texts of a board as it is. */
export async function boardBytes(db: Reader, sessionId: string): Promise<number> {
  const sum = async (table: typeof tasks | typeof listItems | typeof stateValues, ...texts: SQLWrapper[]) => {
    const bytes = sql<number>`coalesce(sum(${sql.join(texts.map(octets), sql` + `)}), 0)`
    const [row] = await db.select({ bytes }).from(table).where(eq(table.sessionId, sessionId))
    return row?.bytes ?? 0
  }
  const ofTasks = await sum(tasks, ...TASK_TEXTS.map((name) => tasks[name]))
  return ofTasks + (await sum(listItems, listItems.text)) + (await sum(stateValues, stateValues.json))
}

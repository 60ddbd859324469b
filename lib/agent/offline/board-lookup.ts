/** What the offline model knows about its board. */
import { and, desc, eq, getTableColumns, lt } from 'drizzle-orm'
import { allCategories, allRows } from '#db/board-store.ts'
import { type Reader, read } from '#db/client.ts'
import { toTasks } from '#db/rows.ts'
import { approvals, messages, tasks, turns } from '#db/schema.ts'
import { STATUSES } from '#lib/board/model/names.ts'
import { byRank } from '#lib/board/model/rank.ts'
import { itemsOf, listsInOrder } from '#lib/board/state/lists.ts'
import { valuesOf } from '#lib/board/state/read-state.ts'
import { isImported, type Message } from '#lib/board/wire/events.ts'
import { messageFromRow } from '#lib/session/feed/to-wire.ts'
import { lastTouched } from '#lib/session/queries/last-touched.ts'
import type { Context, KnownTask } from '#lib/understand/text/types.ts'

export type Vocabulary = Required<
  Pick<Context, 'categories' | 'tasks' | 'lists' | 'values' | 'checkpoints'>
> &
  Pick<Context, 'more'>

export type BoardReader = {
  /** The names on the board. */
  vocabulary(): Promise<Vocabulary>
  /** Numbers of the tasks listed last, in order, for "the second one". */
  shown(): Promise<number[]>
  /** The message that the previous reply asked about, as it was parsed, and the choices offered; `null` = none. */
  asked(): Promise<Pick<Context, 'asked' | 'offered'> | null>
  /** What was touched last, for "it", "the last one" and "put it back". */
  touched(): Promise<Pick<Context, 'lastNumber' | 'lastShown' | 'removed'>>
}

/** How many tasks of a board can be named by title. */
const KNOWN_TITLES = 300
const KNOWN_ITEMS = 2_000

export function boardReader(sessionId: string, turnId: string, now = Date.now): BoardReader {
  return {
    vocabulary: () => read((db) => vocabularyOf(db, sessionId, now())),
    shown: () =>
      read(async (db) => listShown((await repliesBefore(db, sessionId, turnId, 10)).filter(isOwn)).numbers),
    asked: () =>
      read(async (db) => {
        const [reply] = await repliesBefore(db, sessionId, turnId, 1)
        // A reply that called tools asked nothing, and a language model's has no reading.
        if (!reply || !isOwn(reply) || reply.parts.some(({ type }) => type === 'tool')) return null
        const reading = reply.parts.find((part) => part.type === 'reading')
        if (!reading || (reading.kind ?? 'question') !== 'question') return null
        return { asked: reading.text, offered: reply.parts.find((part) => part.type === 'choices')?.options }
      }),
    touched: () =>
      read(async (db) => {
        const last = await lastTouched(db, sessionId)
        const replies = (await repliesBefore(db, sessionId, turnId, 10)).filter(isOwn)
        const shown = listShown(replies)
        const end = shown.numbers.at(-1)
        // A task that was made or changed since, and isn’t on the list, is now the last one.
        const isListed = last.at <= shown.at || shown.numbers.includes(last.number ?? 0)
        return {
          // After a no, “it” doesn’t mean what was touched before the question.
          lastNumber: (await declinedAt(db, sessionId, replies)) < last.at ? last.number : undefined,
          lastShown: end !== undefined && isListed ? end : undefined,
          removed: last.removed,
        }
      }),
  }
}

/** Imported replies are ignored here. */
const isOwn = (reply: Message) => !isImported(reply)

/** Numbers of the tasks listed last, and the time. */
function listShown(replies: readonly Message[]): { numbers: number[]; at: number } {
  for (const { parts, createdAt } of replies) {
    const numbers = parts.flatMap((part) => (part.type === 'tool' ? (part.listed ?? []) : []))
    if (numbers.length > 0) return { numbers, at: createdAt }
  }
  return { numbers: [], at: 0 }
}

/** When the user last denied a request or declined a question. */
async function declinedAt(db: Reader, sessionId: string, replies: readonly Message[]): Promise<number> {
  const [denied] = await db
    .select({ at: approvals.decidedAt })
    .from(approvals)
    .where(and(eq(approvals.sessionId, sessionId), eq(approvals.status, 'denied')))
    .orderBy(desc(approvals.decidedAt))
    .limit(1)
  const dropped = replies.find(({ parts }) =>
    parts.some((part) => part.type === 'reading' && part.kind === 'dropped'),
  )
  return Math.max(denied?.at ?? 0, dropped?.createdAt ?? 0)
}

async function repliesBefore(
  db: Reader,
  sessionId: string,
  turnId: string,
  limit: number,
): Promise<Message[]> {
  const [turn] = await db.select().from(turns).where(eq(turns.id, turnId))
  const startedAt = turn?.startedAt ?? 0
  const here = and(eq(messages.sessionId, sessionId), eq(messages.role, 'assistant'))
  const rows = await db
    .select()
    .from(messages)
    .where(and(here, lt(messages.createdAt, startedAt)))
    .orderBy(desc(messages.position))
    .limit(limit)
  return rows.map(messageFromRow)
}

async function vocabularyOf(db: Reader, sessionId: string, now: number): Promise<Vocabulary> {
  const categories = (await allCategories(db, sessionId)).rows
  const latest = await db
    .select(KNOWN_COLUMNS)
    .from(tasks)
    .where(eq(tasks.sessionId, sessionId))
    .orderBy(desc(tasks.revision))
    .limit(KNOWN_TITLES + 1)
  const lists = byId((await allRows(db, 'list', sessionId)).rows)
  const items = byId((await allRows(db, 'item', sessionId)).rows.slice(0, KNOWN_ITEMS))
  const values = byId((await allRows(db, 'value', sessionId)).rows)
  const checkpoints = (await allRows(db, 'checkpoint', sessionId)).rows
  return {
    categories: categories.map(({ name }) => name),
    tasks: knownTasks(latest, new Map(categories.map(({ id, name }) => [id, name]))).slice(0, KNOWN_TITLES),
    ...(latest.length > KNOWN_TITLES ? { more: true } : {}),
    lists: listsInOrder({ lists }).map(({ id, name }) => ({
      name,
      items: itemsOf({ items }, id).map(({ text }) => text),
    })),
    values: valuesOf({ values }, now),
    checkpoints: checkpoints.toSorted((a, b) => b.createdAt - a.createdAt).map(({ name }) => name),
  }
}

/** Without the notes, which can be long. */
const { notes: _notes, ...KNOWN_COLUMNS } = getTableColumns(tasks)
type Row = Omit<typeof tasks.$inferSelect, 'notes'>

/** All tasks of the board, to know which comes first. */
function knownTasks(found: readonly Row[], categories: ReadonlyMap<string, string>): KnownTask[] {
  const { rows } = toTasks(found.map((row) => ({ ...row, notes: '' })))
  const columns = STATUSES.map((status) => rows.filter((row) => row.status === status).sort(byRank))
  const places = new Map(columns.flatMap((column) => column.map((row, place) => [row.number, place])))
  return rows.map((task) => ({
    ...task,
    category: categories.get(task.categoryId) ?? '',
    due: task.dueDate,
    isBlocked: task.blockedReason !== '',
    place: places.get(task.number) ?? 0,
  }))
}

const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))

/** The board in a prompt: a JSON block of bounded size, rebuilt before every step. */
import { and, desc, eq, gt, inArray } from 'drizzle-orm'
import { read } from '#db/client.ts'
import { toTasks } from '#db/rows.ts'
import { revisions, tasks } from '#db/schema.ts'
import type { Category, Rows, Task } from '#lib/board/model/types.ts'
import { dayIn } from '#lib/board/readers/task-query.ts'
import { briefTask } from '#lib/board/rules/describe-task.ts'
import type { JsonObject, JsonValue } from '#lib/board/state/json.ts'
import { isShownKey } from '#lib/board/state/keys.ts'
import { listsOf, valuesOf } from '#lib/board/state/read-state.ts'
import { dataBlock, dataJson } from '#lib/board/text/data-block.ts'
import { shorten } from '#lib/board/text/text.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { boardContext, SHOWN_TASKS } from './board-context.ts'

/** How many keys without room are named. */
const NAMED_KEYS = 20

type Scope = {
  sessionId: string
  timeZone: string
  /** As the settings have it. */
  userSettings: { name: string | null; language: string }
  /** The message of this turn: tasks it names by number are shown. */
  message: string
  /** The user's own changes since the previous turn, in one line. */
  manualChanges: string
  /** Data sent with the run. */
  dependencies: JsonObject
}

export async function contextBlock(scope: Scope, now = Date.now()): Promise<string> {
  const today = dayIn(scope.timeZone, now)
  const { counts, categories, tasks: found, rows } = await boardContext(scope.sessionId, today)
  const isWhole = found.length === counts.total
  const named = isWhole ? [] : await namedTasks(scope)
  const shown = new Map([...named, ...found].map((task) => [task.id, task]))
  const state = {
    today,
    time_zone: scope.timeZone,
    user_settings: scope.userSettings,
    totals: { all: counts.total, ...counts.byStatus, overdue: counts.overdue, due_today: counts.dueToday },
    categories: categories.map((category) => category.name),
    changed_by_hand: scope.manualChanges,
    ...(Object.keys(scope.dependencies).length > 0
      ? { dependencies: briefDependencies(scope.dependencies) }
      : {}),
    ...briefState(rows, now),
    tasks: [...shown.values()].slice(0, SHOWN_TASKS).map((task) => brief(task, categories)),
  }
  return wrap(state, counts.total)
}

/** Values and lists by key, each kind cut to its share of the block. */
function briefState(rows: Rows, now: number): JsonObject {
  const values = withinChars(valuesOf(rows, now), 1_500)
  const lists = withinChars(listsOf(rows), 1_000)
  const more = [...values.more, ...lists.more]
  return { ...values.shown, ...lists.shown, ...(more.length > 0 ? { more_keys: named(more) } : {}) }
}

function briefDependencies(dependencies: JsonObject): JsonObject {
  const { shown, more } = withinChars(dependencies, 1_000)
  return more.length > 0 ? { ...shown, more_keys: named(more) } : shown
}

/** The keys that fit, and the names of the others. */
function withinChars(state: JsonObject, chars: number): { shown: JsonObject; more: string[] } {
  const shown: Record<string, JsonValue> = {}
  const more: string[] = []
  let used = 0
  for (const [key, value] of Object.entries(state)) {
    const length = key.length + JSON.stringify(value).length
    if (isShownKey(key) || used + length > chars) {
      more.push(key)
      continue
    }
    shown[key] = value
    used += length
  }
  return { shown, more }
}

function named(keys: readonly string[]): string[] {
  const first = keys.slice(0, NAMED_KEYS)
  return keys.length > first.length ? [...first, `and ${keys.length - first.length} more`] : first
}

type Brief = ReturnType<typeof brief>

function brief(task: Task, categories: readonly Category[]) {
  return {
    number: task.number,
    title: shorten(task.title, 120),
    status: task.status,
    completion: task.completion,
    category: categories.find((category) => category.id === task.categoryId)?.name,
    ...briefTask(task),
  }
}

/** As many tasks as fit; `<` is escaped, so that no text on the board can end the block. */
function wrap(state: { tasks: Brief[] }, total: number): string {
  const shown = [...state.tasks]
  for (;;) {
    const more = total - shown.length
    const note = more > 0 ? { not_shown: `${more} more tasks; list_tasks shows them` } : {}
    const json = dataJson({ ...state, tasks: shown, ...note })
    if (json.length <= TURN_LIMITS.stateChars || shown.length === 0) {
      return dataBlock('session_state', 'The board at this moment', json)
    }
    shown.pop()
  }
}

async function namedTasks({ sessionId, message }: Scope): Promise<Task[]> {
  const numbers = [...message.matchAll(/\b\d{1,9}\b/g)].slice(0, 20).map((match) => Number(match[0]))
  if (numbers.length === 0) return []
  const named = and(eq(tasks.sessionId, sessionId), inArray(tasks.number, numbers))
  return toTasks(await read((db) => db.select().from(tasks).where(named))).rows
}

/** In one line; `since` in epoch milliseconds. */
export async function manualChanges(sessionId: string, since: number): Promise<string> {
  const byHand = and(
    eq(revisions.sessionId, sessionId),
    eq(revisions.actor, 'user'),
    gt(revisions.createdAt, since),
  )
  const rows = await read((db) =>
    db
      .select({ reply: revisions.reply })
      .from(revisions)
      .where(byHand)
      .orderBy(desc(revisions.number))
      .limit(6),
  )
  const replies = rows.map((row) => row.reply).reverse()
  return shorten(replies.join(' '), 400)
}

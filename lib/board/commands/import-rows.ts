/** Rows from a file: a whole new board, or additions to an existing one. Existing rows are never overwritten. */
import { generateNKeysBetween } from 'fractional-indexing'
import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { addRow, apply, type Change } from '../model/changes.ts'
import {
  type Accepted,
  accept,
  defineCommand,
  type Env,
  type Refusal,
  refuse,
  type View,
} from '../model/command.ts'
import { idSchema } from '../model/id.ts'
import { STATUSES } from '../model/names.ts'
import { byRank } from '../model/rank.ts'
import type { Category, Item, List, Task } from '../model/types.ts'
import { categorySchema, itemSchema, listSchema, taskSchema, valueSchema } from '../model/types.ts'
import { categoriesInOrder, column } from '../rules/find-rows.ts'
import { itemsOf, listKey, listsInOrder } from '../state/lists.ts'
import { fillIn } from '../state/merge.ts'
import { readValue, valueAt } from '../state/read-state.ts'
import { isKeyTaken, writeKey } from '../state/write-values.ts'
import { countOf, fold, joinWords } from '../text/text.ts'

const rowsSchema = z.object({
  tasks: z.array(taskSchema),
  categories: z.array(categorySchema),
  lists: z.array(listSchema),
  items: z.array(itemSchema),
  values: z.array(valueSchema),
})
type FileRows = z.output<typeof rowsSchema>

export const importRows = defineCommand({
  name: 'import_rows',
  description: 'Add what a file holds.',
  audience: 'system',
  input: rowsSchema.extend({
    id: idSchema,
    /** The name of the board that was exported. */
    from: z.string(),
    /** How many revisions were imported with the rows, which therefore already exist. */
    history: z.int().nonnegative().default(0),
  }),
  destructive: false,
  reads: () => [
    { by: 'categories' },
    { by: 'lists' },
    { by: 'items', listId: 'all' },
    { by: 'values' },
    ...STATUSES.map((status) => ({ by: 'last-in-column', status }) as const),
  ],
  /** The changes already hold the rows; storing them twice would double the size of an import in the log. */
  logged: ({ id, from, history, tasks, lists, items, values }) => ({
    id,
    from,
    history,
    tasks: tasks.length,
    lists: lists.length,
    items: items.length,
    values: values.length,
  }),
  decide(input, view, env) {
    if (env.actor !== 'import') return refuse('not_allowed', 'Rows are imported from a file.')
    const { from, history } = input
    if (history > 0) {
      const reply = `Imported “${from}” with its history of ${countOf(history, 'revision')}.`
      return { ...accept([], reply), isLandmark: true }
    }
    return view.revision === 0 ? begun(input, from) : added(input, view, env, input.id, from)
  },
})

/** A new board: everything as it was, including numbers and ids. */
function begun(rows: FileRows, from: string): Accepted {
  const made = [
    ...rows.categories.map((row) => addRow('category', row)),
    ...rows.tasks.map((row) => addRow('task', row)),
    ...rows.lists.map((row) => addRow('list', row)),
    ...rows.items.map((row) => addRow('item', row)),
    ...rows.values.map((row) => addRow('value', row)),
  ]
  return accept(made, `Imported ${counted(made)} from “${from}”.`)
}

type Step = { made: Change[] } | Refusal

/** Each step sees the results of earlier ones. Ids are `<id>-<n>`. */
function added(rows: FileRows, view: View, env: Env, id: string, from: string): Accepted | Refusal {
  const names = idsFrom(id)
  const made: Change[] = []
  let now = view
  for (const step of [addTasks, addLists, addValues]) {
    const done: Step = step(rows, now, env, names)
    if ('ok' in done) return done
    made.push(...done.made)
    now = { ...now, ...apply(now, done.made) }
  }
  const nothing = `Nothing new in “${from}”.`
  return accept(made, made.length === 0 ? nothing : `Imported ${counted(made)} from “${from}”.`)
}

function idsFrom(id: string): () => string {
  let n = 0
  return () => {
    n += 1
    return `${id}-${n}`
  }
}

/** Categories are merged by name; tasks get new numbers and go after existing ones. */
function addTasks(rows: FileRows, view: View, _env: Env, nextId: () => string): Step {
  if (view.taskCount + rows.tasks.length > LIMITS.tasksPerSession) {
    return refuse(
      'limit',
      `Boards can have up to ${LIMITS.tasksPerSession} tasks. This one has ${view.taskCount}, and the file adds ${rows.tasks.length}.`,
    )
  }
  const known = new Map(categoriesInOrder(view).map((category) => [fold(category.name), category.id]))
  const own = new Map<string, string>()
  const fresh: Category[] = []
  for (const category of rows.categories.toSorted(byRank)) {
    const same = known.get(fold(category.name))
    own.set(category.id, same ?? nextId())
    if (same === undefined) fresh.push({ ...category, id: own.get(category.id) as string })
  }
  if (known.size + fresh.length > LIMITS.categoriesPerSession) {
    return refuse(
      'limit',
      `Boards can have up to ${LIMITS.categoriesPerSession} categories. The import would make ${known.size + fresh.length}.`,
    )
  }
  const ranked = ranksAfter(categoriesInOrder(view).at(-1)?.rank, fresh)
  const numbers = new Map(
    rows.tasks
      .toSorted((a, b) => a.number - b.number)
      .map((task, i) => [task.id, view.nextNumber + i] as const),
  )
  const tasks = STATUSES.flatMap((status) =>
    ranksAfter(
      column(view, status).at(-1)?.rank,
      rows.tasks.filter((task) => task.status === status).sort(byRank),
    ),
  ).map((task): Task => {
    const categoryId = own.get(task.categoryId) as string
    return { ...task, id: nextId(), number: numbers.get(task.id) as number, categoryId }
  })
  return {
    made: [...ranked.map((row) => addRow('category', row)), ...tasks.map((row) => addRow('task', row))],
  }
}

function ranksAfter<Row extends { rank: string }>(last: string | undefined, rows: readonly Row[]): Row[] {
  const ranks = generateNKeysBetween(last ?? null, null, rows.length)
  return rows.map((row, i) => ({ ...row, rank: ranks[i] as string }))
}

/** Lists are merged by name; of items on both, the existing ones stay. */
function addLists(rows: FileRows, view: View, env: Env, nextId: () => string): Step {
  const known = new Map(listsInOrder(view).map((list) => [listKey(list.name), list]))
  const fresh: List[] = []
  const items: Item[] = []
  for (const given of rows.lists.toSorted(byRank)) {
    const same = known.get(listKey(given.name))
    const list = same ?? { ...given, id: nextId() }
    if (!same && isKeyTaken(view, given.name, env.now)) {
      return refuse('exists', `The file’s ${given.name} list conflicts with a value of the same name.`)
    }
    if (!same) fresh.push(list)
    const held = same ? itemsOf(view, same.id) : []
    const texts = new Set(held.map((item) => fold(item.text)))
    const more = rows.items
      .filter((item) => item.listId === given.id && !texts.has(fold(item.text)))
      .sort(byRank)
      .map((item) => ({ ...item, id: nextId(), listId: list.id }))
    if (held.length + more.length > LIMITS.itemsPerList) {
      return refuse('limit', `The ${list.name} list would have more than ${LIMITS.itemsPerList} items.`)
    }
    items.push(...ranksAfter(held.at(-1)?.rank, more))
  }
  if (known.size + fresh.length > LIMITS.listsPerSession) {
    return refuse(
      'limit',
      `Boards can have up to ${LIMITS.listsPerSession} lists. The import would make ${known.size + fresh.length}.`,
    )
  }
  const ranked = ranksAfter(listsInOrder(view).at(-1)?.rank, fresh)
  return { made: [...ranked.map((row) => addRow('list', row)), ...items.map((row) => addRow('item', row))] }
}

/** Existing keys keep their values; objects get the fields that they lack. */
function addValues(rows: FileRows, view: View, env: Env): Step {
  const made: Change[] = []
  let now = view
  for (const row of rows.values) {
    const given = readValue(row, env.now)
    if (given?.state !== 'ok') continue
    const held = valueAt(now, row.id, env.now)
    // A value that expires must not be merged into one that doesn’t.
    if (held !== undefined && row.expiresAt !== null) continue
    const value = held === undefined ? given.value : fillIn(held, given.value)
    const expiresAt = held === undefined ? row.expiresAt : undefined
    const written = writeKey(now, row.id, value, env.now, expiresAt)
    if (!written.ok) return written
    if (!written.change) continue
    made.push(written.change)
    now = { ...now, ...apply(now, [written.change]) }
  }
  return { made }
}

/** `12 tasks, 2 lists and 3 values` */
function counted(made: readonly Change[]): string {
  const of = (table: Change['table']) => made.filter((change) => change.table === table).length
  const counts = [
    of('task') > 0 ? countOf(of('task'), 'task') : '',
    of('category') > 0 ? countOf(of('category'), 'category', 'categories') : '',
    of('list') > 0 ? countOf(of('list'), 'list') : '',
    of('item') > 0 ? countOf(of('item'), 'item') : '',
    of('value') > 0 ? countOf(of('value'), 'value') : '',
  ].filter(Boolean)
  return joinWords(counts.length > 0 ? counts : ['nothing'])
}

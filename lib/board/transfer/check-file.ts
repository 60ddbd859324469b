/** Checks that the rows of a file fit each other, and names the first place where they don’t. */
import { LIMITS } from '#lib/limits.ts'
import { bytesOfRow, problemOfBytes } from '../model/weight.ts'
import { problemOf } from '../state/json.ts'
import { problemOfKey } from '../state/keys.ts'
import { listKey } from '../state/lists.ts'
import { problemOfShape } from '../state/schemas.ts'
import { fold } from '../text/text.ts'
import { type FileBoard, valuesOfFile } from './file-board.ts'
import { problemOfSecret } from './file-rows.ts'

type Path = (string | number)[]
export type Problem = { path: Path; message: string }

export function problemOfBoard(board: FileBoard): Problem | null {
  const { state, checkpoints, turns, messages } = board
  return (
    twice(state.categories, ['state', 'categories'], 'id', ({ id }) => id) ??
    twice(state.categories, ['state', 'categories'], 'name', ({ name }) => fold(name)) ??
    twice(state.tasks, ['state', 'tasks'], 'id', ({ id }) => id) ??
    twice(state.tasks, ['state', 'tasks'], 'number', ({ number }) => String(number)) ??
    problemOfCategories(board) ??
    twice(state.lists, ['state', 'lists'], 'id', ({ id }) => id) ??
    twice(state.lists, ['state', 'lists'], 'name', ({ name }) => listKey(name)) ??
    problemOfItems(board) ??
    problemOfValues(board) ??
    problemOfSize(board) ??
    twice(checkpoints, ['checkpoints'], 'id', ({ id }) => id) ??
    twice(checkpoints, ['checkpoints'], 'name', ({ name }) => fold(name)) ??
    twice(turns, ['turns'], 'id', ({ id }) => id) ??
    twice(messages, ['messages'], 'id', ({ id }) => id) ??
    twice(messages, ['messages'], 'position', ({ position }) => String(position)) ??
    problemOfTalk(board)
  )
}

function twice<Row>(
  rows: readonly Row[],
  path: Path,
  field: string,
  named: (row: Row) => string,
): Problem | null {
  const seen = new Set<string>()
  for (const [i, row] of rows.entries()) {
    const name = named(row)
    if (seen.has(name)) return { path: [...path, i, field], message: `Duplicate ${field}.` }
    seen.add(name)
  }
  return null
}

function problemOfCategories({ state }: FileBoard): Problem | null {
  const known = new Set(state.categories.map(({ id }) => id))
  const i = state.tasks.findIndex(({ categoryId }) => !known.has(categoryId))
  return i < 0 ? null : { path: ['state', 'tasks', i, 'categoryId'], message: 'Category not in the file.' }
}

function problemOfItems({ state }: FileBoard): Problem | null {
  const ids = new Set<string>()
  for (const [i, { id, items }] of state.lists.entries()) {
    const path = ['state', 'lists', i, 'items']
    const doubled = twice(items, path, 'text', ({ text }) => fold(text))
    if (doubled) return doubled
    for (const [j, item] of items.entries()) {
      if (item.listId !== id) return { path: [...path, j, 'listId'], message: 'It’s on another list.' }
      if (ids.has(item.id)) return { path: [...path, j, 'id'], message: 'Duplicate id.' }
      ids.add(item.id)
    }
  }
  return null
}

function problemOfValues(board: FileBoard): Problem | null {
  const lists = new Set(board.state.lists.map(({ name }) => listKey(name)))
  const held = valuesOfFile(board)
  if (held.length + board.deleted.length > LIMITS.valuesPerSession) {
    return { path: ['state'], message: `Boards can have up to ${LIMITS.valuesPerSession} values.` }
  }
  let chars = 0
  for (const [id, value] of held) {
    const taken = lists.has(id) ? 'A list already uses this key.' : null
    const message =
      problemOfKey(id) ?? taken ?? problemOf(value) ?? problemOfShape(id, value) ?? problemOfSecret(id, value)
    if (message) return { path: ['state', id], message }
    chars += JSON.stringify(value).length
  }
  if (chars <= LIMITS.valuesChars) return null
  return {
    path: ['state'],
    message: `The values of a board can have up to ${LIMITS.valuesChars} characters in total.`,
  }
}

function problemOfSize({ state: { tasks, lists, ...values } }: FileBoard): Problem | null {
  const ofLists = lists.reduce((sum, { items }) => sum + sumOf(items), 0)
  const over = problemOfBytes(sumOf(tasks) + ofLists + JSON.stringify(values).length)
  return over && { path: ['state'], message: over.message }
}

const sumOf = (rows: readonly object[]) => rows.reduce<number>((sum, row) => sum + bytesOfRow(row), 0)

/** Every message has a turn or is queued for one; a turn has one message and at most one reply. */
function problemOfTalk({ turns, messages }: FileBoard): Problem | null {
  const known = new Set(turns.map(({ id }) => id))
  const seen = new Set<string>()
  for (const [i, { turnId, role }] of messages.entries()) {
    if (turnId === null) continue
    const path = ['messages', i, 'turnId']
    if (!known.has(turnId)) return { path, message: 'Turn not in the file.' }
    if (seen.has(`${turnId} ${role}`)) return { path, message: 'The turn already has such a message.' }
    seen.add(`${turnId} ${role}`)
  }
  return null
}

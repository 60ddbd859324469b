/** Counts what a file holds before any of it is checked, so that refusing too much is cheap. */
import { LIMITS } from '#lib/limits.ts'
import type { Problem } from './check-file.ts'

type Path = (string | number)[]

const MOST: [Path, number, string][] = [
  [['state', 'tasks'], LIMITS.tasksPerSession, 'tasks'],
  [['state', 'categories'], LIMITS.categoriesPerSession, 'categories'],
  [['state', 'lists'], LIMITS.listsPerSession, 'lists'],
  [['deleted'], LIMITS.valuesPerSession, 'deleted values'],
  [['checkpoints'], LIMITS.checkpointsPerSession, 'checkpoints'],
  [['messages'], LIMITS.importedMessages, 'messages'],
  [['turns'], LIMITS.importedMessages, 'turns'],
  [['revisions'], LIMITS.importedRevisions, 'revisions'],
]

/** Counts one board of a file, which may be invalid otherwise. */
export function problemOfCounts(board: unknown): Problem | null {
  for (const [path, most, what] of MOST) {
    const { length } = listAt(board, path)
    if (length > most) return { path, message: tooMany('A board', most, what, length) }
  }
  const items = largest(listAt(board, ['state', 'lists']), 'items')
  if (items.length > LIMITS.itemsPerList) {
    const path = ['state', 'lists', items.at, 'items']
    return { path, message: tooMany('A list', LIMITS.itemsPerList, 'items', items.length) }
  }
  const parts = largest(listAt(board, ['messages']), 'parts')
  if (parts.length > LIMITS.importedParts) {
    const path = ['messages', parts.at, 'parts']
    return { path, message: tooMany('A message', LIMITS.importedParts, 'parts', parts.length) }
  }
  const revisions = listAt(board, ['revisions'])
  const changes = revisions.reduce<number>((sum, one) => sum + listAt(one, ['changes']).length, 0)
  if (changes <= LIMITS.importedChanges) return null
  return { path: ['revisions'], message: tooMany('A history', LIMITS.importedChanges, 'changes', changes) }
}

const tooMany = (whose: string, most: number, what: string, found: number) =>
  `${whose} can have up to ${most} ${what}; this one has ${found}.`

/** Anything but an array counts as empty: its shape is checked later. */
function listAt(value: unknown, path: Path): unknown[] {
  const found = path.reduce<unknown>((at, step) => (at as Record<string, unknown> | null)?.[step], value)
  return Array.isArray(found) ? found : []
}

function largest(rows: readonly unknown[], field: string): { at: number; length: number } {
  const lengths = rows.map((row) => listAt(row, [field]).length)
  const length = lengths.reduce((most, one) => Math.max(most, one), 0)
  return { at: lengths.indexOf(length), length }
}

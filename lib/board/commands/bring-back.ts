/** Out of the trash: rows that were removed come back as they were. */
import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { apply, type Change, invert } from '../changes.ts'
import { accept, defineCommand, refuse, type View } from '../command.ts'
import { canComeBack, withLiveCategory } from '../take-back.ts'
import { joinWords, nameTask } from '../text.ts'

export const bringBack = defineCommand({
  name: 'bring_back',
  description: 'Bring back a task that was removed.',
  input: z.object({
    row: z.string().describe('The removed task: its number like #3, or its title.'),
  }),
  refs: { row: 'removed' },
  destructive: false,
  reads: (input) => [{ by: 'removed', ids: [input.row] }, { by: 'categories' }],
  decide(input, view) {
    const [first] = view.gone
    if (!first || first.id !== input.row) return refuse('not_found', 'That is not in the trash.')
    const full = first.table === 'task' && view.taskCount >= LIMITS.tasksPerSession
    if (full)
      return refuse('limit', `A board holds at most ${LIMITS.tasksPerSession} tasks. Remove some first.`)
    const { changes, kept } = rowsBack(view)
    if (changes[0]?.id !== input.row) {
      return refuse('exists', `${joinWords(kept)} cannot come back: it, or its name, is there already.`)
    }
    return accept(changes, `Brought back ${nameOf(first)}.`)
  },
})

/** A list comes before its items. */
function rowsBack(view: View): { changes: Change[]; kept: string[] } {
  const changes: Change[] = []
  const kept: string[] = []
  let board: View = view
  for (const gone of view.gone) {
    if (!canComeBack(gone, board)) {
      kept.push(nameOf(gone))
      continue
    }
    const back = invert(withLiveCategory(gone, board))
    changes.push(back)
    board = { ...board, ...apply(board, [back]) }
  }
  return { changes, kept }
}

function nameOf({ before }: Change): string {
  if (before && 'number' in before && before.number !== undefined) {
    return nameTask({ number: before.number, title: before.title ?? '' })
  }
  if (before && 'name' in before) return `the ${before.name} list`
  return before && 'text' in before ? `'${before.text}'` : 'This'
}

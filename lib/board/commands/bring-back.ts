/** Restores removed rows from the trash as they were. */
import { z } from 'zod'
import { apply, type Change, invert } from '../model/changes.ts'
import { accept, defineCommand, refuse, type View } from '../model/command.ts'
import { checkRowRestorable, withLiveCategory } from '../rules/revert.ts'
import { nameTask } from '../text/text.ts'

export const bringBack = defineCommand({
  name: 'bring_back',
  description: 'Restore a task or list deleted in the last 30 days.',
  input: z.object({
    row: z
      .string()
      .describe('What was removed: the number of a task like #3, its title, or the name of a list.'),
  }),
  refs: { row: 'removed' },
  destructive: false,
  reads: (input) => [{ by: 'removed', ids: [input.row] }, { by: 'categories' }],
  decide(input, view, env) {
    const [first] = view.gone
    if (!first || first.id !== input.row)
      return refuse('not_found', 'Not found in the trash. Deleted items stay there for 30 days.')
    const room = checkRowRestorable(first, view, env.now)
    if ('rule' in room) return refuse('limit', `Couldn’t restore ${nameOf(first)}. ${room.rule}`)
    if ('taken' in room) {
      return refuse('exists', `Couldn’t restore ${nameOf(first)}: it already exists, or its name is in use.`)
    }
    return accept(rowsBack(view, env.now), `Restored ${nameOf(first)}.`)
  },
})

/** A list is restored before its items, and as many items as there is room for. */
function rowsBack(view: View, now: number): Change[] {
  const changes: Change[] = []
  let board: View = view
  for (const gone of view.gone) {
    if (!('ok' in checkRowRestorable(gone, board, now))) continue
    const back = invert(withLiveCategory(gone, board))
    changes.push(back)
    board = { ...board, ...apply(board, [back]) }
  }
  return changes
}

function nameOf({ before }: Change): string {
  if (before && 'number' in before && before.number !== undefined) {
    return nameTask({ number: before.number, title: before.title ?? '' })
  }
  if (before && 'name' in before) return `the ${before.name} list`
  return before && 'text' in before ? `'${before.text}'` : 'This'
}

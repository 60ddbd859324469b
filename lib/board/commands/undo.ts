/** Undo and redo: a new revision reverts earlier ones, field by field. */
import { z } from 'zod'
import {
  accept,
  defineCommand,
  type RevisionKind,
  type RevisionRecord,
  refuse,
  type Selector,
  type View,
} from '../model/command.ts'
import { revertRevisions } from '../rules/revert.ts'
import { joinWords } from '../text/text.ts'

export const undo = defineCommand({
  name: 'undo',
  description: 'Undo a change. Default: the latest one; pass revision to undo a specific one.',
  input: z.object({
    revision: z.int().positive().optional().describe('The number of one revision.'),
    turn: z.string().optional().describe('Everything one message did, by the id of its turn.'),
    since_turn: z.string().optional().describe('Everything the agent did from this turn on.'),
    whose: z.enum(['own', 'any']).optional().describe('own: only what the user changed by hand.'),
  }),
  uiOnly: ['turn', 'since_turn', 'whose'],
  destructive: false,
  reads: (input): Selector[] => {
    if (input.revision !== undefined) return [{ by: 'revisions', numbers: [input.revision] }]
    if (input.turn !== undefined) return [{ by: 'turn-revisions', turnId: input.turn }]
    if (input.since_turn !== undefined) return [{ by: 'since-turn', turnId: input.since_turn }]
    return [{ by: 'latest-undoable', whose: input.whose ?? 'any' }]
  },
  decide(input, view, env) {
    if (view.revisions.some(({ actor, number }) => actor === 'system' || number === 1)) {
      return refuse('protected', 'That’s how the board started, so it can’t be undone.')
    }
    const standing = view.revisions.filter((revision) => revision.undoneBy === null)
    if (view.revisions.length > 0 && standing.length === 0)
      return refuse('nothing_to_undo', 'That’s already undone.')
    return reverse(standing, view, env.now, input.revision === undefined ? 'Nothing to undo.' : undefined)
  },
})

export const redo = defineCommand({
  name: 'redo',
  description: 'Redo what the latest undo reverted.',
  input: z.object({ whose: z.enum(['own', 'any']).optional().describe('own: only what the user undid.') }),
  uiOnly: ['whose'],
  destructive: false,
  reads: (input) => [{ by: 'latest-redoable', whose: input.whose ?? 'any' }],
  decide: (_input, view, env) => reverse(view.revisions, view, env.now, 'Nothing to redo.'),
})

function reverse(
  revisions: readonly RevisionRecord[],
  view: View,
  now: number,
  nothing = 'Change not found.',
) {
  if (revisions.length === 0) return refuse('nothing_to_undo', nothing)
  const { changes, kept, taken, rules } = revertRevisions(revisions, view, now)
  const why = [...taken, ...rules].join(' ')
  if (changes.length === 0) {
    if (kept.length > 0) {
      return refuse('moved_on', `Couldn’t undo: ${joinWords(kept)} changed since. ${why}`.trimEnd())
    }
    if (why) return refuse(taken.length > 0 ? 'moved_on' : 'limit', `Couldn’t undo. ${why}`)
    return refuse('nothing_to_undo', 'Couldn’t undo: what it changed has been deleted.')
  }
  const kind: RevisionKind = revisions.every((revision) => revision.kind === 'undo') ? 'redo' : 'undo'
  const verb = kind === 'redo' ? 'Redone' : 'Undone'
  const what = revisions
    .map((revision) => revision.reply.replace(/^(Undone|Redone): /, ''))
    .reverse()
    .join(' ')
  const left = [
    kept.length > 0 ? `Kept as is, because it changed since: ${joinWords(kept)}.` : '',
    why && `The rest couldn’t be undone. ${why}`,
  ]
  return {
    ...accept(changes, `${verb}: ${what}`),
    left: left.filter(Boolean).join(' ') || undefined,
    kind,
    undoes: revisions.map((revision) => revision.number),
  }
}

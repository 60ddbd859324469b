/** Checkpoints: a named state of the board that can be restored. */
import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { LIMIT_REFUSALS } from '../model/capacity.ts'
import { addRow, type Change, edit, invert, removeRow, squash } from '../model/changes.ts'
import { accept, defineCommand, refuse, type View } from '../model/command.ts'
import { idSchema } from '../model/id.ts'
import * as field from '../model/input-schemas.ts'
import type { Checkpoint, Value } from '../model/types.ts'
import { isExpired } from '../state/read-state.ts'
import { problemOfShapeIn } from '../state/write-values.ts'
import { countOf, fold, joinWords } from '../text/text.ts'

export const saveCheckpoint = defineCommand({
  name: 'save_checkpoint',
  description: 'Remember the whole board as it is now under a name, to go back to it later.',
  input: z.object({ id: idSchema, name: field.checkpointName.describe('A name for it.') }),
  newIds: ['id'],
  destructive: false,
  reads: () => [{ by: 'checkpoints' }],
  decide(input, view, env) {
    const same = byName(view, input.name)
    if (!same && view.checkpoints.size >= LIMITS.checkpointsPerSession) return LIMIT_REFUSALS.checkpoint
    if (view.checkpoints.has(input.id)) {
      return refuse('exists', 'This checkpoint id already exists.')
    }
    const { id, name } = input
    const row: Checkpoint = { id, name, at: Math.max(view.revision, 1), createdAt: env.now }
    const old = same ? [removeRow('checkpoint', same)] : []
    return accept([...old, addRow('checkpoint', row)], `Saved the checkpoint “${name}”.`)
  },
})

export const removeCheckpoint = defineCommand({
  name: 'remove_checkpoint',
  description: 'Forget a checkpoint. The board stays as it is.',
  audience: 'callers',
  input: z.object({ checkpoint: z.string() }),
  destructive: false,
  reads: () => [{ by: 'checkpoints' }],
  decide(input, view) {
    const found = view.checkpoints.get(input.checkpoint) ?? byName(view, input.checkpoint)
    if (!found) return noCheckpoint(view, input.checkpoint)
    return accept([removeRow('checkpoint', found)], `Removed the checkpoint “${found.name}”.`)
  },
})

/** Restores the board exactly as it was then, in one revision that can be undone. */
export const restore = defineCommand({
  name: 'restore',
  description: 'Restore the whole board to a checkpoint. Only when the user asks.',
  input: z.object({
    checkpoint: z.string().optional().describe('The name of the checkpoint. Default: the latest.'),
    revision: z.int().positive().optional(),
  }),
  uiOnly: ['revision'],
  destructive: true,
  approvalRule: 'always',
  reads: () => [{ by: 'checkpoints' }],
  decide(input, view, env) {
    const meant = input.revision === undefined ? meantCheckpoint(view, input.checkpoint) : null
    if (meant && 'ok' in meant) return meant
    const at = meant?.at ?? input.revision ?? 0
    if (at === 0) return refuse('not_found', 'That checkpoint is corrupted. Delete it and save a new one.')
    if (view.revision > 0 && at > view.revision) return refuse('not_found', `There is no revision ${at} yet.`)
    if (view.since === null && at < view.revision) return { need: [{ by: 'changes-since', revision: at }] }
    const { changes, rules } = backTo(view, env.now)
    const name = meant ? `the checkpoint “${meant.name}”` : `revision ${at}`
    const left = rules.map((rule) => `Kept as is: ${rule}`).join(' ') || undefined
    if (changes.length === 0) return { ...accept([], `The board already matches ${name}.`), left }
    return { ...accept(changes, `Restored ${name}: ${countOf(changes.length, 'change')}.`), left }
  },
})

/** Checkpoints themselves stay. `rules`: why values can’t be restored today. */
function backTo(view: View, now: number): { changes: Change[]; rules: string[] } {
  const rules: string[] = []
  const changes = squash((view.since ?? []).filter((change) => change.table !== 'checkpoint')).map(
    (change) => {
      if (change.table !== 'value') return invert(change)
      const held = liveAt(view.values.get(change.id), now)
      const then = liveAt(valueThen(change, held ?? view.past.get(change.id)), now)
      if (!then) return held ? removeRow('value', held) : null
      const rule = problemOfShapeIn(then)
      if (rule === null) return held ? edit('value', held, then) : addRow('value', then)
      rules.push(rule)
      return null
    },
  )
  return { changes: changes.filter((change) => change !== null), rules }
}

/** The row before all its changes; `known` has the fields that never changed. */
function valueThen(change: Change, known: Value | undefined): Value | undefined {
  if (change.before === null) return undefined
  const fields = change.before as Partial<Value>
  return change.after === null ? (change.before as Value) : known && { ...known, ...fields, id: change.id }
}

const liveAt = (row: Value | undefined, now: number) => (row && !isExpired(row, now) ? row : undefined)

function byName(view: View, name: string): Checkpoint | undefined {
  return [...view.checkpoints.values()].find((row) => fold(row.name) === fold(name))
}

function meantCheckpoint(view: View, name: string | undefined) {
  const latest = [...view.checkpoints.values()].toSorted((a, b) => b.createdAt - a.createdAt)
  const found = name === undefined ? latest[0] : (view.checkpoints.get(name) ?? byName(view, name))
  return found ?? noCheckpoint(view, name ?? '')
}

function noCheckpoint(view: View, name: string) {
  const names = [...view.checkpoints.values()].map((row) => `“${row.name}”`)
  const known =
    names.length > 0 ? `Checkpoints are ${joinWords(names)}.` : 'Save one first: save this as a checkpoint.'
  return refuse(
    'not_found',
    name ? `There is no checkpoint “${name}”. ${known}` : `There is no checkpoint. ${known}`,
  )
}

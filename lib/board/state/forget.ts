/** The log as it is handed out: values that ran out meanwhile are not in it any more. */
import type { Change } from '../changes.ts'
import type { Value } from '../types.ts'
import { isExpired } from './state.ts'

type Logged = { commands: unknown; changes: readonly Change[] }

/** A text that stood under a key, and the last time that was set for it. */
type Content = { expiresAt: number | null }
type Sides = { before: Content | undefined; after: Content | undefined }

/** `log` is whole and in order: a value's time may have been set long before, or long after, the change that shows it. */
export function forgetPast<Revision extends Logged>(log: readonly Revision[], now: number): Revision[] {
  const contents = contentsOf(log.flatMap((revision) => revision.changes))
  return log.map((revision) => {
    const changes = revision.changes.map((change) => {
      const { before, after } = contents.get(change) ?? { before: undefined, after: undefined }
      const sides = {
        before: blank(change, 'before', before, now),
        after: blank(change, 'after', after, now),
      }
      const isSame = sides.before === change.before && sides.after === change.after
      return isSame ? change : ({ ...change, ...sides } as Change)
    })
    const isWhole = changes.every((change, i) => change === revision.changes[i])
    return isWhole ? revision : { ...revision, changes, commands: namesOf(revision.commands) }
  })
}

function contentsOf(changes: readonly Change[]): Map<Change, Sides> {
  const found = new Map<Change, Sides>()
  const current = new Map<string, Content>()
  for (const change of changes) {
    if (change.table !== 'value') continue
    const before = current.get(change.id)
    const expiresAt =
      change.after?.expiresAt === undefined ? (before?.expiresAt ?? null) : change.after.expiresAt
    // The same text with another time is the same content.
    const isNew = !before || change.before === null || change.after?.json !== undefined
    const after =
      change.after === null ? undefined : isNew ? { expiresAt } : Object.assign(before, { expiresAt })
    if (after) current.set(change.id, after)
    else current.delete(change.id)
    found.set(change, { before, after })
  }
  return found
}

function blank(
  change: Change,
  side: keyof Sides,
  content: Content | undefined,
  now: number,
): Partial<Value> | null {
  const fields = change[side] as Partial<Value> | null
  return fields?.json != null && content && isExpired(content, now) ? { ...fields, json: null } : fields
}

/** What the commands were, without what they held. */
function namesOf(commands: unknown): unknown {
  return Array.isArray(commands) ? commands.map(({ name }) => ({ name, input: {} })) : []
}

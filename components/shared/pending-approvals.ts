/** The calls that await approval, from the messages on the screen. */
import type { Approval, Message } from '#lib/board/wire/events.ts'

export type Effects = ReadonlyMap<string, 'removed' | 'changed'>

const NONE: readonly Approval[] = []
const NO_EFFECTS: Effects = new Map()
let last: { messages: readonly Message[]; asked: readonly Approval[] } = { messages: [], asked: NONE }

export function pendingApprovals({ parts }: Message): Approval[] {
  return parts.flatMap((part) =>
    part.type === 'tool' && part.state === 'waiting' && part.approval ? [part.approval] : [],
  )
}

/** The same array while the same approvals are pending. */
export function askedIn(messages: readonly Message[]): readonly Approval[] {
  if (messages === last.messages) return last.asked
  const found = messages.flatMap(pendingApprovals)
  const isSame = found.length === last.asked.length && found.every((one, at) => one.id === last.asked[at]?.id)
  last = { messages, asked: isSame ? last.asked : found }
  return last.asked
}

/** What they would do to the tasks on the board. */
export function effectsOf(asked: readonly Approval[]): Effects {
  if (asked.length === 0) return NO_EFFECTS
  const effects = new Map<string, 'removed' | 'changed'>()
  for (const { table, id, effect } of asked.flatMap(({ rows }) => rows)) {
    if (table !== 'task' || effect === 'added' || effects.get(id) === 'removed') continue
    effects.set(id, effect)
  }
  return effects
}

/** Removes the contents of expired values from a log, but not the fact that they existed. */
import type { Change } from '../model/changes.ts'
import type { Value } from '../model/types.ts'
import { isObject } from '../state/json.ts'
import { stepsOf } from '../state/keys.ts'
import type { Message, ToolPart } from '../wire/events.ts'
import type { ExportedRevision } from './format.ts'

/** A change of a value and its position in the log. */
export type ValueChange = { revision: number; position: number; change: Change }

const EXPIRED = 'Contained a value that has expired.'
/** Commands whose input and reply can mention values. */
const SPEAK_OF_VALUES: ReadonlySet<string> = new Set([
  'set_value',
  'update_value',
  'increment_value',
  'delete_value',
  'merge_state',
  'update_session_state',
])
const TOOLS: ReadonlySet<string> = new Set([...SPEAK_OF_VALUES, 'get_session_state'])

type Side = 'before' | 'after'
/** One stored text of a key, with every place in the log that has it. */
type Version = { expiresAt: number | null; places: string[] }

export type RevisionHead = Omit<ExportedRevision, 'changes'>

export type Scrubber = {
  /** Called in order: an undo mentions what it undoes. */
  revision<Head extends RevisionHead>(revision: Head): Head
  change(place: ValueChange): Change
  /** Called after the revisions. */
  message(message: Message): Message
}

export function scrubber(values: readonly ValueChange[], now: number): Scrubber {
  const { blank, keys, revisions } = expiredIn(values, now)
  const tainted = new Set(revisions)
  return {
    revision(revision) {
      if (keys.size === 0) return revision
      const { number, undoes, commands } = revision
      if (undoes.some((undone) => tainted.has(undone)) || speaksOf(commands, keys)) tainted.add(number)
      if (!tainted.has(number)) return revision
      return { ...revision, reply: EXPIRED, commands: withoutInputs(commands) }
    },
    change({ revision, position, change }) {
      return keys.size === 0
        ? change
        : blanked(change, (side) => blank.has(placeOf(revision, position, side)))
    },
    message(message) {
      if (keys.size === 0) return message
      const parts = message.parts.map((part) =>
        part.type === 'tool' && isTold(part, tainted, keys)
          ? { ...part, input: {}, output: part.output === null ? null : EXPIRED }
          : part,
      )
      return { ...message, parts }
    },
  }
}

const placeOf = (revision: number, position: number, side: Side) => `${revision}:${position}:${side}`

/** Tracks every text from the change that wrote it to the one that replaced it; its last expiry counts. */
function expiredIn(values: readonly ValueChange[], now: number) {
  const blank = new Set<string>()
  const keys = new Set<string>()
  const revisions = new Set<number>()
  const open = new Map<string, Version>()
  const close = (key: string) => {
    const version = open.get(key)
    open.delete(key)
    if (!version || version.expiresAt === null || version.expiresAt > now) return
    keys.add(key)
    for (const place of version.places) {
      blank.add(place)
      revisions.add(Number.parseInt(place, 10))
    }
  }
  for (const { revision, position, change } of values) {
    const key = change.id
    const held = open.get(key)
    const after = change.after as Partial<Value> | null
    const isNewText = after === null || after.json !== undefined
    const expiresAt = after?.expiresAt !== undefined ? after.expiresAt : (held?.expiresAt ?? null)
    if (!isNewText) {
      if (held) held.expiresAt = expiresAt
      continue
    }
    if (change.before !== null) held?.places.push(placeOf(revision, position, 'before'))
    close(key)
    if (after) open.set(key, { expiresAt, places: [placeOf(revision, position, 'after')] })
  }
  for (const key of [...open.keys()]) close(key)
  return { blank, keys, revisions }
}

function blanked(change: Change, isExpired: (side: Side) => boolean): Change {
  if (change.table !== 'value') return change
  const sides = (['before', 'after'] as const).filter((side) => change[side] !== null && isExpired(side))
  if (sides.length === 0) return change
  const emptied = sides.map((side) => [side, { ...change[side], json: null }])
  return { ...change, ...Object.fromEntries(emptied) } as Change
}

function speaksOf(commands: unknown, keys: ReadonlySet<string>): boolean {
  return (
    Array.isArray(commands) &&
    commands.some((command) => SPEAK_OF_VALUES.has(command?.name) && names(command.input, keys))
  )
}

/** Whether any of the keys is the name of a field, or begins a path, at any depth. */
function names(value: unknown, keys: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return keys.has(stepsOf(value.slice(0, 1_000))[0] ?? '')
  if (Array.isArray(value)) return value.some((entry) => names(entry, keys))
  if (!isObject(value)) return false
  return Object.entries(value).some(([key, inner]) => keys.has(key) || names(inner, keys))
}

function withoutInputs(commands: unknown): unknown {
  if (!Array.isArray(commands)) return []
  return commands.map((command) => ({ name: String(command?.name ?? ''), input: {} }))
}

function isTold(part: ToolPart, tainted: ReadonlySet<number>, keys: ReadonlySet<string>): boolean {
  if (part.revision !== null && tainted.has(part.revision)) return true
  if (!TOOLS.has(part.name)) return false
  const output = part.output?.replaceAll('\\', '') ?? ''
  return names(part.input, keys) || [...keys].some((key) => output.includes(key))
}

/** Reverts values path by path: what others have set in the same object since stays. */
import type { Change } from '../model/changes.ts'
import { isObject, type JsonObject, type JsonValue, readJson } from './json.ts'
import { follow, replaceAt } from './keys.ts'

type Steps = readonly string[]

/** The paths where two values differ, as deep as both are objects; `[]` = the whole value. */
export function changedPaths(before: JsonValue, after: JsonValue, at: Steps = []): Steps[] {
  if (!isObject(before) || !isObject(after)) return isSame(before, after) ? [] : [at]
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) => {
    const [old, next] = [own(before, key), own(after, key)]
    return old === undefined || next === undefined ? [[...at, key]] : changedPaths(old, next, [...at, key])
  })
}

const PATH = 'json'

/** The fields a change touched, by name; for a value, its paths, `[]` = the whole value. */
export function touchedFields(change: Change): string[] {
  const { before, after, table } = change
  const fields = Object.keys(after ?? {})
  if (table !== 'value' || !fields.includes(PATH)) return fields
  const [old, next] = [parsed(before?.json), parsed(after?.json)]
  const paths = old === undefined || next === undefined ? [[]] : changedPaths(old, next)
  return [...fields.filter((name) => name !== PATH), ...paths.map((path) => `${PATH}${JSON.stringify(path)}`)]
}

export function movedPaths(fields: Iterable<string>): Steps[] {
  return [...fields]
    .filter((name) => name.startsWith(`${PATH}[`))
    .map((name) => JSON.parse(name.slice(PATH.length)))
}

/**
 * The text with a change reverted, except at paths that have changed since (`moved`); `kept` are these. `null` if
 * they can’t be told apart, because one of the texts isn’t an object.
 */
export function revertJson(
  change: { before: unknown; after: unknown },
  held: unknown,
  moved: readonly Steps[],
): { json: string; kept: Steps[] } | null {
  const [before, after, now] = [parsed(change.before), parsed(change.after), parsed(held)]
  if (!isObject(before) || !isObject(after) || !isObject(now)) return null
  const kept: Steps[] = []
  let value: JsonObject = now
  for (const path of changedPaths(before, after)) {
    const isMoved = moved.some((other) => overlap(other, path))
    const old = follow(before, path)
    if (isMoved || !isSame(follow(value, path), follow(after, path))) {
      if (!isSame(follow(value, path), old)) kept.push(path)
      continue
    }
    const replaced = replaceAt(value, path, old)
    if ('value' in replaced && isObject(replaced.value)) value = replaced.value
    else kept.push(path)
  }
  return { json: JSON.stringify(value), kept }
}

function parsed(text: unknown): JsonValue | undefined {
  return typeof text === 'string' ? readJson(text) : undefined
}

function own(value: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

function isSame(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Whether one path is a prefix of the other. */
function overlap(one: Steps, other: Steps): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.every((step, i) => step === long[i])
}

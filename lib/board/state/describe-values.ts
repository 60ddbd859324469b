/** Values in sentences: `your name is John and your age is 30`. */
import { joinWords, shorten } from '../text/text.ts'
import { isObject, type JsonObject, type JsonValue } from './json.ts'
import { stepsOf } from './keys.ts'

const TOLD = 6
const VALUE_CHARS = 200

/** `your name` for `user.name`, `your theme` for `user.preferences.theme`, else the path in words. */
export function describePath(path: string): string {
  const [key, ...steps] = stepsOf(path)
  if (path === 'user') return 'your profile'
  const words = (steps.length > 1 ? steps.filter((step) => step !== 'preferences') : steps).join(' ')
  const name = (key === 'user' && steps.length > 0 ? words : [key, ...steps].join(' ')).replaceAll('_', ' ')
  return key === 'user' && steps.length > 0 ? `your ${name}` : name
}

export function sayValue(value: JsonValue): string {
  if (typeof value === 'string') return value === '' ? 'empty' : value
  if (Array.isArray(value)) return value.length > 0 ? value.map(sayValue).join(', ') : 'empty'
  if (!isObject(value)) return String(value)
  const entries = Object.entries(value).map(
    ([key, inner]) => `${key.replaceAll('_', ' ')}: ${sayValue(inner)}`,
  )
  return entries.length > 0 ? entries.join(', ') : 'not set yet'
}

/** What these updates change, as clauses; objects field by field. */
export function describeUpdates(before: JsonObject, updates: JsonObject): string {
  const said = Object.entries(updates).flatMap(([key, value]) => differences(key, before[key], value))
  const first = said.slice(0, TOLD)
  return joinWords(said.length > TOLD ? [...first, `${said.length - TOLD} more`] : first)
}

function differences(path: string, before: JsonValue | undefined, after: JsonValue): string[] {
  if (isObject(after) && Object.keys(after).length > 0 && (before == null || isObject(before))) {
    const held = before ?? {}
    const gone = Object.keys(held).filter((key) => !Object.hasOwn(after, key))
    return [
      ...Object.entries(after).flatMap(([key, value]) => differences(`${path}.${key}`, held[key], value)),
      ...gone.map((key) => `${describePath(`${path}.${key}`)} is cleared`),
    ]
  }
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (after === null) return before == null ? [] : [`${describePath(path)} is cleared`]
  return [`${describePath(path)} is ${shorten(sayValue(after), VALUE_CHARS)}`]
}

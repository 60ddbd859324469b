/** Keys of the session state, and paths into values: `user.preferences.theme`. */
import { LIMITS } from '#lib/limits.ts'
import { isObject, type JsonValue } from './json.ts'
import { forbiddenKey, isForbiddenKey } from './plain-copy.ts'

/** Keys whose contents are rows with their own commands. */
export const ROW_KEYS = {
  tasks: 'Tasks are changed with add_task, update_task, update_task_status, move_task and remove_task.',
  categories: 'Categories are changed with add_category, rename_category and remove_category.',
  lists: 'Lists are changed with create_list, add_items, remove_items, clear_list and delete_list.',
} as const

/** Other data shown to the agent beside the state, under reserved names. */
const SHOWN_KEYS: Readonly<Record<string, string>> = {
  today: '“today” comes from the clock and can’t be set.',
  time_zone: '“time_zone” is one of the user’s settings. Change it with update_settings.',
  user_settings: '“user_settings” shows the user’s settings. Change them with update_settings.',
  totals: 'Totals are counted from the tasks. Change tasks with add_task, update_task and remove_task.',
  changed_by_hand: '“changed_by_hand” lists what the user changed and can’t be set.',
  dependencies: 'Dependencies come with a run and are read-only.',
  more_keys: '“more_keys” names what was left out. Read those keys with get_session_state.',
  not_shown: '“not_shown” counts the tasks that were left out. Use list_tasks to read them.',
  values: 'Set keys directly, for example {"counter": 2}, not inside “values”.',
  session_state: 'Set keys directly, for example {"counter": 2}, not inside “session_state”.',
}

/** Where a board can have its user’s name; Settings have it otherwise. */
export const NAME_KEYS: readonly string[] = ['user.name', 'user_name', 'name']

export function isShownKey(key: string): boolean {
  return Object.hasOwn(SHOWN_KEYS, key)
}

/** Why a new value can't have this key, as a sentence. Values stored earlier keep theirs. */
export function problemOfNewKey(key: string): string | null {
  return Object.hasOwn(SHOWN_KEYS, key) ? (SHOWN_KEYS[key] ?? null) : problemOfKey(key)
}

export function isRowKey(key: string): key is keyof typeof ROW_KEYS {
  return Object.hasOwn(ROW_KEYS, key)
}

/** Why a top-level key is invalid, as a sentence. */
export function problemOfKey(key: string): string | null {
  if (isRowKey(key)) return ROW_KEYS[key]
  if (key.trim() === '' || key !== key.trim()) return 'Keys can’t be empty or start or end with a space.'
  if (key.length > LIMITS.keyChars) return `Keys can have up to ${LIMITS.keyChars} characters.`
  if (isForbiddenKey(key)) return forbiddenKey(key)
  if (/[.[\]{}\p{Cc}\p{Cs}]/u.test(key))
    return 'Keys can’t contain dots, brackets, braces or control characters.'
  return null
}

/** `user.preferences.theme` and `items[0]` as steps; the first is the key. */
export function stepsOf(path: string): string[] {
  return path.replace(/\[(\d+)\]/g, '.$1').split('.')
}

/** Follows a path inside a value; `undefined` if there is nothing. Own properties only. */
export function follow(value: JsonValue, steps: readonly string[]): JsonValue | undefined {
  let at: JsonValue | undefined = value
  for (const step of steps) {
    if (Array.isArray(at)) at = /^\d+$/.test(step) ? at[Number(step)] : undefined
    else if (isObject(at) && Object.hasOwn(at, step)) at = at[step]
    else return undefined
  }
  return at
}

/** The value with the part at a path replaced (`undefined` = deleted), or a sentence why not. */
export function replaceAt(
  value: JsonValue | undefined,
  steps: readonly string[],
  next: JsonValue | undefined,
): { value: JsonValue | undefined } | { problem: string } {
  const [step, ...rest] = steps
  if (step === undefined) return { value: next }
  if (step === '' || isForbiddenKey(step)) return { problem: `“${step}” cannot be a part of a path.` }
  if (Array.isArray(value)) return replaceInList(value, step, rest, next)
  if (value !== undefined && !isObject(value)) {
    return { problem: `“${step}” isn’t inside an object. Set the whole value instead.` }
  }
  const held: Readonly<Record<string, JsonValue>> = value ?? {}
  const isHeld = Object.hasOwn(held, step)
  if (!isHeld && next === undefined) return { value }
  const inner = replaceAt(isHeld ? held[step] : undefined, rest, next)
  if ('problem' in inner) return inner
  const { [step]: _old, ...others } = held
  if (inner.value === undefined) return { value: others }
  return { value: { ...held, [step]: inner.value } }
}

function replaceInList(
  list: readonly JsonValue[],
  step: string,
  rest: readonly string[],
  next: JsonValue | undefined,
): ReturnType<typeof replaceAt> {
  const index = /^\d+$/.test(step) ? Number(step) : Number.NaN
  if (!(index < list.length)) return { problem: `No entry ${step}: the list has ${list.length}.` }
  const inner = replaceAt(list[index], rest, next)
  if ('problem' in inner) return inner
  return { value: inner.value === undefined ? list.toSpliced(index, 1) : list.with(index, inner.value) }
}

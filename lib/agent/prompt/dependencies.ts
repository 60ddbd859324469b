/** Read-only data of one run: in templates, in the context block and for tools. Never stored. */

import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { dayIn } from '#lib/board/readers/task-query.ts'
import type { JsonObject, JsonValue } from '#lib/board/state/json.ts'
import { isObject, problemOf } from '#lib/board/state/json.ts'
import type { RunProfile } from '#lib/session/boards/run-profile.ts'
import { singleton } from '#lib/singletons.ts'

export type Dependencies = Readonly<Record<string, JsonValue>>

/** Data sent with queued messages, by message id. Lost when the process ends, as documented. */
const waiting = () => singleton('dependencies', () => new Map<string, JsonObject>())
const MOST_WAITING = 1_000

export function checkDependencies(given: unknown): { ok: true; dependencies: JsonObject } | Refusal {
  if (given === undefined || given === null) return { ok: true, dependencies: {} }
  if (!isObject(given)) return refuse('invalid', 'Dependencies are an object of keys and values.')
  const problem = problemOf(given)
  return problem ? refuse('invalid', problem) : { ok: true, dependencies: given }
}

export function keepDependencies(messageId: string, dependencies: JsonObject): void {
  if (Object.keys(dependencies).length === 0) return
  const kept = waiting()
  kept.set(messageId, dependencies)
  const oldest = kept.keys().next()
  if (kept.size > MOST_WAITING && !oldest.done) kept.delete(oldest.value)
}

/** Once for each message: a later run of its turn no longer has them. */
export function takeDependencies(messageId: string): JsonObject {
  const found = waiting().get(messageId) ?? {}
  waiting().delete(messageId)
  return found
}

/** A caller can't override built-in values. */
export function dependenciesOf(person: RunProfile, given: JsonObject, now: number): Dependencies {
  const { displayName } = person
  return Object.freeze({
    ...(displayName === null ? {} : { user: { name: displayName }, user_name: displayName }),
    ...given,
    now: new Date(now).toISOString(),
    today: dayIn(person.timeZone, now),
    time_zone: person.timeZone,
    locale: person.settings.locale,
    display_name: displayName,
  })
}

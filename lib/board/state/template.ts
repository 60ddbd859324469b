/** The initial state of a session. Old sessions read keys that are added here later, too. */
import type { JsonValue } from './json.ts'

type Defaults = Readonly<Record<string, JsonValue>>

const DEFAULTS: Defaults = { user: { preferences: {} } }

let current = DEFAULTS

export function templateDefaults(): Defaults {
  return current
}

/** For tests; without an argument, restores the real template. */
export function setTemplateDefaults(defaults: Defaults = DEFAULTS): void {
  current = defaults
}

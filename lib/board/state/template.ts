/** What a new session's state begins with. Keys added here later reach old sessions when they are read. */
import type { JsonValue } from './json.ts'

type Defaults = Readonly<Record<string, JsonValue>>

const DEFAULTS: Defaults = { user: { preferences: {} } }

let current = DEFAULTS

export function templateDefaults(): Defaults {
  return current
}

/** For tests; without an argument the product's own template is back. */
export function setTemplateDefaults(defaults: Defaults = DEFAULTS): void {
  current = defaults
}

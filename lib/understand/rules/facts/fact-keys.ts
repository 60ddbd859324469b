/** Where facts about people and counters are stored in the session state. */
import { isObject, type JsonValue } from '#lib/board/state/json.ts'
import { follow, replaceAt, stepsOf } from '#lib/board/state/keys.ts'
import { fold } from '#lib/board/text/text.ts'
import { memoizeByPhrase } from '../../text/memoize.ts'
import { keysOf, type Phrase, split, textOf, tokensOf } from '../../text/phrase.ts'
import type { ClauseResult, ParseContext } from '../../text/types.ts'
import { ask, call, draft } from '../grammar.ts'

const MOST_WORDS = 5
/** Facts about people, by the last word of the name. */
const OWN = new Set(
  'name nickname surname username age birthday birthdate birthplace hometown city country location language timezone pronouns job profession occupation employer diet hobby hobbies email e-mail mail phone'.split(
    ' ',
  ),
)
/** … and by its first. */
const FAVOURED = /^(?:favourite|favorite|preferred|usual|default)$/
/** Preferences rather than facts. */
const SETTINGS = new Set('theme language tone units currency style'.split(' '))
/** Never stored: the reply says so. */
const SECRETS =
  /(?:^| )(?:password|passcode|passphrase|pin|pin code|api key|token|secret|secret key|private key|card number)$/
const COUNTER = /(?:^| )(?:counter|tally)$/
const ARTICLES = new Set(['my', 'the', 'our', 'a', 'an', 'this', 'that'])

export type Named = {
  /** In the session state. */
  path: string
  /** It already exists. */
  isHeld: boolean
  /** The name has no other meaning. */
  isSure: boolean
  /** “my”, “our”. */
  isMine: boolean
  /** “my name's”: the verb is in it. */
  endsInIs: boolean
}

/** The existing or new path for these words: `my name`, `the counter`, `user.preferences.theme`. */
export const nameOf = memoizeByPhrase(readName)

function readName(phrase: Phrase, scene: ParseContext): Named | undefined {
  const tokens = tokensOf(phrase)
  if (tokens.length === 0 || tokens.length > MOST_WORDS) return undefined
  const written = textOf(phrase)
  if (tokens.length === 1 && /^[a-z_]\w*(?:\.\w+)+$/i.test(written)) {
    const isHeld = at(scene, written) !== undefined
    return { path: written, isHeld, isSure: true, isMine: false, endsInIs: false }
  }
  if (!tokens.every(({ kind }) => kind === 'word')) return undefined
  const [first = '', ...others] = keysOf(phrase)
  const words = (ARTICLES.has(first) ? others : [first, ...others]).map((word) => word.replace(/'s?$/, ''))
  // “your name” isn’t a fact about the user.
  if (words.length === 0 || words[0] === 'your') return undefined
  const isMine = first === 'my' || first === 'our'
  const endsInIs = (tokens.at(-1)?.key ?? '').endsWith("'s")
  const places = placesOf(words, isMine)
  const held = places.map((path) => heldAt(scene, path)).find((path) => path !== undefined)
  const path = held ?? places[0] ?? ''
  const isHeld = held !== undefined
  return { path, isHeld, isSure: isHeld || isFact(words), isMine, endsInIs }
}

/** Searched in this order; a new value is stored at the first. */
function placesOf(words: readonly string[], isMine: boolean): string[] {
  const name = keyOf(words)
  if (/^(?:preferences?|settings?)$/.test(name))
    return ['user.preferences', 'preferences', 'user_preferences']
  const isSetting = SETTINGS.has(name) || /^preferred_|_(?:preference|setting)$/.test(name)
  const own = name.replace(/^preferred_|_(?:preference|setting)$/g, '')
  const setting = `user.preferences.${own}`
  const mine = [`user.${name}`, `user_${name}`, setting]
  if (isSetting) return [setting, `user.${own}`, own]
  return isMine ? [...mine, name] : [name, ...mine]
}

/** Its path, spelled colour or color. */
function heldAt(scene: ParseContext, path: string): string | undefined {
  if (at(scene, path) !== undefined) return path
  const steps = stepsOf(path)
  const last = steps.pop() ?? ''
  const parent = steps.length === 0 ? scene.context.values : at(scene, steps.join('.'))
  const same = isObject(parent)
    ? Object.keys(parent).find((key) => spelled(key) === spelled(last))
    : undefined
  return same === undefined ? undefined : [...steps, same].join('.')
}

const spelled = (key: string) => key.toLowerCase().replaceAll('our', 'or')

export function keyOf(words: readonly string[]): string {
  return fold(words.join(' '))
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
}

function isFact(words: readonly string[]): boolean {
  const name = words.join(' ')
  if (SECRETS.test(name) || COUNTER.test(name)) return true
  if (/(?:^| )(?:preferences?|settings?)$/.test(name) || SETTINGS.has(name)) return true
  return FAVOURED.test(words[0] ?? '') || OWN.has(words.at(-1) ?? '')
}

export function isCounter(words: readonly string[]): boolean {
  return COUNTER.test(words.join(' '))
}

export function at({ context: { values = {} } }: ParseContext, path: string): JsonValue | undefined {
  const [key = '', ...steps] = stepsOf(path)
  return Object.hasOwn(values, key) ? follow(values[key] as JsonValue, steps) : undefined
}

/** The call that sets the value at a path; `undefined` deletes it. Contains only what changes. */
export function remember(path: string, value: JsonValue | undefined, scene: ParseContext): ClauseResult {
  const [key = '', ...steps] = stepsOf(path)
  const held = at(scene, key)
  const replaced = replaceAt(held, steps, value)
  if ('problem' in replaced) return ask(replaced.problem)
  // An entry of a list has no partial update: the whole value is sent.
  const inList = steps.some((_, depth) => Array.isArray(at(scene, [key, ...steps.slice(0, depth)].join('.'))))
  const update = inList ? (replaced.value ?? null) : nested(steps, value ?? null)
  return draft(call('update_session_state', { session_state_updates: { [key]: update } }))
}

/** `{preferences: {theme: "dark"}}` for the steps to a value. */
function nested(steps: readonly string[], value: JsonValue): JsonValue {
  return steps.reduceRight<JsonValue>((inner, step) => ({ [step]: inner }), value)
}

/** The value to store: a number, a boolean, an array if several are named, or the text. */
export function keptAs(phrase: Phrase, areMany = false): JsonValue {
  const tokens = tokensOf(phrase)
  const [only] = tokens
  const written = textOf(phrase)
  if (tokens.length === 1 && only?.kind !== 'quote') {
    if (/^-?\d{1,15}(?:\.\d{1,10})?$/.test(written)) return Number(written)
    if (/^(?:true|false)$/i.test(written)) return written.toLowerCase() === 'true'
  }
  if (!areMany) return written
  const pieces = split(phrase, ({ key }) => key === ',' || key === 'and' || key === '&').map(textOf)
  return pieces.length > 1 ? pieces : written
}

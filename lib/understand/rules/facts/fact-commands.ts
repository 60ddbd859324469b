/** Commands on values of the session state: remember, count, set and forget. */

import { describePath } from '#lib/board/state/describe-values.ts'
import type { JsonObject } from '#lib/board/state/json.ts'
import { joinWords } from '#lib/board/text/text.ts'
import { offer } from '../../slots/clarifications.ts'
import { textSlot } from '../../slots/fields.ts'
import { firstMatch, formsOver, type Slot } from '../../text/pattern.ts'
import { keysOf, type Phrase, split, textOf } from '../../text/phrase.ts'
import type { ClauseResult, ParseContext } from '../../text/types.ts'
import { ask, call, draft, type Rule } from '../grammar.ts'
import { matchesTaskTitle } from '../lists/match-list-items.ts'
import type { Named } from './fact-keys.ts'
import { at, keptAs, keyOf, remember } from './fact-keys.ts'
import {
  ageSlot,
  anyKeySlot,
  countedSlot,
  counterSlot,
  heldSlot,
  keySlot,
  ownSlot,
  properSlot,
  themeSlot,
  timesSlot,
  valueSlot,
} from './fact-slots.ts'
import { SETTINGS, setSetting, settingOf } from './setting-commands.ts'

const THEME = 'user.preferences.theme'
/** One word written like a key in code. */
const wordKeySlot: Slot<string> = {
  role: 'key',
  max: 1,
  read: (phrase) => (/^[\p{L}_][\w.-]*$/u.test(textOf(phrase)) ? { value: textOf(phrase) } : undefined),
}

const wordSlot: Slot<string> = {
  role: null,
  max: 1,
  read: (phrase) => ({ value: keysOf(phrase)[0] ?? '' }),
}

const form = formsOver({
  own: ownSlot,
  key: keySlot,
  held: heldSlot,
  any: anyKeySlot,
  counter: counterSlot,
  counted: countedSlot,
  value: valueSlot,
  proper: properSlot,
  age: ageSlot,
  times: timesSlot,
  theme: themeSlot,
  name: wordKeySlot,
  word: wordSlot,
  text: textSlot,
})

function set(name: Named, value: Phrase, scene: ParseContext, areMany = false): ClauseResult {
  const kept = keptAs(value, areMany)
  const setting = areMany ? undefined : settingOf(name)
  if (setting) return setSetting(setting, textOf(value), name.path, scene)
  // Its values are a closed set in lower case.
  return remember(
    name.path,
    name.path === THEME && typeof kept === 'string' ? themeOf(value, scene) : kept,
    scene,
  )
}

function themeOf(value: Phrase, scene: ParseContext): string {
  const words = keysOf(value).filter((key) => !/^(?:mode|theme|the)$/.test(key))
  const only = words.length === 1 ? themeSlot.read({ ...value, to: value.from + 1 }, scene) : undefined
  return only?.value ?? textOf(value).toLowerCase()
}

const theme = ({ theme: value }: { theme: string }, scene: ParseContext) => remember(THEME, value, scene)

const THEMES: readonly Rule[] = [
  form('i|we prefer|want|like|love|need the|a? <theme> theme|mode|scheme|look', theme),
  form(
    'use|switch_to|turn_on|enable|activate|go|go_to|change_to|switch_on|set|set_to the|my|a? <theme> theme|mode',
    theme,
  ),
  form(
    'set|change|make|switch|turn|put|update the|my? theme|mode|colour_scheme|color_scheme|colours|colors|look to|into|as? <theme> theme|mode?',
    theme,
  ),
  form('<theme> theme|mode on|now?', theme),
]

/** What people say about themselves, also after “remember that”. */
const TOLD: readonly Rule[] = [
  form('my|our preferences|settings are|: :? <text>', preferences),
  form('<own> is|:|=|is_now|is_called|will_be <value>', ({ own, value }, scene) => set(own, value, scene)),
  form('<own> are|are_now <value>', ({ own, value }, scene) => set(own, value, scene, true)),
  form('<own> <value>', ({ own, value }, scene) => (own.endsInIs ? set(own, value, scene) : undefined)),
  form('call me <proper>', ({ proper }, scene) => setSetting('name', textOf(proper), 'user.name', scene)),
  form("i_am|i'm called|named <proper>", ({ proper }, scene) =>
    setSetting('name', textOf(proper), 'user.name', scene),
  ),
  form("i_am|i'm <age> years_old|years_of_age|yrs_old|year_old|years_young|y/o?", ({ age }, scene) =>
    remember('user.age', age, scene),
  ),
  form('i turned|just_turned <age>', ({ age }, scene) => remember('user.age', age, scene)),
  form('i live in <proper>', ({ proper }, scene) => remember('user.location', textOf(proper), scene)),
  form("i'm|i_am|i_come from <proper>", ({ proper }, scene) =>
    remember('user.hometown', textOf(proper), scene),
  ),
]

const ANY_FACT: readonly Rule[] = [
  ...SETTINGS,
  ...TOLD,
  ...THEMES,
  form('<any> is|:|=|is_now|is_called <value>', ({ any, value }, scene) => set(any, value, scene)),
  form('<any> are <value>', ({ any, value }, scene) => set(any, value, scene, true)),
]

export const REMEMBER =
  "remember|memorise|memorize|note|store|save|keep_in_mind|bear_in_mind|know|make_a_note|take_note|note_down|don't_forget|do_not_forget|never_forget"

function fact({ text }: { text: Phrase }, scene: ParseContext): ClauseResult | undefined {
  const matched = firstMatch(ANY_FACT, text, scene)
  if (!matched) return undefined
  return 'question' in matched.result ? matched.result : { ...matched.result, spans: matched.spans }
}

const UNITS: Readonly<Record<string, number>> = {
  second: 1,
  sec: 1,
  minute: 60,
  min: 60,
  hour: 3_600,
  hr: 3_600,
  day: 86_400,
  week: 604_800,
}

/** “the code is 5 for 10 minutes”: it expires. */
function passing(
  { any, value, times, word }: { any: Named; value: Phrase; times: number; word: string },
  scene: ParseContext,
): ClauseResult | undefined {
  const seconds = UNITS[word.replace(/s$/, '')]
  const kept = seconds === undefined ? undefined : set(any, value, scene)
  if (!seconds || !kept || 'question' in kept) return kept
  return draft(...kept.intents.map(({ tool, args }) => call(tool, { ...args, ttl_seconds: times * seconds })))
}

/** “theme dark and language en”: a name and a value each. */
function preferences({ text }: { text: Phrase }): ClauseResult | undefined {
  const pairs = split(text, ({ key }) => key === ',' || key === 'and' || key === '&').map((pair) =>
    textOf(pair)
      .replace(/\b(?:is|to|=|:)\s/i, ' ')
      .split(/[\s:=]+/),
  )
  if (pairs.length === 0 || pairs.some(({ length }) => length !== 2)) return undefined
  const held = Object.fromEntries(pairs.map(([name = '', value = '']) => [keyOf([name]), value]))
  return draft(call('update_session_state', { session_state_updates: { user: { preferences: held } } }))
}

const REMEMBERED: readonly Rule[] = [
  form(`${REMEMBER} that|:? <any> is|: <value> for <times> <word>`, passing),
  form(`${REMEMBER} that|:? <text>`, fact),
  form('for_the_record|fyi :|,|that? <text>', fact),
]

const ON_SET = 'set|change|update|make|switch|put|turn|edit'

const SETS: readonly Rule[] = [
  form(`${ON_SET} <key> to|as|=|:|->|equal_to <value>`, ({ key, value }, scene) =>
    matchesTaskTitle(scene, value.source) ? undefined : set(key, value, scene),
  ),
  form(
    'set|store|save|put|keep|create the|a? value|variable|key|field|entry called|named? <name> to|as|=|:|with|at <value>',
    ({ name, value }, scene) => remember(name, keptAs(value), scene),
  ),
]

function count(sign: 1 | -1) {
  return ({ counter, counted, times = 1 }: { counter?: Named; counted?: Named; times?: number }) =>
    draft(call('increment_value', { key: (counter ?? counted)?.path ?? '', by: sign * times }))
}

const COUNTS: readonly Rule[] = [
  form('increment|incr <counted> <times>?', count(1)),
  form('decrement|decr <counted> <times>?', count(-1)),
  form('increase|raise|bump|bump_up|count_up|up|tick_up|step_up <counter> <times>?', count(1)),
  form('decrease|lower|reduce|count_down|drop|tick_down|step_down <counter> <times>?', count(-1)),
  form('add|count|put|plus <times> to|on|for|onto <counter>', count(1)),
  form('subtract|take|remove|minus|deduct <times> from|off <counter>', count(-1)),
]

const zero = ({ counter }: { counter: Named }, scene: ParseContext) => remember(counter.path, 0, scene)

const RESETS: readonly Rule[] = [
  form('reset|zero|zero_out|restart|clear <counter> to|back_to zero|0|nothing', zero),
  form('reset|zero|zero_out|restart|clear <counter>', zero),
  form('set|put|turn|bring <counter> back? to zero|nothing', zero),
  form('reset <counter> to <value>', ({ counter, value }, scene) => set(counter, value, scene)),
  form('start <counter> over|again|from_zero|from_scratch', zero),
]

/** Every saved value at once is asked about first. */
function clearState(_: unknown, { context: { values = {} } }: ParseContext): ClauseResult {
  const keys = heldKeys(values)
  if (keys.length === 0) return ask('Nothing is saved on this board. Tasks and lists stay as they are.')
  return ask(
    offer(
      `Delete what is saved here: ${joinWords(keys.map(describePath))}? Tasks and lists stay.`,
      'delete all saved values',
      'Delete',
    ),
  )
}

function deleteAll(_: unknown, scene: ParseContext): ClauseResult {
  const keys = heldKeys(scene.context.values ?? {})
  if (keys.length === 0) return clearState(_, scene)
  const updates = Object.fromEntries(keys.map((key) => [key, null]))
  return draft(call('update_session_state', { session_state_updates: updates }))
}

/** A template's empty object holds nothing. */
const heldKeys = (values: JsonObject) =>
  Object.keys(values).filter((key) => JSON.stringify(values[key]) !== '{"preferences":{}}')

/** A missing value can’t be deleted: reading it says that it isn’t set. */
function forget(name: Named, scene: ParseContext): ClauseResult {
  if (settingOf(name) === 'name') return setSetting('name', '', name.path, scene)
  if (at(scene, name.path) !== undefined) return remember(name.path, undefined, scene)
  return draft(call('get_session_state', { key: name.path }))
}

const FORGETS: readonly Rule[] = [
  form('delete all saved_values', deleteAll),
  form(
    'clear|reset|empty|wipe|delete|erase the|my|your|this|session? state|session_state|session-state|saved_values|values|saved_details',
    clearState,
  ),
  form('forget|erase everything|it_all|all', clearState),
  form('forget|unlearn|unset about? <key>', ({ key }, scene) => forget(key, scene)),
  form('forget|delete|remove|erase|clear|drop|wipe|unset <held>', ({ held }, scene) =>
    held.isMine || !matchesTaskTitle(scene, held.path) ? forget(held, scene) : undefined,
  ),
  form(
    'forget|delete|remove|erase|clear|wipe everything|all|what you_know|you_remember|i_told_you? about me|myself',
    (_, scene) => forget({ path: 'user', isHeld: true, isSure: true, isMine: true, endsInIs: false }, scene),
  ),
]

export const FACTS: readonly Rule[] = [
  ...SETTINGS,
  ...THEMES,
  ...TOLD,
  ...REMEMBERED,
  ...RESETS,
  ...SETS,
  ...COUNTS,
  ...FORGETS,
]

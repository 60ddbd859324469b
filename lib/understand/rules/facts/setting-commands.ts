/** Commands on the user’s settings: their name, time zone and how dates are written. */
import { NAME_KEYS } from '#lib/board/state/keys.ts'
import { formsOver, type Slot } from '../../text/pattern.ts'
import { keysOf, type Phrase, textOf } from '../../text/phrase.ts'
import type { ClauseResult, ParseContext } from '../../text/types.ts'
import { call, draft, type Rule } from '../grammar.ts'
import { at, type Named, remember } from './fact-keys.ts'

type Setting = 'name' | 'time_zone' | 'date_language'

/** The setting that “my name” or “my time zone” is. A path like `user.name` is the board’s own value. */
export function settingOf({ path, isMine }: Named): Setting | undefined {
  if (!isMine) return undefined
  if (NAME_KEYS.includes(path)) return 'name'
  if (/^(?:user\.)?(?:preferences\.)?time_?zone$/.test(path)) return 'time_zone'
  return path === 'user.preferences.language' || path === 'user.language' ? 'date_language' : undefined
}

/** A name that the board holds as well changes with it, so that both say the same. */
export function setSetting(setting: Setting, value: string, path: string, scene: ParseContext): ClauseResult {
  const changed = call('update_settings', { [setting]: value })
  if (setting !== 'name' || at(scene, path) === undefined) return draft(changed)
  const onBoard = remember(path, value === '' ? undefined : value, scene)
  return 'question' in onBoard ? onBoard : { ...onBoard, intents: [changed, ...onBoard.intents] }
}

const ORDERS: Readonly<Record<string, string>> = {
  day: 'day-first',
  month: 'month-first',
  year: 'year-first',
}
const WEEK_DAYS = /^(?:monday|sunday|saturday)s?$/

/** `day-first`, `day first`, `year month day`. */
const orderSlot: Slot<string> = {
  role: 'value',
  max: 5,
  read(phrase) {
    const said = keysOf(phrase).join(' ').replace(/[-,/]/g, ' ').replace(/\s+/g, ' ').replace(/^the /, '')
    const order = /^(day|month|year)(?: first| (?:month|day) (?:year|day))$/.exec(said)?.[1]
    return order ? { value: ORDERS[order] as string } : undefined
  },
}

const weekdaySlot: Slot<string> = {
  role: 'value',
  max: 1,
  read(phrase) {
    const key = keysOf(phrase)[0] ?? ''
    return WEEK_DAYS.test(key) ? { value: key.replace(/s$/, '') } : undefined
  },
}

/** Up to three words, like “Brazilian Portuguese”, without “my” and “a”. */
const namedSlot: Slot<Phrase> = {
  role: 'value',
  max: 6,
  read: (phrase) =>
    /^(?:my|a|an|the|it|this)$/.test(keysOf(phrase)[0] ?? '') ? undefined : { value: phrase },
}

/** A language starts with a capital letter: “in German”, not “in order”. */
const languageSlot: Slot<string> = {
  role: 'value',
  max: 3,
  read: (phrase) => (/^\p{Lu}/u.test(textOf(phrase)) ? { value: textOf(phrase) } : undefined),
}

const form = formsOver({ order: orderSlot, day: weekdaySlot, named: namedSlot, language: languageSlot })
const change = (setting: string, value: string) => draft(call('update_settings', { [setting]: value }))

const ZONE = 'timezone|time_zone|time-zone'
const ON_SET = 'set|change|switch|update|make|put'
const SHOW = 'show|write|display|format|use|want|prefer|i_want|i_prefer'

export const SETTINGS: readonly Rule[] = [
  form(`${ON_SET} my|the? ${ZONE} setting? to|as|=|: <named>`, ({ named }) =>
    change('time_zone', textOf(named)),
  ),
  form(`my ${ZONE} is|:|=|is_now <named>`, ({ named }) => change('time_zone', textOf(named))),
  form(`use|switch_to <named> as? my|the? ${ZONE}`, ({ named }) => change('time_zone', textOf(named))),
  form(`${SHOW} the|my|all? dates in|as? <order>`, ({ order }) => change('date_order', order)),
  form(`${SHOW} <order> dates`, ({ order }) => change('date_order', order)),
  form(`${ON_SET} the|my? date_order|order_of_dates|date_format to|as? <order>`, ({ order }) =>
    change('date_order', order),
  ),
  form('my|the? week|weeks start|starts|begin|begins on? <day>', ({ day }) => change('week_start', day)),
  form('start|begin my|the? week|weeks on? <day>', ({ day }) => change('week_start', day)),
  form(
    `${ON_SET} the|my? week_start|start_of_the_week|first_day_of_the_week|start_of_week to|as? <day>`,
    ({ day }) => change('week_start', day),
  ),
  form('show|write|display|format the|my|all? dates in <language>', ({ language }) =>
    change('date_language', language),
  ),
  form(`${ON_SET} the|my? date_language|language|language_of_dates to <language>`, ({ language }) =>
    change('date_language', language),
  ),
]

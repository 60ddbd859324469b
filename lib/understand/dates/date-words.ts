/** The words that dates are made of: names of days and months, counts, `17th`, each one token. */
import { distance } from 'fastest-levenshtein'
import type { Slot } from '../text/pattern.ts'
import { keysOf } from '../text/phrase.ts'
import { isSwapped } from '../text/typos.ts'
import { NUMBER_WORDS } from '../text/vocabulary.ts'

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
)

export function word<Value>(read: (key: string) => Value | undefined): Slot<Value> {
  return {
    role: null,
    max: 1,
    read(phrase) {
      const value = read(keysOf(phrase)[0] ?? '')
      return value === undefined ? undefined : { value }
    },
  }
}

export const weekdaySlot = word((key) => weekdayNamed(key))
export const countSlot = word((key) => (/^\d{1,3}$/.test(key) ? Number.parseInt(key, 10) : numberWord(key)))
/** `3`, `a`, `a couple of`, `half an`. */
export const manySlot: Slot<number> = {
  role: null,
  max: 3,
  read(phrase, scene) {
    const written = keysOf(phrase).join(' ')
    if (written === 'half an') return { value: 0.5 }
    if (/^(?:a )?couple of$/.test(written)) return { value: 2 }
    return phrase.to - phrase.from === 1 ? countSlot.read(phrase, scene) : undefined
  },
}
export const nthSlot = word((key) => dayOfMonth(key))
export const monthSlot = word((key) => monthNamed(key))

export const tomorrowSlot = word((key) => tomorrowOf(key))

/** `today`, `tomorrow`: days from now. */
export const soonSlot: Slot<number> = {
  ...word((key) => {
    if (key === 'today') return 0
    return tomorrowOf(key)?.short === false ? 1 : undefined
  }),
  role: 'due',
}

function weekdayNamed(key: string): { index: number; short: boolean } | undefined {
  for (const [index, name] of WEEKDAYS.entries()) {
    if (key === name || isSlip(key, name)) return { index, short: false }
    if (/^(?:sun|mon|tues?|wed|thu|thur|thurs|fri|sat)$/.test(key) && name.startsWith(key))
      return { index, short: true }
  }
  return undefined
}

/** Real words that are one letter away from a day. */
const NO_DAYS = new Set('sundae sundry sunny sudan wednesdays'.split(' '))

/** One letter wrong, missing, extra, or two swapped; “mondays” isn’t a typo. */
function isSlip(key: string, name: string): boolean {
  if (key.length < 5 || key.length > 10 || key[0] !== name[0] || key.endsWith('s') || NO_DAYS.has(key))
    return false
  const isLong = name.length >= 8 && key.endsWith('day') && key[1] === name[1]
  return distance(key, name) <= (isLong ? 2 : 1) || isSwapped(key, name)
}

function monthNamed(key: string): number | undefined {
  const index = MONTHS.findIndex(
    (name) => key === name || (key.length >= 3 && name.slice(0, 4).startsWith(key)),
  )
  return index < 0 ? undefined : index + 1
}

function tomorrowOf(key: string): { short: boolean } | undefined {
  if (/^(?:tmr|tmrw|tmw|tmrrw|2moro|tomoz|tomo)$/.test(key)) return { short: false }
  if (key === 'tom') return { short: true }
  const near = key.startsWith('to') && key.length >= 7 && key.length <= 10 && distance(key, 'tomorrow') <= 2
  return near ? { short: false } : undefined
}

function numberWord(key: string): number | undefined {
  if (key === 'a' || key === 'an') return 1
  const index = NUMBER_WORDS.indexOf(key as (typeof NUMBER_WORDS)[number])
  return index > 0 ? index : undefined
}

function dayOfMonth(key: string): number | undefined {
  const day = Number.parseInt(/^(\d{1,2})(?:st|nd|rd|th)$/.exec(key)?.[1] ?? '', 10)
  return day >= 1 && day <= 31 ? day : undefined
}

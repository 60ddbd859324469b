/** A time of day: `at 5` is 17:00, `in the morning` stays in words. A task has only a day: the time goes into its notes. */
import { keysOf, type Phrase, textOf } from '../text/phrase.ts'

const CLOCK = /^(\d{1,2})(?:[:.h](\d{2}))?(am|pm|a\.m|p\.m)?$/
const DAY_PARTS =
  'morning|afternoon|evening|night|noon|midnight|lunch|lunchtime|midday|dinner time|breakfast|teatime'.split(
    '|',
  )
const LEADS = new Set([
  'at',
  '@',
  'around',
  'about',
  'by',
  'before',
  'after',
  'from',
  'until',
  'in',
  'the',
  'on',
])
/** `first thing`, `in the morning`, `at noon`. */
const SPOKEN = new RegExp(
  `^(?:first thing|(?:(?:late|early|later) )?(?:(?:in|at|by|around|before|after) )?(?:the )?(?:${DAY_PARTS.join('|')}))$`,
)
const LONGEST = 7

/** `at 17:00`, `morning`, `3pm to 5pm`; `undefined` if it isn’t a time. */
export function readTime(phrase: Phrase): string | undefined {
  if (phrase.to - phrase.from > LONGEST || phrase.to <= phrase.from) return undefined
  const keys = keysOf(phrase)
  if (SPOKEN.test(keys.join(' '))) return textOf(phrase)
  const range = keys.findIndex((key, i) => i > 0 && /^(?:to|-|–|until|till)$/.test(key))
  if (range > 0) {
    const ends = readClock(keys.slice(range + 1), true)
    return ends && readClock(keys.slice(0, range), true) ? textOf(phrase) : undefined
  }
  const clock = readClock(keys, false)
  return clock && `at ${clock}`
}

function readClock(keys: readonly string[], isBare: boolean): string | undefined {
  let at = 0
  while (LEADS.has(keys[at] ?? '')) at += 1
  const [, hours, minutes, glued] = CLOCK.exec(keys[at] ?? '') ?? []
  if (hours === undefined) return undefined
  let rest = keys.slice(at + 1)
  const spaced = /^(?:am|pm|a\.m|p\.m)$/.test(rest[0] ?? '') ? rest[0] : undefined
  if (spaced !== undefined || rest[0] === "o'clock") rest = rest.slice(1)
  if (rest[0] === '.') rest = rest.slice(1)
  const dayPart = rest.join(' ').replace(/^(?:(?:in|at) )?(?:the )?/, '')
  if (dayPart !== '' && !/^(?:morning|afternoon|evening|night)$/.test(dayPart)) return undefined
  // A bare number isn’t a time: “at 5”, “5pm”, “5:30” and “5 in the morning” are.
  const isSaid = at > 0 || minutes !== undefined || glued !== undefined || keys.length > 1 || isBare
  if (!isSaid || (hours.length > 2 && minutes === undefined)) return undefined
  return inDay(hours, Number(minutes ?? 0), (glued ?? spaced)?.charAt(0), dayPart)
}

/** Without am or pm, one to six o’clock are in the afternoon. */
function inDay(written: string, minutes: number, half: string | undefined, part: string): string | undefined {
  let hours = Number(written)
  if (hours > 24 || minutes > 59 || (half !== undefined && (hours > 12 || hours === 0))) return undefined
  const isAfternoon = half === 'p' || /^(?:afternoon|evening|night)$/.test(part)
  const isMorning = half === 'a' || part === 'morning'
  const isLikelyAfternoon = !written.startsWith('0') && hours >= 1 && hours <= 6
  if (isMorning) hours %= 12
  else if (hours < 12 && (isAfternoon || isLikelyAfternoon)) hours += 12
  return `${String(hours % 24).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

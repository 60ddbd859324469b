/** What a question is about: a list, the tasks, or their due dates. */

import { readDaySpan } from '../dates/date-ranges.ts'
import { readDue } from '../dates/due-date.ts'
import type { Slot } from '../text/pattern.ts'
import { keysOf, type Phrase, part } from '../text/phrase.ts'
import type { ParseContext } from '../text/types.ts'
import { type Place, readPlace } from './lists.ts'

const LISTS = /^(?:check)?lists?(?:'s)?$/
/** “list of …” these means the board. */
const TASKS =
  /^(?:(?:all|my|the|current|pending|open|upcoming) )*(?:to-?do'?s?|to do'?s?|todos|tasks?|chores?|reminders?|reminder|events?|errands|(?:things|stuff|items|tasks|everything) (?:(?:that )?(?:i|we) (?:have|need|want|wanted|had|must|should|was|am|got)(?: \w+)?(?: \w+)?(?: \w+)?|to (?:do|remember|complete|accomplish|finish|recall|get done)(?: \w+)?))$/
const BUYS = /(?:^| )(?:buy|shop|purchase|get|pick up|shopping|groceries)(?: |$)/
/** They mean the tasks, without the word “list”. */
const BOARD =
  /^(?:(?:my|the|our|all|all my|all the|your|this|todays|today's|current|personal|daily) )?(?:reminders?|to-?do's|to do'?s|todo'?s|calendar|calender|calander|calenders|schedule|schedules|agenda|diary|planner|events?|appointments|meetings|plans|itinerary)$/
const NO_NAME = /^(?:me|us|you|it|that|this|now)$/
const OF = new Set(['of', 'for', 'about', 'called', 'named', 'with'])
const SHOPPING =
  /^(?:(?:my|our|the) )?groceries$|^(?:(?:the|my|our) )?(?:grocery|groceries|shopping|supermarket|food) (?:store|shop|trip|run|market|items?|notes?|things|stuff|needs)$/
const LONGEST = 9

function shoppingIn({ context: { lists = [] } }: ParseContext): Place {
  const list =
    lists.find(({ name }) => /^(?:shopping|grocer|food|supermarket)/i.test(name)) ??
    (lists.length === 1 ? lists[0] : undefined)
  return { of: 'list', name: list?.name ?? 'shopping', isKnown: list !== undefined }
}

export function readAskedPlace(phrase: Phrase, scene: ParseContext): Place | undefined {
  const keys = keysOf(phrase)
  const written = keys.join(' ')
  if (BOARD.test(written)) return { of: 'tasks' }
  if (SHOPPING.test(written)) return shoppingIn(scene)
  const at = keys.findIndex((key) => LISTS.test(key))
  if (at < 0) return undefined
  const ends = phrase.from + at + 1
  if (ends === phrase.to) return readPlace(phrase, scene)
  const rest = part(phrase, ends, phrase.to)
  const [joint = '', ...others] = keysOf(rest)
  if (/^(?:items?|notes?|entries|contents?|app|things)$/.test(joint) && others.length === 0)
    return readPlace(part(phrase, phrase.from, ends), scene)
  if (!OF.has(joint) || others.length === 0 || at > 2) return undefined
  const place = ofWhat(part(rest, rest.from + 1, rest.to), scene)
  return place?.of === 'list' && !place.isKnown && /^an?$/.test(keys[0] ?? '') ? undefined : place
}

/** “list of reminders”, “list for shopping”, “list of things to buy”. */
function ofWhat(phrase: Phrase, scene: ParseContext): Place | undefined {
  const written = keysOf(phrase).join(' ')
  if (BUYS.test(written) && !/^(?:shopping|groceries)$/.test(written)) {
    return shoppingIn(scene)
  }
  if (TASKS.test(written)) return { of: 'tasks' }
  if (NO_NAME.test(written) || readDue(phrase, scene) || readDaySpan(phrase, scene)) return undefined
  if (phrase.to - phrase.from > 3) return undefined
  const tokens = phrase.tokens.slice(0, phrase.to)
  const list = { kind: 'word', start: 0, end: 0, text: 'list', key: 'list' } as const
  return readPlace({ ...phrase, tokens: [...tokens, list], to: phrase.to + 1 }, scene)
}

export const askedPlaceSlot: Slot<Place> = {
  role: 'list',
  max: LONGEST,
  read(phrase, scene) {
    const value = readAskedPlace(phrase, scene)
    return value && { value }
  },
}

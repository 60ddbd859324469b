/** Everyday words for the closed sets of the board, and percents. */
import type { Effort, Priority, Status } from '#lib/board/model/names.ts'
import type { Slot } from '../text/pattern.ts'
import { keysOf, type Phrase } from '../text/phrase.ts'
import type { Role } from '../text/types.ts'

const STATUS_WORDS = {
  open: 'open|todo|to do|to-do|to_do|not started|not begun|pending|backlog|unstarted|waiting list|incomplete|unfinished|not done|undone|not finished|not complete|not completed|open again|not done yet',
  in_progress:
    'in_progress|in progress|doing|started|begun|wip|working on|ongoing|under way|underway|active|being worked on|in the works|current|progressing|in process',
  done: 'done|complete|completed|finished|closed|resolved|checked|checked off|ticked|ticked off|crossed off|over|over with|all done|done now|accomplished',
} as const satisfies Record<Status, string>

const PRIORITY_WORDS = {
  none: 'none|no|normal|default|p4',
  low: 'low-priority|low|lowest|minor|p3|!low',
  medium: 'medium-priority|medium|mid|moderate|average|p2|!medium|!',
  high: 'high-priority|high|higher|important|major|top|!high|!!',
  urgent: 'urgent|highest|critical|asap|p1|very high|!urgent|!!!',
} as const satisfies Record<Priority, string>

const EFFORT_WORDS = {
  none: 'none|no',
  quick: 'quick|small|little|easy|short|tiny|low|quick win|light',
  medium: 'medium|moderate|average|mid',
  deep: 'deep|big|large|hard|long|high|heavy|deep work|deep focus',
} as const satisfies Record<Effort, string>

const PERCENT_WORDS: ReadonlyMap<string, number> = new Map([
  ['half', 50],
  ['halfway', 50],
  ['half way', 50],
  ['a half', 50],
  ['a quarter', 25],
  ['one quarter', 25],
  ['three quarters', 75],
  ['a third', 33],
  ['two thirds', 67],
])

function tableOf<Value extends string>(words: Readonly<Record<Value, string>>): ReadonlyMap<string, Value> {
  const entries = Object.entries(words) as [Value, string][]
  return new Map(
    entries.flatMap(([value, written]) => written.split('|').map((word) => [word, value] as const)),
  )
}

function lookup<Value extends string>(role: Role, words: Readonly<Record<Value, string>>): Slot<Value> {
  const table = tableOf(words)
  return {
    role,
    max: 4,
    read(phrase) {
      const value = table.get(keysOf(phrase).join(' '))
      return value === undefined ? undefined : { value }
    },
  }
}

export const statusSlot = lookup('status', STATUS_WORDS)
export const prioritySlot = lookup('priority', PRIORITY_WORDS)
export const effortSlot = lookup('effort', EFFORT_WORDS)

/** `50%`, `-5 %`, `50 percent`, `half`. Values out of range are passed on: the command clamps them. */
export const percentSlot: Slot<number> = {
  role: 'percent',
  max: 3,
  read(phrase) {
    const value = readPercent(phrase)
    return value === undefined ? undefined : { value }
  },
}

/** A bare number, if the words around it mean a percentage. */
export const amountSlot: Slot<number> = {
  role: 'percent',
  max: 3,
  read(phrase) {
    const written = keysOf(phrase).join(' ')
    const value = /^-?\d{1,4}$/.test(written) ? Number.parseInt(written, 10) : readPercent(phrase)
    return value === undefined ? undefined : { value }
  },
}

function readPercent(phrase: Phrase): number | undefined {
  const written = keysOf(phrase).join(' ')
  const digits = /^([+-]?\d{1,4})(?:[.,]\d{1,4})? ?(?:%|percent|pct|per cent)$/.exec(written)?.[1]
  return digits === undefined ? PERCENT_WORDS.get(written) : Number.parseInt(digits, 10)
}

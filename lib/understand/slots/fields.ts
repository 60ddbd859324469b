/** The fields of a task besides its title: category, priority, effort, due date, status, percent, … */

import { DEFAULT_CATEGORY, type Effort, type Priority, type Status } from '#lib/board/model/names.ts'
import { addDays } from '#lib/board/readers/task-query.ts'
import { fold } from '#lib/board/text/text.ts'
import { soonSlot } from '../dates/date-words.ts'
import { dueSlot, type readDue } from '../dates/due-date.ts'
import { type Form, firstMatch, formsOver, type Matched, type Slot } from '../text/pattern.ts'
import { keysOf, type Phrase, part, spanOf, textOf, tokensOf } from '../text/phrase.ts'
import type { ParseContext, Span } from '../text/types.ts'
import { categoryCalled } from './find-task.ts'
import { CATEGORY_MARK, letterSlot, markedDueSlot, tagSlot } from './inline-marks.ts'
import { amountSlot, effortSlot, percentSlot, prioritySlot, statusSlot } from './levels.ts'
import { LIST_FIELDS, type ListFieldName, listValuesSlot } from './list-fields.ts'
import { listSlot, type Place } from './lists.ts'

export type Fields = { [Name in ListFieldName]?: string[] } & {
  category?: string
  priority?: Priority
  effort?: Effort
  due_date?: string
  /** The time of day that came with the date, as typed. */
  due_time?: string
  notes?: string
  status?: Status
  completion?: number
  blocked_reason?: string
  /** “to my list”: the text before it is complete. */
  listed?: true
}

const LONGEST = 12

/** A category of the board, by its name or as `#name`. */
export const knownSlot: Slot<string> = {
  role: 'category',
  max: 5,
  read(phrase, scene) {
    const written = fold(textOf(phrase)).replace(CATEGORY_MARK, '')
    const value = categoryCalled(written, scene)
    return value === undefined ? undefined : { value }
  },
}

/** A name in the place of a category: an unknown one is passed on and refused by the command. */
export const categorySlot: Slot<string> = {
  role: 'category',
  max: 6,
  read(phrase, scene) {
    const known = knownSlot.read(phrase, scene)
    if (known) return known
    const plain = tokensOf(phrase).every(
      ({ kind }) => kind === 'word' || kind === 'quote' || kind === 'number',
    )
    const isName =
      plain &&
      !/^(?:(?:of|for|to|from|in|on|as|is)(?: .*)?|a|an|the|my|any|some)$/.test(keysOf(phrase).join(' '))
    return isName ? { value: textOf(phrase).replace(/^#/, '') } : undefined
  },
}

/** Anything, to the end. */
export const textSlot: Slot<Phrase> = {
  role: null,
  max: Number.POSITIVE_INFINITY,
  read: (phrase) => ({ value: phrase }),
}

const SAID_PRIORITY: Slot<Priority> = {
  ...prioritySlot,
  read: (phrase, scene) =>
    only(
      prioritySlot.read(phrase, scene),
      /^(?:low|medium|high|urgent|important|critical|asap|very high|(?:high|medium|low)-priority)$/,
      phrase,
    ),
}
const MARKED_PRIORITY: Slot<Priority> = {
  ...prioritySlot,
  read: (phrase, scene) => only(prioritySlot.read(phrase, scene), /^(?:p[1-4]|!.+)$/, phrase),
}
const SAID_EFFORT: Slot<Effort> = {
  ...effortSlot,
  read: (phrase, scene) => only(effortSlot.read(phrase, scene), /^(?:deep|quick)/, phrase),
}

/** “my work list” names the category, “my list” doesn’t. */
export function categoryOf({ category }: Extract<Place, { of: 'tasks' }>): { category?: string } {
  return category === undefined ? {} : { category }
}

function only<Value>(found: Value | undefined, words: RegExp, phrase: Phrase): Value | undefined {
  return words.test(keysOf(phrase).join(' ')) ? found : undefined
}

const form = formsOver({
  due: dueSlot,
  status: statusSlot,
  priority: prioritySlot,
  said: SAID_PRIORITY,
  marked: MARKED_PRIORITY,
  effort: effortSlot,
  values: listValuesSlot,
  saidEffort: SAID_EFFORT,
  percent: percentSlot,
  amount: amountSlot,
  category: categorySlot,
  known: knownSlot,
  soon: soonSlot,
  tag: tagSlot,
  letter: letterSlot,
  markedDue: markedDueSlot,
  bang: {
    ...prioritySlot,
    read: (phrase: Phrase, scene: ParseContext) => only(prioritySlot.read(phrase, scene), /^!.+$/, phrase),
  },
  list: listSlot,
  text: textSlot,
})

type FieldForm = Form<Fields>
type Date = { due: NonNullable<ReturnType<typeof readDue>> }
const dated = ({ due }: Date): Fields => ({ due_date: due.day, due_time: due.time })

/** Fields with their name: they count anywhere. */
const KEYED: readonly FieldForm[] = [
  form('the? category|project :|=|-> <category>', ({ category }) => ({ category })),
  form('category|project <known>', ({ known }) => ({ category: known })),
  form('in|under|to|into|with the? category :? <category>', ({ category }) => ({ category })),
  form('in|under|to|into|for? the|my|a? <known> category|project|section', ({ known }) => ({
    category: known,
  })),
  form('with|the|has|and? priority|importance :|is|=|to|of|-|->? <priority>', ({ priority }) => ({
    priority,
  })),
  form('with|the|has|and? effort|size|energy :|is|=|to|of|-|->? <effort>', ({ effort }) => ({ effort })),
  ...LIST_FIELDS.flatMap(({ name, noun, said }) => [
    form(`with|and|the|a? ${noun} :|=|-? <values>`, ({ values }) => ({ [name]: values })),
    form(`and? ${said} as|with? <values>`, ({ values }) => ({ [name]: values })),
  ]),
  form('with|the|is|and|a? due|deadline date? :|is|=|to|on|by|in|of|before|for|->? <due>', dated),
  form('with|the? status|state|column :|is|=|to|as|of|->? <status>', ({ status }) => ({ status })),
  form('with|the? completion|progress|percentage :|is|=|to|at|of|->? <amount>', ({ amount }) => ({
    completion: amount,
  })),
  form('no|without|remove|clear the|a|any? due_date|deadline|due', () => ({ due_date: 'none' })),
]

/** They count at the start or end of a title, without a separator. */
const SYMBOLS: readonly FieldForm[] = [
  form('<tag>', ({ tag }) => ({ category: tag })),
  form('<bang>', ({ bang }) => ({ priority: bang })),
  form('( <letter> )', ({ letter }) => ({ priority: letter })),
  form('<markedDue>', ({ markedDue: due }) => dated({ due })),
  form('{ <due> }', dated),
]

/** Before a title; others could be its first words. */
const AT_THE_FRONT: readonly FieldForm[] = [
  ...SYMBOLS,
  form('on|by|before|until <due>', (found) => (found.due.weak ? undefined : dated(found))),
  form('<soon>', ({ soon }, { today }) => ({ due_date: addDays(today, soon) })),
]

/** They count at the start or end of a title. */
const PLAIN: readonly FieldForm[] = [
  form('with|at|of|has|as|it_is|is|make_it? a|the? <priority> priority|importance', ({ priority }) => ({
    priority,
  })),
  form('with|at|of|has? a|the? <effort> effort', ({ effort }) => ({ effort })),
  form('<marked>', ({ marked }) => ({ priority: marked })),
  form('by|on|before|until|till|for|@|no_later_than|not_later_than|starting <due>', dated),
  form('<due>', (found) => (found.due.weak ? undefined : dated(found))),
  form('in|under my|the? <known>', ({ known }) =>
    known === DEFAULT_CATEGORY ? undefined : { category: known },
  ),
  form('to|on|onto|in|into|for|at <list>', ({ list }) =>
    list.of === 'tasks' ? { ...categoryOf(list), listed: true as const } : undefined,
  ),
  form('at|already|is|about? <percent> done|complete|completed|finished|through', ({ percent }) => ({
    completion: percent,
  })),
]

/** They only count after a separator: a comma, in brackets, in an edit. */
const BARE: readonly FieldForm[] = [
  form('it_is|is|very|quite|a|an? <said> one|task|item?', ({ said }) => ({ priority: said })),
  form('a|an? <saidEffort> one|task|item?', ({ saidEffort }) => ({ effort: saidEffort })),
  form('for|to? <known>', ({ known }) => ({ category: known })),
  form('already|currently|which_is|that_is|which_is_already|marked|marked_as|as? <status>', ({ status }) => ({
    status,
  })),
  form('at|to? <percent>', ({ percent }) => ({ completion: percent })),
]

/** Only in an edit of a task that was already named. */
const EDITED: readonly FieldForm[] = [
  form('blocked|stuck|block by|on|because|because_of|:|until|-|from <text>', ({ text }) => ({
    blocked_reason: textOf(text),
  })),
  form('waiting|waits|wait on|for|until <text>', ({ text }) => ({ blocked_reason: textOf(text) })),
  form(
    'unblocked|not_blocked|no_longer_blocked|not_waiting|no_longer_waiting|not_blocked_anymore|not_blocked_any_more',
    () => ({ blocked_reason: '' }),
  ),
  form('with|the|a? note|notes|description|comment|details :|-|=|to|saying <text>', ({ text }) => ({
    notes: textOf(text),
  })),
  form('no notes|note|description', () => ({ notes: '' })),
  form('<due>', (found) => (found.due.weak === 'very' ? undefined : dated(found))),
  form('no_longer|not due|due_any_more', () => ({ due_date: 'none' })),
]

const ANYWHERE: readonly FieldForm[] = KEYED
const AT_THE_EDGE: readonly FieldForm[] = [...KEYED, ...SYMBOLS, ...PLAIN]
const CUT_OFF: readonly FieldForm[] = [...AT_THE_EDGE, ...BARE]
const IN_AN_EDIT: readonly FieldForm[] = [...CUT_OFF, ...EDITED]
export const PLACES = {
  front: AT_THE_FRONT,
  anywhere: ANYWHERE,
  edge: AT_THE_EDGE,
  'cut-off': CUT_OFF,
  edit: IN_AN_EDIT,
} as const
export type Where = keyof typeof PLACES

export function readField(phrase: Phrase, scene: ParseContext, place: Where): Matched<Fields> | undefined {
  return firstMatch(PLACES[place], phrase, scene)
}

const isGlue = (key: string) => /^(?:now|,|;|and|&|with|plus|also|-|–|—|\.|it's)$/.test(key)

/** A phrase that only has fields: `50%, high priority and due friday`. */
export function readFields(phrase: Phrase, scene: ParseContext, place: Where): Matched<Fields> | undefined {
  let result: Fields = {}
  const spans: Span[] = []
  let at = phrase.from
  while (at < phrase.to) {
    const field = longest(part(phrase, at, phrase.to), scene, place)
    if (field) {
      result = { ...result, ...field.matched.result }
      spans.push(...field.matched.spans)
      at = field.to
    } else if (isGlue(phrase.tokens[at]?.key ?? '')) {
      spans.push(...spanOf(part(phrase, at, at + 1), 'filler'))
      at += 1
    } else {
      return undefined
    }
  }
  return Object.keys(result).length === 0 ? undefined : { result, spans }
}

function longest(
  phrase: Phrase,
  scene: ParseContext,
  place: Where,
): { matched: Matched<Fields>; to: number } | undefined {
  const ends = [phrase.to]
  for (let to = Math.min(phrase.to - 1, phrase.from + LONGEST); to > phrase.from; to -= 1) ends.push(to)
  for (const to of ends) {
    const matched = readField(part(phrase, phrase.from, to), scene, place)
    if (matched) return { matched, to }
  }
  return undefined
}

/** There is no field for the time of day: it goes into the notes. */
export function argsOf(fields: Fields): Record<string, string | number | string[]> {
  const { due_time, listed: _, ...rest } = fields
  const notes = [rest.notes, due_time].filter((text) => text !== undefined).join('\n')
  const args = due_time === undefined ? rest : { ...rest, notes }
  return Object.fromEntries(Object.entries(args).filter((entry) => entry[1] !== undefined))
}

/** What an edit changes: the status has a tool of its own, and lists get what is added to them. */
export function editOf(fields: Fields) {
  const { status, ...rest } = argsOf(fields)
  const lists: readonly string[] = LIST_FIELDS.map(({ name }) => name)
  const named = Object.entries(rest).map(([name, value]) => [
    lists.includes(name) ? `add_${name}` : name,
    value,
  ])
  return { status, args: Object.fromEntries(named) as typeof rest }
}

export const fieldsSlot: Slot<Matched<Fields>> = {
  role: null,
  max: Number.POSITIVE_INFINITY,
  read(phrase, scene) {
    const matched = readFields(phrase, scene, 'edit')
    return matched && { value: matched }
  },
}

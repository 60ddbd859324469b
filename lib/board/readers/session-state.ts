/** The readers of lists, values and facts about the session. */
import { z } from 'zod'
import { absoluteDate } from '../model/dates.ts'
import * as field from '../model/input-schemas.ts'
import { STATUS_NAMES, STATUSES, type Status } from '../model/names.ts'
import type { Item, List, Rows } from '../model/types.ts'
import { problemsOf } from '../rules/corrupted-task.ts'
import { describePath, describeUpdates, sayValue } from '../state/describe-values.ts'
import { isObject, type JsonObject, type JsonValue } from '../state/json.ts'
import { NAME_KEYS } from '../state/keys.ts'
import { findList, itemFinder, itemsOf, listsInOrder } from '../state/lists.ts'
import { lookUp, readValues } from '../state/read-state.ts'
import { escapeMarkdown } from '../text/markdown.ts'
import { capitalize, countOf, joinWords, nameTask, shorten } from '../text/text.ts'
import { dayIn } from './task-query.ts'
import { dayAndTime, tellTime, timeKeyOf, type ValueTimes } from './value-times.ts'

/** A value up to this long, as JSON, is read as a sentence. */
const SENTENCE_CHARS = 600
const PAGE_CHARS = 6_000

/** What a session is besides its rows. Times in epoch milliseconds. */
export type SessionFacts = {
  createdAt: number
  lastUsedAt: number
  visits: number
  turns: number
  tasks: Readonly<Record<Status, number>>
  tokens: readonly { model: string; input: number; output: number }[]
}

export type StateAnswer = {
  rows: Rows
  facts: SessionFacts
  now: number
  timeZone: string
  /** Of the value that a key like `last_counter_update` names; absent where the key doesn’t ask for times. */
  times?: ValueTimes | null
  /** The user’s name in Settings. */
  displayName: string | null
}

export type StateReader = {
  name: string
  description: string
  input: z.ZodObject
  refs: Readonly<Record<string, never>>
  tell(answer: StateAnswer, input: Record<string, unknown>): string
}

function defineStateReader<Schema extends z.ZodObject>(
  definition: Omit<StateReader, 'input' | 'tell' | 'refs'> & {
    input: Schema
    tell(answer: StateAnswer, input: z.output<Schema>): string
  },
): StateReader {
  return { refs: {}, ...definition } as unknown as StateReader
}

export const listItems = defineStateReader({
  name: 'list_items',
  description: 'Show the items of a list, e.g. shopping.',
  input: z.object({
    list: field.listName.optional().describe('Its name. Default: every list.'),
    item: field.itemText.optional().describe('Only whether this is on it.'),
  }),
  tell({ rows }, { list: named, item }) {
    const lists = listsInOrder(rows)
    const wanted = named === undefined ? lists : [findList(rows, named)].filter((list) => list !== undefined)
    if (wanted.length === 0) {
      const known = lists.length > 0 ? ` Lists: ${lists.map((list) => list.name).join(', ')}.` : ''
      return named === undefined ? 'No lists yet.' : `List not found.${known}`
    }
    if (item !== undefined) return whereIs(item, wanted, rows)
    return wanted.map((list) => listed(list, itemsOf(rows, list.id))).join('\n\n')
  },
})

/** `Yes: milk is on the shopping list.` */
function whereIs(item: string, lists: readonly List[], rows: Rows): string {
  const found = lists.flatMap((list) =>
    itemFinder(itemsOf(rows, list.id))(item).map(({ text, checked }) => {
      const state = checked ? ', checked' : ''
      return `${escapeMarkdown(text)} is on the ${escapeMarkdown(list.name)} list${state}`
    }),
  )
  if (found.length > 0) return `Yes: ${joinWords(found)}.`
  const names = joinWords(
    lists.map(({ name }) => escapeMarkdown(name)),
    'or',
  )
  return `No: ${escapeMarkdown(item)} is not on the ${names} list.`
}

function listed(list: List, items: readonly Item[]): string {
  if (items.length === 0) return `The ${list.name} list is empty.`
  const lines = items.map(({ text, checked }) => `- [${checked ? 'x' : ' '}] ${escapeMarkdown(text)}`)
  return [`**${escapeMarkdown(list.name)}** (${countOf(items.length, 'item')})`, '', ...lines].join('\n')
}

export const getSessionState = defineStateReader({
  name: 'get_session_state',
  description:
    'Facts remembered on this board, the lists, and how it was used. Give a key to read one value whole, “statistics” for how the board is used, “corrupted” for what can’t be read, “last_counter_update” or “counter_reset_at” for times of a counter.',
  input: z.object({
    key: field.stateKey.optional().describe('A path like user.name. Default: everything.'),
    offset: z
      .int()
      .min(0)
      .optional()
      .describe('Where to go on reading a long value, as the last answer said.'),
  }),
  tell(answer, { key, offset = 0 }) {
    const { rows, now } = answer
    if (key !== undefined) {
      const found = lookUp(rows, key, now)
      const known = found === undefined ? derived(key, answer) : undefined
      if (known !== undefined) return known
      const held = found ?? null
      const setting = fromSettings(key, answer)
      if (key === 'user' && isObject(held)) return told(key, { ...setting, ...held }, offset)
      const [[name, value] = [key, held]] = held === null ? Object.entries(setting) : []
      return told(value === held ? key : `user.${name}`, value, offset)
    }
    const values = readValues(rows, now).flatMap((read) =>
      read.state === 'ok'
        ? linesOf(read.key, read.value)
        : [`- ${escapeMarkdown(read.key)}: corrupted; replace or delete it`],
    )
    const lists = listsInOrder(rows).map((list) => {
      const texts = itemsOf(rows, list.id).map((item) => escapeMarkdown(item.text))
      return `- ${escapeMarkdown(list.name)} list: ${shorten(texts.join(', '), 300) || 'empty'}`
    })
    const parts = [
      ['**Saved**', '', ...(values.length > 0 ? values : ['- Nothing yet'])],
      ['**You**', '', ...aboutUser(answer)],
      ['**Lists**', '', ...(lists.length > 0 ? lists : ['- None yet'])],
      ['**This board**', '', taskCount(answer.facts), ...facts(answer)],
    ]
    return parts.map((lines) => lines.join('\n')).join('\n\n')
  },
})

/** What no row holds and is known all the same: statistics, and times of a counter. */
function derived(key: string, answer: StateAnswer): string | undefined {
  if (key === 'statistics') return statistics(answer)
  if (key === 'corrupted') return corruptedRows(answer)
  const asked = timeKeyOf(key)
  if (!asked) return undefined
  const isNumber = typeof lookUp(answer.rows, asked.key, answer.now) === 'number'
  return tellTime(asked, isNumber ? (answer.times ?? null) : null, answer)
}

/** Values and tasks that can’t be read, and what to do about each. */
function corruptedRows({ rows, now }: StateAnswer): string {
  const values = readValues(rows, now).flatMap((read) =>
    read.state === 'damaged' ? [`- value ${escapeMarkdown(read.key)}: set or delete it`] : [],
  )
  const tasks = [...rows.tasks.values()].flatMap((task) => {
    const problems = escapeMarkdown(joinWords(problemsOf(task)))
    return task.corrupted ? [`- ${escapeMarkdown(nameTask(task))}: can’t read ${problems}`] : []
  })
  if (values.length + tasks.length === 0) return 'Nothing on this board is corrupted.'
  const numbers = [...rows.tasks.values()].flatMap((task) => (task.corrupted ? [task.number] : []))
  const way = numbers.length > 0 ? ['', `To repair a task, say “repair task ${numbers[0]}”.`] : []
  return ['**Corrupted**', '', ...values, ...tasks, ...way].join('\n')
}

/** Name, counters, and how often and when the board was used. */
function statistics(answer: StateAnswer): string {
  const { rows, now, displayName } = answer
  const name = lookUp(rows, 'user.name', now) ?? displayName
  const numbers = readValues(rows, now).flatMap((read) =>
    read.state === 'ok' && typeof read.value === 'number'
      ? [`- ${escapeMarkdown(read.key)}: ${read.value}`]
      : [],
  )
  const named = typeof name === 'string' ? [`- name: ${escapeMarkdown(name)}`] : []
  return ['**Statistics**', '', ...named, ...numbers, taskCount(answer.facts), ...facts(answer)].join('\n')
}

/** `- Your name: John`, a line for each field of an object; an object without fields says nothing. */
function linesOf(path: string, value: JsonValue): string[] {
  if (isObject(value)) {
    return Object.entries(value).flatMap(([key, inner]) => linesOf(`${path}.${key}`, inner))
  }
  return [
    `- ${escapeMarkdown(capitalize(describePath(path)))}: ${escapeMarkdown(shorten(sayValue(value), 300))}`,
  ]
}

/** What Settings know of the user answers where the board has no value of its own. */
function fromSettings(key: string, { displayName, timeZone }: StateAnswer): JsonObject {
  if (/^(?:user[._])?time_?zone$/.test(key)) return { time_zone: timeZone }
  const isName = key === 'user' || NAME_KEYS.includes(key)
  return isName && displayName !== null ? { name: displayName } : {}
}

/** `Your name is John.` A long value is JSON, a page at a time. */
function told(path: string, value: JsonValue | undefined, offset: number): string {
  if (value === undefined || value === null) {
    const hint = NAME_KEYS.includes(path) ? ' Say “my name is …” to tell me.' : ''
    return `${escapeMarkdown(capitalize(describePath(path)))} isn’t set yet.${hint}`
  }
  const json = JSON.stringify(value, null, 1)
  if (offset > 0 || json.length > SENTENCE_CHARS) return page(path, json, offset)
  if (path === 'user' && isObject(value)) return toldOfUser(value)
  const name = describePath(path)
  const verb = name.endsWith('s') && typeof value === 'object' ? 'are' : 'is'
  const whose = path.startsWith('user.') ? capitalize(name) : name
  return `${escapeMarkdown(whose)} ${verb} ${escapeMarkdown(sayValue(value))}.`
}

/** Characters of JSON from `offset` on, in a code block, and where the next page begins. */
function page(path: string, json: string, offset: number): string {
  if (offset >= json.length)
    return `${escapeMarkdown(path)} has ${json.length} characters. Use a lower offset.`
  // A page never ends within a surrogate pair.
  const text = json.slice(offset, offset + PAGE_CHARS).replace(/[\ud800-\udbff]$/, '')
  const end = offset + text.length
  const more = end < json.length ? ` Use offset ${end} for more.` : ''
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map(([run]) => run.length + 1)))
  const heading = `${escapeMarkdown(path)}, characters ${offset + 1}–${end} of ${json.length}.${more}`
  return [heading, '', `${fence}json`, text, fence].join('\n')
}

/** `Your name is John and your theme is dark.` */
function toldOfUser(user: JsonObject): string {
  const held = Object.entries(user).filter(
    ([, value]) => !(isObject(value) && Object.keys(value).length === 0),
  )
  if (held.length === 0) return 'Nothing saved about you on this board.'
  const said = escapeMarkdown(describeUpdates({}, { user: Object.fromEntries(held) }))
  return `${capitalize(said)}.`
}

function taskCount({ tasks }: SessionFacts): string {
  const all = STATUSES.reduce((sum, status) => sum + tasks[status], 0)
  const counts = STATUSES.map((status) => `${tasks[status]} ${STATUS_NAMES[status].toLowerCase()}`)
  return `- ${countOf(all, 'task')}: ${counts.join(', ')}`
}

function aboutUser({ displayName, timeZone }: StateAnswer): string[] {
  const name = displayName === null ? [] : [`- Your name: ${escapeMarkdown(displayName)}`]
  return [...name, `- Your time zone: ${escapeMarkdown(timeZone)}`]
}

function facts({ facts: known, now, timeZone }: StateAnswer): string[] {
  const { createdAt, lastUsedAt, visits, turns, tokens } = known
  const day = absoluteDate(dayIn(timeZone, createdAt), dayIn(timeZone, now))
  const used = tokens.filter(({ input, output }) => input + output > 0)
  const spent = used.map(({ model, input, output }) => `${escapeMarkdown(model)} ${input + output}`)
  return [
    `- ${countOf(visits + turns, 'interaction')} in total: opened ${countOf(visits, 'time')}, ${countOf(turns, 'reply', 'replies')}`,
    `- created ${day}, last used ${dayAndTime(lastUsedAt, now, timeZone)}`,
    ...(spent.length > 0 ? [`- tokens: ${spent.join(', ')}`] : []),
  ]
}

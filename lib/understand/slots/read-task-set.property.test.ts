/** A command for many tasks changes exactly the tasks that a plain filter of the rows finds. */
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { CONTEXT } from '../testing.ts'
import type { Context, KnownTask, Reading } from '../text/types.ts'
import { understand } from '../understand.ts'

// Slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

/** Wednesday; the days around it. */
const [MON, TUE, WED, THU, FRI, NEXT] = ['16', '17', '18', '19', '20', '30'].map((day) => `2026-11-${day}`)

const board = fc
  .array(
    fc.record({
      title: fc.constantFrom('water the garden', 'pay rent', 'call Ana', 'plan the garden party', 'tidy up'),
      status: fc.constantFrom('open' as const, 'open' as const, 'in_progress' as const, 'done' as const),
      category: fc.constantFrom('general', 'work', 'personal'),
      due: fc.constantFrom(null, MON, TUE, WED, THU, FRI, NEXT),
      priority: fc.constantFrom('none' as const, 'low' as const, 'high' as const, 'urgent' as const),
      effort: fc.constantFrom('none' as const, 'quick' as const),
      isBlocked: fc.boolean(),
    }),
    { minLength: 1, maxLength: 14 },
  )
  .map((rows) => rows.map((row, i): KnownTask => ({ number: i + 1, place: i, ...row, due: row.due ?? null })))

type Says = { before?: string; after?: string; holds(task: KnownTask): boolean; says?: 'status' }

const SAYINGS: readonly Says[] = [
  { before: 'overdue', holds: ({ due, status }) => status !== 'done' && !!due && due < '2026-11-18' },
  { after: 'that are overdue', holds: ({ due, status }) => status !== 'done' && !!due && due < '2026-11-18' },
  { before: 'late', holds: ({ due, status }) => status !== 'done' && !!due && due < '2026-11-18' },
  { after: 'due today', holds: ({ due }) => due === WED },
  { after: 'for tomorrow', holds: ({ due }) => due === THU },
  { after: 'due on friday', holds: ({ due }) => due === FRI },
  { after: 'due before friday', holds: ({ due }) => !!due && due < '2026-11-20' },
  { after: 'due this week', holds: ({ due }) => !!due && due >= '2026-11-18' && due <= '2026-11-24' },
  { after: 'without a due date', holds: ({ due }) => !due },
  { before: 'undated', holds: ({ due }) => !due },
  { after: 'with a due date', holds: ({ due }) => !!due },
  { before: 'work', holds: ({ category }) => category === 'work' },
  { after: 'in personal', holds: ({ category }) => category === 'personal' },
  { before: 'high priority', holds: ({ priority }) => priority === 'high' },
  { before: 'low priority', holds: ({ priority }) => priority === 'low' },
  { before: 'urgent', holds: ({ priority }) => priority === 'urgent' },
  { after: 'with low priority', holds: ({ priority }) => priority === 'low' },
  { before: 'quick', holds: ({ effort }) => effort === 'quick' },
  { before: 'blocked', holds: ({ isBlocked }) => isBlocked === true },
  { after: 'about the garden', holds: ({ title }) => title.includes('garden') },
  { before: 'open', says: 'status', holds: ({ status }) => status === 'open' },
  { before: 'done', says: 'status', holds: ({ status }) => status === 'done' },
  { after: 'that are in progress', says: 'status', holds: ({ status }) => status === 'in_progress' },
  { before: 'unfinished', says: 'status', holds: ({ status }) => status !== 'done' },
  { before: 'done or open', says: 'status', holds: ({ status }) => status !== 'in_progress' },
  { before: 'work and personal', holds: ({ category }) => category !== 'general' },
]
const UNKNOWN: readonly Pick<Says, 'before' | 'after'>[] = [
  { before: 'blue' },
  { before: 'urgent-ish' },
  { before: 'other' },
  { before: 'non-urgent' },
  { before: 'second' },
  { before: 'shared' },
  { after: 'from Bob' },
  { after: 'for the client' },
  { after: 'that Ana added' },
  { after: 'assigned to me' },
  { after: 'older than a week' },
  { after: 'not due today' },
  { after: 'at 5pm' },
  { after: 'by next month' },
]
const HEADS = ['all ', 'all my ', 'all of the ', 'every one of my ', 'the ', 'my ']
const NOUNS = ['tasks', 'todos', 'things', 'stuff', 'ones']

const VERBS: readonly { say(set: string): string; isThatWay?(task: KnownTask): boolean }[] = [
  { say: (set) => `complete ${set}`, isThatWay: ({ status }) => status === 'done' },
  { say: (set) => `mark ${set} as done`, isThatWay: ({ status }) => status === 'done' },
  { say: (set) => `check ${set} off`, isThatWay: ({ status }) => status === 'done' },
  { say: (set) => `start ${set}`, isThatWay: ({ status }) => status === 'in_progress' },
  { say: (set) => `delete ${set}` },
  { say: (set) => `get rid of ${set}` },
  { say: (set) => `move ${set} to the trash` },
  { say: (set) => `push ${set} to december 1`, isThatWay: ({ due }) => due === '2026-12-01' },
  { say: (set) => `set ${set} to medium priority`, isThatWay: ({ priority }) => priority === 'medium' },
  { say: (set) => `move ${set} to general`, isThatWay: ({ category }) => category === 'general' },
  { say: (set) => `remove the due date from ${set}`, isThatWay: ({ due }) => !due },
  { say: (set) => `postpone ${set} by two days` },
]

const phrase = (says: readonly Pick<Says, 'before' | 'after'>[], head: string, noun: string) =>
  [
    head.trim(),
    ...says.flatMap(({ before }) => before ?? []),
    noun,
    ...says.flatMap(({ after }) => after ?? []),
  ].join(' ')

const sayings = fc.uniqueArray(fc.constantFrom(...SAYINGS), { minLength: 1, maxLength: 3 })
const contextOf = (tasks: readonly KnownTask[]): Context => ({ ...CONTEXT, shown: [], tasks, lists: [] })

/** Numbers of all tasks that would change. */
function changed({ intents }: Reading, tasks: readonly KnownTask[]): number[] {
  const numbers = intents.flatMap(({ tool, args }) =>
    tool === 'clear_column'
      ? tasks.filter(({ status }) => status === args.status).map(({ number }) => number)
      : tool.startsWith('list_') || tool.startsWith('get_')
        ? []
        : [Number(String(args.task).slice(1))],
  )
  return [...new Set(numbers)].sort((a, b) => a - b)
}

describe('sets', () => {
  test('exactly the matching tasks change, more than three only after a yes', () => {
    const met = { acted: 0, asked: 0, none: 0 }
    fc.assert(
      fc.property(
        board,
        sayings,
        fc.constantFrom(...HEADS),
        fc.constantFrom(...NOUNS),
        fc.constantFrom(...VERBS),
        (tasks, says, head, noun, { say, isThatWay }) => {
          const text = say(phrase(says, head, noun))
          const saysStatus = says.some((one) => one.says === 'status')
          const meant = tasks.filter(
            (task) => says.every(({ holds }) => holds(task)) && (saysStatus || task.status !== 'done'),
          )
          const left = meant.filter((task) => !isThatWay?.(task)).map(({ number }) => number)
          const context = contextOf(tasks)
          const reading = understand(text, context)
          const came = changed(reading, tasks)
          const isRemoval = !isThatWay && !text.startsWith('postpone')
          if (left.length === 0) met.none += 1
          if (left.length === 0 || (left.length > 3 && !isRemoval)) {
            // For an empty column the command says so.
            const isColumn = reading.intents.every(({ tool }) => tool === 'clear_column')
            expect(isColumn, text).toBe(true)
            expect(came, text).toEqual([])
          } else {
            expect(came, text).toEqual(left)
            met.acted += 1
          }
          if (left.length <= 3 || isRemoval) return
          met.asked += 1
          for (const { number, title } of tasks)
            expect(reading.question?.includes(`#${number} ${title}`), text).toBe(left.includes(number))
          const yes = understand('yes', { ...context, asked: text, offered: reading.choices })
          expect(changed(yes, tasks), text).toEqual(left)
        },
      ),
      { numRuns: 400 },
    )
    for (const times of Object.values(met)) expect(times).toBeGreaterThan(5)
  })

  test('with an unknown word nothing changes', () => {
    fc.assert(
      fc.property(
        board,
        fc.uniqueArray(fc.constantFrom(...SAYINGS), { maxLength: 2 }),
        fc.constantFrom(...UNKNOWN),
        fc.constantFrom(...HEADS, 'every single ', 'any '),
        fc.constantFrom('tasks', 'todos'),
        fc.constantFrom(...VERBS),
        fc.boolean(),
        (tasks, says, unknown, head, noun, { say }, isFirst) => {
          const text = say(phrase(isFirst ? [unknown, ...says] : [...says, unknown], head, noun))
          expect(changed(understand(text, contextOf(tasks)), tasks), text).toEqual([])
        },
      ),
      { numRuns: 400 },
    )
  })

  test('excluded tasks never change, whatever their status', () => {
    fc.assert(
      fc.property(
        board,
        fc.uniqueArray(fc.constantFrom(...SAYINGS), { maxLength: 1 }),
        fc.constantFrom(...SAYINGS),
        fc.constantFrom('except', 'but not', 'besides'),
        (tasks, says, other, except) => {
          const text = `delete ${phrase(says, 'all', 'tasks')} ${except} ${phrase([other], 'the', 'ones')}`
          const saysStatus = says.some((one) => one.says === 'status')
          const meant = tasks.filter(
            (task) =>
              !other.holds(task) &&
              says.every(({ holds }) => holds(task)) &&
              (saysStatus || says.length === 0 || task.status !== 'done'),
          )
          expect(changed(understand(text, contextOf(tasks)), tasks), text).toEqual(
            meant.map(({ number }) => number),
          )
        },
      ),
      { numRuns: 300 },
    )
  })
})

/** The boards that our own sentences are said to. */
import type { Context } from '../text/types.ts'

type Board = Required<Pick<Context, 'tasks' | 'lists' | 'values' | 'checkpoints'>> &
  Pick<Context, 'shown' | 'lastNumber' | 'lastShown' | 'removed'>

const open = (titles: readonly string[]): Board['tasks'] =>
  titles.map((title, i) => ({ number: i + 1, title, status: 'open' }))

const NOTHING: Board = { tasks: [], lists: [], values: { user: { preferences: {} } }, checkpoints: [] }

export const BOARDS = {
  empty: NOTHING,
  tasks: { ...NOTHING, tasks: open(['call Ana', 'book dentist appointment', 'buy bread']) },
  office: {
    ...NOTHING,
    tasks: open([
      'quarterly report',
      'file the tax return',
      'water the plants',
      'budget review',
      'fix the login page',
    ]),
  },
  /** Tasks that differ in all that sets are said by; today is 2026-11-18. */
  desk: {
    ...NOTHING,
    tasks: [
      { number: 1, title: 'pay rent', status: 'open', due: '2026-11-16', priority: 'high' },
      {
        number: 2,
        title: 'call Ana',
        status: 'open',
        due: '2026-11-18',
        category: 'work',
        labels: ['phone'],
      },
      {
        number: 3,
        title: 'write the report',
        status: 'open',
        due: '2026-11-10',
        category: 'work',
        priority: 'high',
        labels: ['waiting', 'phone'],
      },
      { number: 4, title: 'buy paint', status: 'open', due: '2026-11-19', priority: 'low', effort: 'quick' },
      { number: 5, title: 'file invoices', status: 'done', due: '2026-11-02', category: 'work' },
      { number: 6, title: 'plan the garden', status: 'in_progress', category: 'personal', priority: 'low' },
      { number: 7, title: 'sort photos', status: 'done', category: 'personal', priority: 'high' },
      { number: 8, title: 'water the garden', status: 'open', due: '2026-11-18', isBlocked: true },
    ],
  },
  /** One list, facts and checkpoints beside a few tasks. */
  home: {
    tasks: open(['call Ana', 'book dentist appointment']),
    lists: [{ name: 'shopping', items: ['milk', 'eggs', 'bread', 'mac and cheese'] }],
    values: { user: { name: 'John', age: 30, preferences: { theme: 'light' } }, counter: 4 },
    checkpoints: ['before lunch', 'checkpoint 1'],
  },
  travel: {
    ...NOTHING,
    tasks: open(['call Ana']),
    lists: [
      { name: 'Groceries', items: ['milk', 'oat milk'] },
      { name: 'packing', items: ['socks', 'blue shirt', 'sun cream'] },
    ],
  },
  /** Two tasks went together, and one came since. */
  emptied: {
    ...NOTHING,
    tasks: open(['quarterly report', 'file the tax return']),
    lastNumber: 2,
    removed: { numbers: [3, 4], isLatest: false },
  },
  /** Shown as a list, with the first of it changed before that. */
  listed: {
    ...NOTHING,
    tasks: open(['quarterly report', 'file the tax return', 'water the plants']),
    shown: [1, 3, 2],
    lastNumber: 1,
    lastShown: 2,
  },
} as const satisfies Record<string, Board>

export type BoardName = keyof typeof BOARDS

/** What is said, in every wording, and the calls it comes to. */
export type Saying = {
  board: BoardName
  calls: string
  said: readonly string[]
  /** The same with a slip of the fingers in it. */
  typos?: readonly string[]
}

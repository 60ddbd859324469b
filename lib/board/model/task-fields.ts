/**
 * The single definition of each task field. Rows, the log, files, commands, replies, history, answers, CSV and the
 * context block of a prompt are made from it. The order here is the order in replies and exports.
 */
import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { fold, joinWords, shorten } from '../text/text.ts'
import { field } from './field.ts'
import { block, day, isDay, LAST_NUMBER, line, rank, rowId, time, word } from './input-schemas.ts'
import { DEFAULT_CATEGORY, EFFORTS, PRIORITIES, STATUS_NAMES, STATUSES } from './names.ts'
import { clampPercent } from './progress.ts'
import { isRank } from './rank.ts'

export const title = line('Title', LIMITS.titleChars)
export const notes = block('Note', LIMITS.notesChars)
export const blockedReason = line('Blocked reason', LIMITS.blockedReasonChars).or(z.literal(''))
export const status = word('status', STATUSES)
export const priority = word('priority', PRIORITIES)
export const effort = word('effort', EFFORTS)

export const completion = z.preprocess(
  (value) => {
    const percent =
      typeof value === 'string' && /^\d{1,9}\s*%?$/.test(value) ? Number.parseInt(value, 10) : value
    return typeof percent === 'number' && Number.isFinite(percent) ? clampPercent(percent) : percent
  },
  z.int({ error: 'Use a percentage from 0 to 100.' }),
)

/** `YYYY-MM-DD`, a valid date; `none` removes it. */
export const dueDate = z
  .string({ error: 'Use a date like 2026-11-27, or none.' })
  .refine((text) => text === 'none' || isDay(text), 'Use a date like 2026-11-27, or none.')

/** One label, also written `#waiting`. */
export const label = line('Label', LIMITS.labelChars)
  .transform((text) => text.replace(/^#/, '').trim())
  .pipe(z.string().regex(/^[^,#@]+$/, 'Labels can’t be empty or contain commas, # or @.'))
const labels = z
  .array(label, { error: 'Labels are a list of texts.' })
  .transform(unique)
  .pipe(
    z.array(z.string()).max(LIMITS.labelsPerTask, {
      error: (issue) =>
        `Tasks can have up to ${LIMITS.labelsPerTask} labels; this one would have ${(issue.input as unknown[]).length}.`,
    }),
  )

/** Each text once, ignoring case, in its first spelling. */
function unique(texts: readonly string[]): string[] {
  return texts.filter((text, i) => texts.findIndex((other) => fold(other) === fold(text)) === i)
}

const without = (texts: readonly string[], gone: readonly string[]) => {
  const folded = new Set(gone.map(fold))
  return texts.filter((text) => !folded.has(fold(text)))
}

const namedLabels = (texts: readonly string[]) =>
  `${texts.length === 1 ? 'label' : 'labels'} ${joinWords(texts)}`

const orNone = (value: string) => (value === 'none' ? '' : value)
/** UTC, as spreadsheets read times: `2026-11-27 09:30:00`. */
const timeCell = (value: number | null) =>
  value === null ? '' : new Date(value).toISOString().slice(0, 19).replace('T', ' ')

export const TASK_FIELDS = {
  id: field({ name: 'id', stored: z.string(), file: rowId, isSilent: true }),
  /** `#3`: given by the server, counts up per session, never reused. */
  number: field({
    name: 'number',
    stored: z.int().positive(),
    file: z.int().min(1, 'Numbers of tasks begin at 1.').max(LAST_NUMBER),
    isSilent: true,
    heading: 'Number',
    cell: String,
  }),
  title: field({
    name: 'title',
    stored: z.string().min(1),
    file: title,
    add: { title: title.describe('What is to be done, in the words of the user.') },
    update: { title: title.optional().describe('A new title.') },
    set: (input) => input.title,
    phrase: (value) => `title “${shorten(value, 60)}”`,
    edited: (before) => `renamed from “${before}”`,
    isApart: true,
    heading: 'Title',
  }),
  status: field({
    name: 'status',
    stored: z.enum(STATUSES),
    initial: 'open',
    add: { status: status.optional().describe('Only if the user says it is already begun or done.') },
    filter: { status: status.optional() },
    text: (value) => STATUS_NAMES[value],
    phrase: (value) => STATUS_NAMES[value],
    fact: (value) => STATUS_NAMES[value].toLowerCase(),
    column: { isAlways: true },
    heading: 'Status',
    cell: (value) => STATUS_NAMES[value],
  }),
  /** Percent, 0 to 100. */
  completion: field({
    name: 'percent',
    stored: z.int().min(0).max(100),
    initial: 0,
    add: { completion: completion.optional().describe('Percent already done, 0 to 100.') },
    update: {
      completion: completion
        .optional()
        .describe('Percent done, 0 to 100. 100 is done; less reopens a done task.'),
    },
    text: (value) => `${value}%`,
    phrase: (value) => `${value}%`,
    // At 0% and 100% the status is enough.
    isWorthSaying: (value) => value > 0 && value < 100,
    column: { heading: '%' },
    heading: 'Percent',
    cell: String,
  }),
  /** `completion` before the task was done; reopening by status restores it. */
  completionBefore: field({
    name: 'percent before',
    stored: z.int().min(0).max(100).nullable(),
    initial: null,
    isSilent: true,
  }),
  categoryId: field({
    name: 'category',
    stored: z.string(),
    file: rowId,
    add: { category: z.string().optional().describe('The name of an existing category. Default: general.') },
    update: { category: z.string().optional().describe('The name of an existing category.') },
    set: (input) => input.category,
    filter: { category: z.string().optional().describe('The name of a category.') },
    found: (value, words) => `in ${words.category(value ?? '')}`,
    text: (value, words) => words.category(value),
    fact: (value, words) => words.category(value),
    isWorthSaying: (value, words) => !['', DEFAULT_CATEGORY].includes(words.category(value)),
    column: {},
    heading: 'Category',
  }),
  priority: field({
    name: 'priority',
    stored: z.enum(PRIORITIES),
    initial: 'none',
    add: { priority: priority.optional() },
    update: { priority: priority.optional() },
    set: (input) => input.priority,
    filter: { priority: priority.optional() },
    text: orNone,
    phrase: (value) => (value === 'none' ? 'no priority' : `${value} priority`),
    column: {},
    heading: 'Priority',
    cell: String,
    brief: 'priority',
  }),
  effort: field({
    name: 'effort',
    stored: z.enum(EFFORTS),
    initial: 'none',
    add: { effort: effort.optional() },
    update: { effort: effort.optional() },
    set: (input) => input.effort,
    filter: { effort: effort.optional() },
    text: orNone,
    phrase: (value) => (value === 'none' ? 'no effort' : `${value} effort`),
    heading: 'Effort',
    cell: String,
    brief: 'effort',
  }),
  /** A calendar day, `YYYY-MM-DD`, in the user's time zone. */
  dueDate: field({
    name: 'due date',
    stored: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}$/)
      .nullable(),
    file: day.nullable(),
    initial: null,
    add: { due_date: dueDate.optional().describe('A day, YYYY-MM-DD.') },
    update: { due_date: dueDate.optional().describe('A day, YYYY-MM-DD, or none to clear.') },
    set: (input) => (input.due_date === 'none' ? null : input.due_date),
    text: (value, words) => (value === null ? '' : words.day(value)),
    phrase: (value, words) => (value === null ? 'no due date' : `due ${words.day(value)}`),
    column: {},
    heading: 'Due',
    cell: (value) => value ?? '',
    brief: 'due',
  }),
  labels: field({
    name: 'labels',
    stored: z.array(z.string()).default([]),
    file: labels.default([]),
    initial: [],
    add: { labels: labels.optional().describe('Short words of the user to group tasks by, e.g. phone.') },
    update: {
      add_labels: labels.optional().describe('Labels to add. The others stay.'),
      remove_labels: labels.optional().describe('Labels to take off. The others stay.'),
    },
    set: ({ labels, add_labels = [], remove_labels = [] }, held) =>
      labels ?? unique([...without(held, remove_labels), ...add_labels]),
    filter: { label: label.optional().describe('Only tasks with this label.') },
    found: (value) => `labelled “${value}”`,
    text: (value) => value.join(', '),
    phrase: (value) => (value.length === 0 ? 'no labels' : namedLabels(value)),
    edited(before, after) {
      const [added, removed] = [without(after, before), without(before, after)]
      const said = [
        added.length > 0 && `${namedLabels(added)} added`,
        removed.length > 0 && `${namedLabels(removed)} removed`,
      ]
      return said.filter(Boolean).join(', ') || namedLabels(after)
    },
    heading: 'Labels',
    column: {},
    brief: 'labels',
  }),
  notes: field({
    name: 'notes',
    stored: z.string(),
    file: notes,
    initial: '',
    add: { notes: notes.optional().describe('More about it, if the user said more.') },
    update: { notes: notes.optional().describe('New notes. Empty to clear.') },
    set: (input) => input.notes,
    phrase: (value) => (value === '' ? 'no notes' : `notes “${shorten(value, 60)}”`),
    edited: (_, after) => (after === '' ? 'notes removed' : 'new notes'),
    isApart: true,
    heading: 'Notes',
  }),
  blockedReason: field({
    name: 'blocked reason',
    stored: z.string(),
    file: blockedReason,
    initial: '',
    update: { blocked_reason: blockedReason.optional().describe('What blocks the task. Empty to clear.') },
    set: (input) => input.blocked_reason,
    phrase: (value) => (value === '' ? 'no longer blocked' : `blocked: ${shorten(value, 60)}`),
    edited: (_, after) => (after === '' ? 'no longer blocked' : `blocked: ${after}`),
    isApart: true,
    heading: 'Blocked by',
    brief: 'blocked',
  }),
  /** Position in its column: compared byte by byte, ties broken by id. */
  rank: field({ name: 'position', stored: z.string().refine(isRank), file: rank, isSilent: true }),
  /** Epoch milliseconds. */
  createdAt: field({
    name: 'time it was added',
    stored: z.int(),
    file: time,
    isSilent: true,
    heading: 'Created',
    cell: timeCell,
  }),
  doneAt: field({
    name: 'time it was done',
    stored: z.int().nullable(),
    file: time.nullable(),
    initial: null,
    isSilent: true,
    heading: 'Done',
    cell: timeCell,
  }),
} as const

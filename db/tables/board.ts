/** Sessions, the rows of their state, and the log of what changed them. */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { json } from './json.ts'

/** A conversation with its state; the screen calls it a board. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    name: text('name').notNull(),
    /** `auto` until a message names it, then `first-message`; `user` is never changed by us again. */
    namedBy: text('named_by', { enum: ['auto', 'first-message', 'user'] }).notNull(),
    revision: integer('revision').notNull().default(0),
    nextNumber: integer('next_number').notNull().default(1),
    taskCount: integer('task_count').notNull().default(0),
    nextPosition: integer('next_position').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    openedAt: integer('opened_at').notNull(),
    deletedAt: integer('deleted_at'),
    archivedAt: integer('archived_at'),
    /** How often it was opened. */
    visits: integer('visits').notNull().default(0),
    /** The user's own instructions to the agent, a template; `null` = the product's. */
    instructions: text('instructions'),
    /** A summary of the messages that a model no longer reads, up to `summaryTo`, with limited length. */
    summary: text('summary').notNull().default(''),
    /** The position of the last message that the summary holds. */
    summaryTo: integer('summary_to').notNull().default(0),
  },
  (table) => [index('sessions_user').on(table.userId, table.updatedAt)],
)

export const tasks = sqliteTable(
  'tasks',
  {
    sessionId: text('session_id').notNull(),
    id: text('id').notNull(),
    number: integer('number').notNull(),
    title: text('title').notNull(),
    notes: text('notes').notNull(),
    status: text('status').notNull(),
    completion: integer('completion').notNull(),
    completionBefore: integer('completion_before'),
    categoryId: text('category_id').notNull(),
    priority: text('priority').notNull(),
    effort: text('effort').notNull(),
    dueDate: text('due_date'),
    labels: json('labels').$type<string[]>().notNull().default([]),
    blockedReason: text('blocked_reason').notNull(),
    rank: text('rank').notNull(),
    createdAt: integer('created_at').notNull(),
    doneAt: integer('done_at'),
    /** The revision that last touched the row. */
    revision: integer('revision').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.id] }),
    uniqueIndex('tasks_number').on(table.sessionId, table.number),
    index('tasks_column').on(table.sessionId, table.status, table.rank, table.id),
    index('tasks_category').on(table.sessionId, table.categoryId, table.status),
    index('tasks_due').on(table.sessionId, table.dueDate, table.status),
    index('tasks_touched').on(table.sessionId, table.revision),
  ],
)

export const categories = sqliteTable(
  'categories',
  {
    sessionId: text('session_id').notNull(),
    id: text('id').notNull(),
    name: text('name').notNull(),
    rank: text('rank').notNull(),
    revision: integer('revision').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.id] })],
)

/** Lists beside the columns: shopping, packing. */
export const lists = sqliteTable(
  'lists',
  {
    sessionId: text('session_id').notNull(),
    id: text('id').notNull(),
    name: text('name').notNull(),
    rank: text('rank').notNull(),
    revision: integer('revision').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.id] })],
)

export const listItems = sqliteTable(
  'list_items',
  {
    sessionId: text('session_id').notNull(),
    id: text('id').notNull(),
    listId: text('list_id').notNull(),
    text: text('text').notNull(),
    checked: integer('checked', { mode: 'boolean' }).notNull(),
    rank: text('rank').notNull(),
    revision: integer('revision').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.id] }),
    index('list_items_list').on(table.sessionId, table.listId, table.rank, table.id),
  ],
)

/** Any other key of the session state; its id is the key. */
export const stateValues = sqliteTable(
  'state_values',
  {
    sessionId: text('session_id').notNull(),
    id: text('id').notNull(),
    /** JSON text; `null` = deleted, though the template has a default. */
    json: text('json'),
    expiresAt: integer('expires_at'),
    revision: integer('revision').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.id] }),
    index('state_values_expiry').on(table.expiresAt).where(sql`expires_at is not null`),
  ],
)

/** A name for the board as it was after a revision. */
export const checkpoints = sqliteTable(
  'checkpoints',
  {
    sessionId: text('session_id').notNull(),
    id: text('id').notNull(),
    name: text('name').notNull(),
    at: integer('at').notNull(),
    createdAt: integer('created_at').notNull(),
    revision: integer('revision').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.id] })],
)

/** One accepted change. No foreign keys: the log outlives the rows it names. */
export const revisions = sqliteTable(
  'revisions',
  {
    sessionId: text('session_id').notNull(),
    number: integer('number').notNull(),
    userId: text('user_id').notNull(),
    actor: text('actor').notNull(),
    turnId: text('turn_id'),
    /** The caller's key, as its browser knows it. */
    key: text('key'),
    commands: json('commands').notNull(),
    reply: text('reply').notNull(),
    kind: text('kind', { enum: ['edit', 'undo', 'redo'] }).notNull(),
    undoes: json('undoes').$type<number[]>().notNull(),
    /** The active revision that undid this one. */
    undoneBy: integer('undone_by'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.number] }),
    index('revisions_turn').on(table.sessionId, table.turnId),
    index('revisions_kind').on(table.sessionId, table.actor, table.kind, table.undoneBy, table.number),
    index('revisions_actor').on(table.sessionId, table.actor, table.number),
  ],
)

export const changes = sqliteTable(
  'changes',
  {
    sessionId: text('session_id').notNull(),
    revision: integer('revision').notNull(),
    position: integer('position').notNull(),
    tableName: text('table_name').notNull(),
    rowId: text('row_id').notNull(),
    before: json('before'),
    after: json('after'),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.revision, table.position] }),
    index('changes_row').on(table.sessionId, table.rowId, table.revision),
  ],
)

/** The stored outcome of a call by its key, refusals included. */
export const receipts = sqliteTable(
  'receipts',
  {
    sessionId: text('session_id').notNull(),
    key: text('key').notNull(),
    inputHash: text('input_hash').notNull(),
    outcome: json('outcome').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sessionId, table.key] }),
    index('receipts_age').on(table.createdAt),
  ],
)

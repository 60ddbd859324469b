/** The tables. Times are epoch milliseconds; ids are text made by whoever creates the row. */
import { sql } from 'drizzle-orm'
import {
  customType,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'

/** JSON whose damage is a value, `null`, and not an error that takes the whole query down. */
const json = customType<{ data: unknown; driverData: string }>({
  dataType: () => 'text',
  toDriver: (value) => JSON.stringify(value),
  fromDriver(value) {
    try {
      return JSON.parse(value)
    } catch {
      return null
    }
  },
})

export const users = sqliteTable('users', {
  id: text('id').primaryKey(),
  displayName: text('display_name'),
  /** IANA name; "tomorrow" and "overdue" follow it. */
  timeZone: text('time_zone').notNull().default('UTC'),
  createdAt: integer('created_at').notNull(),
  lastSeenAt: integer('last_seen_at').notNull(),
})

/** Login cookies: the token itself is never stored, only its SHA-256. */
export const authSessions = sqliteTable(
  'auth_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('auth_sessions_user').on(table.userId)],
)

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

/** One accepted call of the door. No foreign keys: the log outlives what it speaks of. */
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
    /** The standing revision that took this one back. */
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

export const messages = sqliteTable(
  'messages',
  {
    id: text('id').primaryKey(),
    sessionId: text('session_id').notNull(),
    role: text('role', { enum: ['user', 'assistant'] }).notNull(),
    parts: json('parts').notNull(),
    turnId: text('turn_id'),
    position: integer('position').notNull(),
    version: integer('version').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('messages_order').on(table.sessionId, table.position),
    index('messages_turn').on(table.turnId),
    // The queue: few rows, however long the conversation.
    index('messages_waiting').on(table.sessionId, table.position).where(sql`turn_id is null`),
  ],
)

/** One user message and the agent's work to answer it. */
export const turns = sqliteTable(
  'turns',
  {
    id: text('id').primaryKey(),
    sessionId: text('session_id').notNull(),
    userId: text('user_id').notNull(),
    status: text('status').notNull(),
    run: integer('run').notNull(),
    model: text('model').notNull(),
    /** Who may change the board in its name: a run holds the token until the lease ends. */
    leaseToken: text('lease_token').notNull(),
    leaseUntil: integer('lease_until').notNull(),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    startedAt: integer('started_at').notNull(),
    endedAt: integer('ended_at'),
  },
  (table) => [
    index('turns_session').on(table.sessionId, table.status),
    index('turns_order').on(table.sessionId, table.startedAt),
    index('turns_status').on(table.status, table.leaseUntil),
  ],
)

/** What a reader has to look at, in commit order: the autoincrement is the one cursor. */
export const feed = sqliteTable(
  'feed',
  {
    cursor: integer('cursor').primaryKey({ autoIncrement: true }),
    userId: text('user_id').notNull(),
    sessionId: text('session_id').notNull(),
    kind: text('kind', {
      enum: ['revision', 'message', 'message-removed', 'messages-cleared', 'turn', 'session'],
    }).notNull(),
    /** Revision number, message id, turn id or session id. */
    ref: text('ref').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('feed_user').on(table.userId, table.cursor),
    index('feed_ref').on(table.ref),
    index('feed_age').on(table.createdAt),
  ],
)

/** Small facts about the database itself. */
export const meta = sqliteTable('meta', { key: text('key').primaryKey(), value: text('value').notNull() })

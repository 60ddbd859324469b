/** Messages and turns of a session, and the feed. */
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { AGENT_NAMES } from '#lib/board/model/agents.ts'
import { json } from './json.ts'

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
    /** Who answers: the name of an agent. */
    agent: text('agent', { enum: AGENT_NAMES }).notNull().default('taskboard'),
    /** The lease: a run holds this token until the lease expires. */
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

/** Calls of the agent that need or needed approval, with the exact input to execute. */
export const approvals = sqliteTable(
  'approvals',
  {
    id: text('id').primaryKey(),
    sessionId: text('session_id').notNull(),
    turnId: text('turn_id').notNull(),
    /** These three make the call's idempotency key. */
    run: integer('run').notNull(),
    step: integer('step').notNull(),
    callId: text('call_id').notNull(),
    tool: text('tool').notNull(),
    input: json('input').notNull(),
    /** What was shown: the words, the tasks by name, and what it would change. */
    shown: json('shown').notNull(),
    changes: json('changes').notNull(),
    /** The rows it would touch, each with the revision it had: once one has moved, it is shown again. */
    rows: json('rows').notNull(),
    status: text('status', { enum: ['pending', 'allowed', 'denied', 'expired', 'superseded'] }).notNull(),
    note: text('note').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    decidedAt: integer('decided_at'),
    decidedBy: text('decided_by'),
  },
  (table) => [
    index('approvals_turn').on(table.turnId, table.status),
    index('approvals_session').on(table.sessionId),
    index('approvals_age').on(table.createdAt),
  ],
)

/** What is new, in commit order: the autoincrement is the cursor. */
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

/** Of `meta`: every feed row up to this cursor is gone; who stands before it takes a new snapshot. */
export const FEED_FLOOR = 'feed_floor'

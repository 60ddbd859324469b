/** Users and their ways to sign in. */
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { json } from './json.ts'

export const users = sqliteTable('users', {
  id: text('id').primaryKey(),
  displayName: text('display_name'),
  /** IANA name; "tomorrow" and "overdue" follow it. */
  timeZone: text('time_zone').notNull().default('UTC'),
  /** What the user set on the settings page; left out = as the browser says, or the product's default. */
  settings: json('settings').notNull().default(sql`'{}'`),
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
    /** The browser and system it was first used with, in words. */
    device: text('device').notNull().default(''),
  },
  (table) => [index('auth_sessions_user').on(table.userId)],
)

/** API tokens, created and revoked on the settings page; stored as their SHA-256. */
export const apiTokens = sqliteTable(
  'api_tokens',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    userId: text('user_id').notNull(),
    name: text('name').notNull(),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [uniqueIndex('api_tokens_hash').on(table.tokenHash), index('api_tokens_user').on(table.userId)],
)

/** One-time links that sign another device in; stored as the SHA-256 of their secret. */
export const deviceLinks = sqliteTable(
  'device_links',
  {
    codeHash: text('code_hash').primaryKey(),
    userId: text('user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [index('device_links_age').on(table.expiresAt)],
)

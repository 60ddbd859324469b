/** What a user keeps beyond one board: memories, documents, and the texts that full-text search reads. */
import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { json } from './json.ts'

/** A fact about the user, used in all of their sessions. */
export const memories = sqliteTable(
  'memories',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    text: text('text').notNull(),
    /** Who wrote it down. */
    source: text('source', { enum: ['agent', 'user'] }).notNull(),
    /** The session and the turn it was said in; `null` = written on the page. */
    sessionId: text('session_id'),
    turnId: text('turn_id'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
  },
  (table) => [index('memories_user').on(table.userId, table.updatedAt)],
)

/** A board saved to start new ones from: its values, categories, lists and instructions. */
export const boardTemplates = sqliteTable(
  'board_templates',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    name: text('name').notNull(),
    /** The name with case folded: two templates of a user never share it. */
    nameKey: text('name_key').notNull(),
    /** As `start_board` takes them. */
    rows: json('rows').notNull(),
    instructions: text('instructions'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [uniqueIndex('board_templates_name').on(table.userId, table.nameKey)],
)

/** A text of the user's library. Uploading the same name again replaces the text. */
export const documents = sqliteTable(
  'documents',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    name: text('name').notNull(),
    /** The name with case folded: two documents of a user never share it. */
    nameKey: text('name_key').notNull(),
    tags: json('tags').$type<string[]>().notNull().default(sql`'[]'`),
    text: text('text').notNull(),
    bytes: integer('bytes').notNull(),
    /** Counts up with every text of this name. */
    version: integer('version').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** Its passages are gone then; its text can bring them back. */
    deletedAt: integer('deleted_at'),
  },
  (table) => [uniqueIndex('documents_name').on(table.userId, table.nameKey)],
)

/** A document in pieces that can be cited. The full-text index `passage_search` follows it by triggers. */
export const passages = sqliteTable(
  'passages',
  {
    id: integer('id').primaryKey(),
    userId: text('user_id').notNull(),
    documentId: text('document_id').notNull(),
    /** From 1, as citations count. */
    position: integer('position').notNull(),
    /** Its heading; empty if there is none. */
    heading: text('heading').notNull(),
    text: text('text').notNull(),
    /** Its position in the document's text, in UTF-16 units. */
    start: integer('start').notNull(),
  },
  (table) => [uniqueIndex('passages_document').on(table.documentId, table.position)],
)

/** What was said in ended turns, as plain text; triggers keep it, and the index `message_search` over it. */
export const messageTexts = sqliteTable(
  'message_texts',
  {
    id: integer('id').primaryKey(),
    sessionId: text('session_id').notNull(),
    messageId: text('message_id').notNull(),
    text: text('text').notNull(),
  },
  (table) => [uniqueIndex('message_texts_message').on(table.messageId)],
)

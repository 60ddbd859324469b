/** Database errors without user text: Drizzle's own messages contain SQL and parameter values. */
import { DrizzleQueryError } from 'drizzle-orm/errors'

export type DatabaseErrorCode =
  | 'busy'
  | 'full'
  | 'readonly'
  | 'io'
  | 'corrupt'
  | 'damaged'
  | 'gone'
  | 'constraint'
  | 'unreachable'
  | 'unknown'

const SENTENCES = {
  busy: 'The database is locked by another program. Try again.',
  full: 'The disk is full. Free some space and try again. Saved data is safe.',
  readonly: 'Couldn’t write to the database. Check file and folder permissions.',
  io: 'Something went wrong with the database: its disk reported an error. Try again.',
  // SQLite also reports this for a page that it couldn’t read.
  corrupt: 'Something went wrong with the database: a part of it couldn’t be read. Try again.',
  damaged: 'The database file is damaged, so nothing can be saved. Restore a backup.',
  gone: 'A file of the database was moved, replaced or deleted, so nothing can be saved. Restart Taskboard, or restore a backup.',
  constraint: 'The database refused the change.',
  unreachable: 'Couldn’t reach the database. Try again.',
  unknown: 'Something went wrong with the database.',
} as const satisfies Record<DatabaseErrorCode, string>

export class DatabaseError extends Error {
  readonly code: DatabaseErrorCode

  constructor(code: DatabaseErrorCode) {
    super(SENTENCES[code])
    this.name = 'DatabaseError'
    this.code = code
  }
}

const CODES: readonly [RegExp, DatabaseErrorCode][] = [
  [/SQLITE_BUSY|SQLITE_LOCKED|TRANSACTION_ACTIVE|database is locked/, 'busy'],
  [/SQLITE_FULL/, 'full'],
  [/SQLITE_READONLY|SQLITE_PERM|SQLITE_CANTOPEN/, 'readonly'],
  [/SQLITE_CORRUPT|SQLITE_NOTADB/, 'corrupt'],
  [/SQLITE_IOERR/, 'io'],
  [/SQLITE_CONSTRAINT/, 'constraint'],
  [/HRANA|ECONNREFUSED|ECONNRESET|fetch failed|SERVER_ERROR|TRANSACTION_CLOSED/, 'unreachable'],
  [/SQLITE_/, 'unknown'],
]

function codeOf(error: unknown): DatabaseErrorCode | null {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    // Drizzle's message contains parameter values: user text must not be taken for an error code.
    const message = cause instanceof DrizzleQueryError ? '' : cause.message.slice(0, 200)
    const text = `${'code' in cause ? String(cause.code) : ''} ${message}`
    const found = CODES.find(([pattern]) => pattern.test(text))
    if (found) return found[1]
  }
  return error instanceof DrizzleQueryError ? 'unknown' : null
}

export function isDatabaseFailure(error: unknown): error is Error {
  return !(error instanceof DatabaseError) && codeOf(error) !== null
}

export function isBusy(error: unknown): boolean {
  return codeOf(error) === 'busy'
}

export function wrapDatabaseError(error: Error): DatabaseError {
  return new DatabaseError(codeOf(error) ?? 'unknown')
}

/** The one client of the process, and the one way to write: mutex, immediate transaction, commit. */
import { type Client, createClient } from '@libsql/client'
import { drizzle, type LibSQLDatabase } from 'drizzle-orm/libsql'
import { env } from '#lib/env.ts'
import { singleton } from '#lib/singletons.ts'
import { DatabaseError, isBusy, isDatabaseFailure, wrapDatabaseError } from './errors.ts'
import { doubt, verdict } from './file/condition.ts'
import { isInPlace } from './file/keeper.ts'
import { databasePath, openFile } from './file/open-file.ts'

export type Database = LibSQLDatabase
export type Tx = Parameters<Parameters<Database['transaction']>[0]>[0]
/** For queries: a transaction or the client. */
export type Reader = Database | Tx

type Connection = { client: Client; db: Database; writing: Promise<unknown> }

/** How long a write waits for a process outside that holds the lock, in milliseconds. */
const BUSY_PATIENCE_MS = 5_000
const BUSY_PAUSE_MS = 40

function connection(): Connection {
  return singleton('database', () => {
    const {
      DATABASE_URL: url,
      DATABASE_AUTH_TOKEN: authToken,
      DATABASE_ENCRYPTION_KEY: encryptionKey,
    } = env()
    const path = databasePath()
    const client = path ? openFile(path, encryptionKey) : createClient({ url, authToken })
    return { client, db: drizzle({ client }), writing: Promise.resolve() }
  })
}

export function database(): Database {
  return connection().db
}

/** For pragmas and start-up checks, which Drizzle can’t express. */
export function rawClient(): Client {
  return connection().client
}

/**
 * Runs `work` in one immediate transaction, alone in this process; `work` may run again and must be free of
 * effects outside it. Never await a network or a model in it. Throws `DatabaseError`.
 */
export function write<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
  const holder = connection()
  // From now, not from its turn: those behind it would wait as long again, one after the other.
  const deadline = Date.now() + BUSY_PATIENCE_MS
  const result = holder.writing.then(() => attempt(holder, work, deadline))
  holder.writing = result.catch(swallowInQueue)
  return result
}

/** The caller of `write` gets the error; the queue continues. */
function swallowInQueue(): void {
  return
}

async function attempt<T>(holder: Connection, work: (tx: Tx) => Promise<T>, deadline: number): Promise<T> {
  for (;;) {
    let failure: unknown
    checkTrusted()
    try {
      const result = await holder.db.transaction(work)
      checkTrusted()
      return result
    } catch (error) {
      failure = error
    }
    if (!isDatabaseFailure(failure)) throw failure
    // @libsql/client 0.18 keeps the lock and loses later writes after one BUSY (libsql-client-ts #352).
    holder.client.reconnect()
    if (!isBusy(failure) || Date.now() > deadline) throw reported(failure)
    await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS))
  }
}

/** Before and after: a write to a file that was removed isn’t acknowledged. */
function checkTrusted(): void {
  if (!isInPlace()) throw new DatabaseError('gone')
  if (verdict() === 'damaged') throw new DatabaseError('damaged')
}

/** The error for callers. After a disk error the file is checked, as it may be corrupted. */
function reported(failure: Error): DatabaseError {
  const error = wrapDatabaseError(failure)
  if (error.code === 'io' || error.code === 'corrupt') doubt()
  return error
}

/** Call it between many statements: on a file they run synchronously and would block other requests. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Only pauses after this many rows; fewer take no time. */
export async function breatheAfter(rows: number): Promise<void> {
  if (rows > 1_000) await breathe()
}

/** A read outside a transaction, its errors wrapped. */
export async function read<T>(work: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await work(database())
  } catch (error) {
    throw isDatabaseFailure(error) ? reported(error) : error
  }
}

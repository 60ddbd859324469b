/** Replaces the database with a backup: checked as a copy first, swapped in one step, and the old file is kept. */
import { copyFileSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Client } from '@libsql/client'
import { appliedMigrations, isNewer } from '#db/check-database.ts'
import { COMPANIONS, linkOrCopy, removeDatabase, sync } from '#db/file/database-files.ts'
import { fileKind } from '#db/file/encryption.ts'
import { lockDatabaseFile } from '#db/file/file-lock.ts'
import { databasePath, openFile, openReadOnly } from '#db/file/open-file.ts'
import { FEED_FLOOR } from '#db/schema.ts'
import { StartError } from '#db/start-error.ts'
import { env } from '#lib/env.ts'
import { stampOf } from './backup.ts'

export type Restored = { path: string; boards: number; kept: string | null }

const UNTOUCHED = 'Nothing changed.'
/** More cursors than any life of a database gives out. */
const LEAP = 1_000_000_000

export async function restore(given: string, now = new Date()): Promise<Restored> {
  const path = databasePath()
  if (!path) throw new StartError('DATABASE_URL is a server, which is restored where it runs.')
  const source = resolve(given)
  checkSource(source, path)
  mkdirSync(dirname(path), { recursive: true })
  await lockDatabaseFile(path)
  return swap(source, existsSync(path) ? realpathSync(path) : path, now)
}

async function swap(source: string, path: string, now: Date): Promise<Restored> {
  const fresh = `${path}.restoring`
  removeDatabase(fresh)
  try {
    copyIn(source, fresh)
    const boards = await prepare(fresh, source, await foldPresent(path))
    const kept = existsSync(path) ? await keep(path, now) : null
    renameSync(fresh, path)
    sync(dirname(path))
    return { path, boards, kept }
  } catch (error) {
    removeDatabase(fresh)
    if (error instanceof StartError) throw error
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : ''
    throw new StartError(`${source} could not be put in place${code}. ${UNTOUCHED}`)
  }
}

function checkSource(source: string, path: string): void {
  if (!existsSync(source) || !statSync(source).isFile()) {
    throw new StartError(`There is no file ${source}. ${UNTOUCHED}`)
  }
  if (existsSync(path) && realpathSync(source) === realpathSync(path)) {
    throw new StartError(`${source} is the database itself. ${UNTOUCHED}`)
  }
  const key = env().DATABASE_ENCRYPTION_KEY
  const kind = fileKind(source)
  if (kind === 'foreign') throw new StartError(`${source} is no backup of Taskboard. ${UNTOUCHED}`)
  if (kind === 'encrypted' && !key) {
    throw new StartError(
      `${source} is encrypted, and DATABASE_ENCRYPTION_KEY is not set. Set it to the key this backup was made with. ${UNTOUCHED}`,
    )
  }
  if (kind === 'plain' && key) {
    throw new StartError(
      `${source} is not encrypted, and DATABASE_ENCRYPTION_KEY is set. Restore it without the key. ${UNTOUCHED}`,
    )
  }
}

/** The backup itself is never opened: opening could write to it. A log beside it is part of it. */
function copyIn(source: string, fresh: string): void {
  copyFileSync(source, fresh)
  if (existsSync(`${source}-wal`)) copyFileSync(`${source}-wal`, `${fresh}-wal`)
}

/** Checks the copy, makes it one file and syncs it; returns how many boards it has. */
async function prepare(fresh: string, source: string, present: number): Promise<number> {
  const encryptionKey = env().DATABASE_ENCRYPTION_KEY
  const client = openFile(fresh, encryptionKey)
  try {
    const applied = await appliedMigrations({
      client,
      where: source,
      isEncrypted: encryptionKey !== undefined,
      check: 'whole',
      otherwise: `Choose another backup. ${UNTOUCHED}`,
    })
    if (applied.length === 0) throw new StartError(`${source} is empty. ${UNTOUCHED}`)
    if (isNewer(applied)) {
      throw new StartError(`${source} was written by a newer Taskboard. Update Taskboard first. ${UNTOUCHED}`)
    }
    await leap(client, present)
    const { rows } = await client.execute('select count(*) from sessions where deleted_at is null')
    await client.execute('pragma journal_mode = delete')
    if (existsSync(`${fresh}-wal`)) throw new Error('the log of the copy could not be folded in')
    return Number(rows[0]?.[0])
  } finally {
    client.close()
    if (existsSync(fresh)) sync(fresh)
  }
}

/** Open tabs have cursors of the old database: all must count as too old, so that they take a new snapshot. */
async function leap(client: Client, present: number): Promise<void> {
  const floor = Math.max(await lastCursor(client), present) + LEAP
  await client.batch(
    [
      "delete from sqlite_sequence where name = 'feed'",
      { sql: "insert into sqlite_sequence (name, seq) values ('feed', ?)", args: [floor] },
      { sql: 'insert or replace into meta (key, value) values (?, ?)', args: [FEED_FLOOR, String(floor)] },
    ],
    'write',
  )
}

async function lastCursor(client: Client): Promise<number> {
  const { rows } = await client.execute("select seq from sqlite_sequence where name = 'feed'")
  return Number(rows[0]?.[0] ?? 0)
}

/**
 * Writes the log of the present database into its file, so that it is kept and replaced in one step each; gives its
 * last cursor. A damaged one, or one of another key, is left byte for byte as it is.
 */
async function foldPresent(path: string): Promise<number> {
  if (!existsSync(path)) return 0
  const encryptionKey = env().DATABASE_ENCRYPTION_KEY
  try {
    const reader = openReadOnly(path, encryptionKey)
    const { rows } = await reader.execute('pragma quick_check(1)')
    const cursor = rows[0]?.[0] === 'ok' ? await lastCursor(reader) : null
    reader.close()
    if (cursor === null) return 0
    const client = openFile(path, encryptionKey)
    // Not another journal mode: for that the reader, which is closed and not yet gone, would be in the way.
    await client.execute('pragma wal_checkpoint(truncate)')
    client.close()
    sync(path)
    return cursor
  } catch {
    return 0
  }
}

/** A second name for the present file before another takes its first one: at no moment is there none. */
async function keep(path: string, now: Date): Promise<string> {
  const kept = `${path}.before-restore-${stampOf(now)}`
  if (existsSync(kept)) throw new StartError(`${kept} already exists. Try again in a second. ${UNTOUCHED}`)
  linkOrCopy(path, kept)
  for (const end of COMPANIONS) {
    if (!existsSync(path + end)) continue
    // A log that couldn’t be written into its file belongs to a corrupted one and stays with it.
    if (end !== '-shm' && statSync(path + end).size > 0) linkOrCopy(path + end, kept + end)
    rmSync(path + end)
  }
  return kept
}

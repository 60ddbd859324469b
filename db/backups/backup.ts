/** Copies the database while its server writes: consistent, checked, and never overwriting a file. */
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'
import { appliedMigrations } from '#db/check-database.ts'
import { publish, writeDown } from '#db/file/database-files.ts'
import { checkKind } from '#db/file/encryption.ts'
import { databasePath, openReadOnly } from '#db/file/open-file.ts'
import { StartError } from '#db/start-error.ts'
import { env } from '#lib/env.ts'

export type Backup = { file: string; bytes: number; boards: number }

/**
 * Beside the process that owns the file, by a connection that can neither write nor checkpoint: what
 * decision 006 keeps away from the file is a second writer. `VACUUM INTO` reads one snapshot of it.
 */
export async function backUp(target?: string, now = new Date()): Promise<Backup> {
  const path = databasePath()
  if (!path) throw new StartError('DATABASE_URL is a server, which is backed up where it runs.')
  if (!existsSync(path)) throw new StartError(`There is no database at ${path} yet, so nothing to back up.`)
  checkKind(path, env().DATABASE_ENCRYPTION_KEY)
  const file = target ? resolve(target) : defaultFile(path, now)
  if (existsSync(file)) throw isThere(file)
  const part = `${file}.part-${process.pid}`
  try {
    if (!target) mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    await copy(path, part)
    const boards = await check(part)
    const bytes = statSync(part).size
    publish(part, file)
    return { file, bytes, boards }
  } catch (error) {
    if (error instanceof StartError) throw error
    if (existsSync(file)) throw isThere(file)
    throw new StartError(
      `${file} could not be written (${codeOf(error)}). Choose another place for the backup.`,
    )
  } finally {
    rmSync(part, { force: true })
  }
}

function isThere(file: string): StartError {
  return new StartError(`${file} already exists, and a backup replaces nothing. Choose another name.`)
}

/** `data/backups/taskboard-2026-11-21-100307.db`, in UTC, beside the database. */
function defaultFile(path: string, now: Date): string {
  const end = extname(path)
  return join(dirname(path), 'backups', `${basename(path, end)}-${stampOf(now)}${end}`)
}

/** For file names: `2026-11-21-100307`, in UTC. */
export function stampOf(now: Date): string {
  return now.toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '')
}

async function copy(path: string, part: string): Promise<void> {
  const source = openReadOnly(path, env().DATABASE_ENCRYPTION_KEY)
  try {
    await source.execute({ sql: 'vacuum into ?', args: [part] })
  } finally {
    source.close()
  }
  writeDown(part, path)
}

/** Checks that a backup opens; returns how many boards it has. */
async function check(part: string): Promise<number> {
  const client = openReadOnly(part, env().DATABASE_ENCRYPTION_KEY)
  try {
    const applied = await appliedMigrations({
      client,
      where: 'The copy',
      isEncrypted: env().DATABASE_ENCRYPTION_KEY !== undefined,
      check: 'whole',
      otherwise: 'It was not kept: the disk, or the database itself, is not well.',
    })
    if (applied.length === 0) throw new StartError('The database is empty, so there is nothing to back up.')
    const { rows } = await client.execute('select count(*) from sessions where deleted_at is null')
    return Number(rows[0]?.[0])
  } finally {
    client.close()
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}

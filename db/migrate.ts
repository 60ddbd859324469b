/** Start-up of the database: owned by one process, checked, copied, migrated. A bad file is left as it is. */
import { accessSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { LibsqlError } from '@libsql/client'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { env } from '#lib/env.ts'
import { once } from '#lib/globals.ts'
import { database, rawClient } from './client.ts'
import { checkEncrypted, checkKind, wrongKey } from './encryption.ts'
import { own } from './owner.ts'
import { StartError } from './start-error.ts'

const MIGRATIONS = join(process.cwd(), 'db/migrations')

/** The path of the database file; `null` where the database is a server. */
export function databasePath(): string | null {
  const url = env().DATABASE_URL
  return url.startsWith('file:')
    ? resolve(decodeURIComponent(url.slice('file:'.length).replace(/\?.*$/, '')))
    : null
}

/** Once per process; throws `StartError`. */
export function openDatabase(): Promise<void> {
  return once('open-database', open)
}

async function open(): Promise<void> {
  const path = databasePath()
  if (path) {
    prepareFile(path)
    await own(path)
  }
  const where = path ?? new URL(env().DATABASE_URL).host
  const applied = await appliedMigrations(where)
  const known = knownMigrations()
  if (applied.some((when) => !known.includes(when))) {
    throw new StartError(
      `The database ${where} was written by a newer Taskboard. Update Taskboard, or use another DATABASE_URL.`,
    )
  }
  if (applied.length === known.length) return setModes(path)
  if (path && applied.length > 0) await copyBefore(path, applied.length)
  await setModes(path)
  if (path) checkEncrypted(path, env().DATABASE_ENCRYPTION_KEY)
  await migrate(database(), { migrationsFolder: MIGRATIONS })
}

function prepareFile(path: string): void {
  const folder = dirname(path)
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    if (!existsSync(path)) return
    accessSync(path, constants.R_OK | constants.W_OK)
  } catch {
    throw new StartError(
      `${path} cannot be written. Give this user the right to write the file and its folder.`,
    )
  }
  checkKind(path, env().DATABASE_ENCRYPTION_KEY)
}

/** When each migration that this database has seen was made; throws for a damaged or foreign database. */
async function appliedMigrations(where: string): Promise<number[]> {
  const client = rawClient()
  try {
    const { rows: tables } = await client.execute("select name from sqlite_master where type = 'table'")
    const names = tables
      .map((row) => String(row.name))
      .filter((name) => !/^(sqlite_|libsql_|_litestream)/.test(name))
    if (names.length === 0) return []
    if (!names.includes('__drizzle_migrations')) {
      throw new StartError(`${where} holds tables of another program. Set DATABASE_URL to another file.`)
    }
    const { rows: check } = await client.execute('pragma quick_check(1)')
    if (check[0]?.[0] !== 'ok') throw new StartError(`${where} is damaged. Restore a backup.`)
    const { rows } = await client.execute('select created_at from __drizzle_migrations order by created_at')
    return rows.map((row) => Number(row.created_at))
  } catch (error) {
    if (error instanceof StartError) throw error
    if (env().DATABASE_ENCRYPTION_KEY && isNoDatabase(error)) throw wrongKey(where)
    throw new StartError(`${where} cannot be read as a database. Restore a backup, or check DATABASE_URL.`)
  }
}

function isNoDatabase(error: unknown): boolean {
  return error instanceof LibsqlError && error.code === 'SQLITE_NOTADB'
}

function knownMigrations(): number[] {
  const journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8'))
  return journal.entries.map((entry: { when: number }) => entry.when)
}

/** WAL stays in the file; `synchronous=FULL` and foreign keys are this build's defaults. */
async function setModes(path: string | null): Promise<void> {
  if (path) await rawClient().execute('pragma journal_mode = wal')
}

async function copyBefore(path: string, version: number): Promise<void> {
  const copy = `${path}.before-migration-${version}`
  if (!existsSync(copy)) await rawClient().execute({ sql: 'vacuum into ?', args: [copy] })
}

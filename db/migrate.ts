/** Opens the database at start: locked, checked, copied, migrated. An invalid file isn’t changed. */
import { accessSync, constants, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { migrate } from 'drizzle-orm/libsql/migrator'
import { env } from '#lib/env.ts'
import { singleton } from '#lib/singletons.ts'
import { appliedMigrations, isNewer, knownMigrations, MIGRATIONS } from './check-database.ts'
import { database, rawClient } from './client.ts'
import { makeEmpty, publish, writeDown } from './file/database-files.ts'
import { checkEncrypted, checkKind } from './file/encryption.ts'
import { lockDatabaseFile } from './file/file-lock.ts'
import { startKeeper } from './file/keeper.ts'
import { databasePath } from './file/open-file.ts'
import { StartError } from './start-error.ts'

/** Once per process; throws `StartError`. */
export function openDatabase(): Promise<void> {
  return singleton('open-database', open)
}

async function open(): Promise<void> {
  const path = databasePath()
  await prepare(path)
  if (path) await startKeeper(path, env().DATABASE_ENCRYPTION_KEY)
}

/** Requires the newest schema; otherwise the start fails. */
async function prepare(path: string | null): Promise<void> {
  if (path) {
    prepareFile(path)
    await lockDatabaseFile(path)
    if (!existsSync(path)) await makeEmpty(path, env().DATABASE_ENCRYPTION_KEY)
  }
  const where = path ?? new URL(env().DATABASE_URL).host
  const applied = await appliedMigrations({
    client: rawClient(),
    where,
    isEncrypted: env().DATABASE_ENCRYPTION_KEY !== undefined,
    check: 'quick',
    otherwise: 'Restore a backup, or check DATABASE_URL.',
  })
  if (isNewer(applied)) {
    throw new StartError(
      `The database ${where} was written by a newer Taskboard. Update Taskboard, or use another DATABASE_URL.`,
    )
  }
  if (applied.length === knownMigrations().length) return setModes(path)
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

/** WAL stays in the file; `synchronous=FULL` and foreign keys are this build's defaults. */
async function setModes(path: string | null): Promise<void> {
  if (path) await rawClient().execute('pragma journal_mode = wal')
}

/** Under another name until it is complete, so that the partial copy of a killed start isn’t taken for it. */
async function copyBefore(path: string, version: number): Promise<void> {
  const copy = `${path}.before-migration-${version}`
  if (existsSync(copy)) return
  const part = `${copy}.part`
  rmSync(part, { force: true })
  try {
    await rawClient().execute({ sql: 'vacuum into ?', args: [part] })
    writeDown(part, path)
    publish(part, copy)
  } catch {
    rmSync(part, { force: true })
    throw new StartError(
      `${path} needs a newer schema, and the copy that is made before could not be written to ${copy}. Nothing changed. Free some space there, then start again.`,
    )
  }
}

/** One process owns a database file, by an operating-system lock that ends with the process. */
import { existsSync, readdirSync, readFileSync, realpathSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Transaction } from '@libsql/client'
import { isBusy } from '#db/errors.ts'
import { StartError } from '#db/start-error.ts'
import { singleton } from '#lib/singletons.ts'
import { openFile } from './open-file.ts'

/** Another process owns the file. */
export class InUseError extends StartError {}

/** Follows symbolic links and refuses hard ones, so that every way to the file meets the same lock. */
export async function lockDatabaseFile(given: string): Promise<void> {
  const path = realPath(given)
  refuseOtherNames(path)
  let held: Transaction
  try {
    held = await lock(path)
  } catch (error) {
    if (!isBusy(error))
      throw new StartError(`The lock file ${lockOf(path)} cannot be written. Check its permissions.`)
    throw new InUseError(
      `${given} is in use by ${holder(path)}. Stop that one first, or set DATABASE_URL to another file.`,
    )
  }
  // Kept for the life of the process: a collected transaction would give the lock away.
  singleton(`owner:${path}`, () => held)
  noteHolder(path)
}

export const lockOf = (path: string) => `${realPath(path)}.lock`

/** For a file that may not exist yet. */
export function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path))
}

async function lock(path: string): Promise<Transaction> {
  const client = openFile(lockOf(path), undefined, 'rwc')
  try {
    return await client.transaction('write')
  } catch (error) {
    client.close()
    throw error
  }
}

/** SQLite keeps its log beside the name a file was opened by: two names mean two logs, and lost changes. */
function refuseOtherNames(path: string): void {
  if (!existsSync(path)) return
  const { nlink, dev, ino } = statSync(path)
  if (nlink === 1) return
  const isSame = (file: string) => {
    const other = statSync(file, { throwIfNoEntry: false })
    return other?.dev === dev && other.ino === ino
  }
  // A killed restore leaves a second name, which nothing opens.
  const leftOver = readdirSync(dirname(path))
    .filter((name) => name.startsWith(`${basename(path)}.before-restore-`))
    .filter((name) => isSame(join(dirname(path), name)))
  if (nlink - leftOver.length === 1) return
  throw new StartError(
    `${path} has another name (a hard link), and changes made through two names are lost. Delete the other name, or give Taskboard a copy of the file.`,
  )
}

/** Only for the message to a second process: a failure, as on a full disk, is ignored. */
function noteHolder(path: string): void {
  try {
    writeFileSync(`${path}.holder`, String(process.pid))
  } catch {
    return
  }
}

function holder(path: string): string {
  const file = `${path}.holder`
  return existsSync(file)
    ? `another Taskboard, process ${readFileSync(file, 'utf8').trim()}`
    : 'another process'
}

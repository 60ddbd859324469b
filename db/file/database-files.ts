/** File operations for databases: synced first, and only then renamed to their final name. */
import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { openFile } from './open-file.ts'

/** The log and its index belong to exactly one database file. */
export const COMPANIONS = ['-wal', '-shm', '-journal'] as const

/** Syncs a file and gives it the permissions of `like`. */
export function writeDown(file: string, like: string): void {
  chmodSync(file, statSync(like).mode & 0o777)
  sync(file)
}

export function sync(place: string): void {
  const file = openSync(place, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Renames a finished file in one step; throws `EEXIST` rather than replace another. */
export function publish(part: string, file: string): void {
  linkOrCopy(part, file)
  rmSync(part)
  sync(dirname(file))
}

/** A second name of the same bytes; on a disk without such names, a copy. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (existsSync(to)) throw error
    copyFileSync(from, to)
    sync(to)
  }
}

export function removeDatabase(path: string): void {
  for (const end of ['', ...COMPANIONS]) rmSync(path + end, { force: true })
}

/**
 * A first start that is killed must not leave a file of no bytes, which every later start would have to refuse:
 * the file gets its name once it is a database.
 */
export async function makeEmpty(path: string, encryptionKey: string | undefined): Promise<void> {
  const part = `${path}.new`
  removeDatabase(part)
  const client = openFile(part, encryptionKey, 'rwc')
  await client.execute('pragma user_version = 1')
  await client.execute('pragma user_version = 0')
  client.close()
  renameSync(part, path)
}

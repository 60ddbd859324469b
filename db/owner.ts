/** One process owns a database file: an operating-system lock beside it, gone with the process however it ends. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createClient, type Transaction } from '@libsql/client'
import { once } from '#lib/globals.ts'
import { isBusy } from './errors.ts'
import { fileUrl } from './read-only.ts'
import { StartError } from './start-error.ts'

/** Throws `StartError` naming the holder where another process has the file. */
export async function own(path: string): Promise<void> {
  const lock = createClient({ url: fileUrl(`${path}.lock`) })
  let held: Transaction
  try {
    held = await lock.transaction('write')
  } catch (error) {
    lock.close()
    if (!isBusy(error))
      throw new StartError(`The lock file ${path}.lock cannot be written. Check its permissions.`)
    throw new StartError(
      `${path} is in use by ${holder(path)}. Stop that one first, or set DATABASE_URL to another file.`,
    )
  }
  // Kept for the life of the process: a collected transaction would give the lock away.
  once(`owner:${path}`, () => held)
  noteHolder(path)
}

/** Only to name it to whoever comes second: not worth failing for, as on a full disk. */
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

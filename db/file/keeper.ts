/**
 * A connection beside those that read and write. While it is open nothing deletes the log, so a file that goes away or
 * is replaced was taken by somebody else; and it writes the log into the database.
 */
import { statSync } from 'node:fs'
import type { Client } from '@libsql/client'
import { isBusy } from '#db/errors.ts'
import { StartError } from '#db/start-error.ts'
import { singleton } from '#lib/singletons.ts'
import { doubt } from './condition.ts'
import { lockOf, realPath } from './file-lock.ts'
import { openFile } from './open-file.ts'

type Keeper = {
  client: Client
  files: { path: string; dev: number; ino: number }[]
  log: string
  folded: number
}

const held = () => singleton('keeper', () => ({ keeper: null as Keeper | null }))

export async function startKeeper(path: string, encryptionKey: string | undefined): Promise<void> {
  const client = openFile(path, encryptionKey)
  try {
    // The first read creates the log.
    await client.execute('select count(*) from sqlite_master')
  } catch {
    throw new StartError(
      `${path} could not be opened to be written. Check its disk, and the space left there.`,
    )
  }
  const log = `${realPath(path)}-wal`
  // Without its lock file, a second server could own the database too.
  const files = [path, log, lockOf(path)].map((file) => {
    const { dev, ino } = statSync(file)
    return { path: file, dev, ino }
  })
  held().keeper = { client, files, log, folded: -1 }
}

/** Whether writes still reach the files that the next start will open. */
export function isInPlace(): boolean {
  const files = held().keeper?.files ?? []
  try {
    return files.every(({ path, dev, ino }) => {
      const found = statSync(path, { throwIfNoEntry: false })
      return found?.ino === ino && found.dev === dev
    })
  } catch {
    // A folder that is no longer accessible, or a broken link.
    return false
  }
}

/** Moves new data from the log into the database, so that an idle board is in one file. */
export async function foldLog(): Promise<void> {
  const { keeper } = held()
  if (!keeper) return
  // A log that was deleted can still be read by who had it open: what it holds is saved all the same.
  const written = statSync(keeper.log, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (written === keeper.folded) return
  if (await checkpoint(keeper.client, 'passive')) keeper.folded = written
}

/** Called last by a process: moves all data into the database file and empties the log. */
export async function stopKeeper(): Promise<void> {
  const { keeper } = held()
  if (!keeper) return
  await checkpoint(keeper.client, 'truncate')
  keeper.client.close()
  held().keeper = null
}

/** False while another program is reading pages that would be overwritten. */
async function checkpoint(client: Client, mode: 'passive' | 'truncate'): Promise<boolean> {
  try {
    const { rows } = await client.execute(`pragma wal_checkpoint(${mode})`)
    const [blocked, frames, written] = Object.values(rows[0] ?? {}).map(Number)
    return blocked === 0 && frames === written
  } catch (error) {
    if (isBusy(error)) return false
    doubt()
    throw error
  }
}

/** How database files are opened. */
import { resolve } from 'node:path'
import { type Client, createClient } from '@libsql/client'
import { env } from '#lib/env.ts'

/** How long a reader waits while a server is opening the file, in milliseconds. */
const PATIENCE_MS = 10_000

/** libSQL reads a path as an address: `%`, `#` and `?` would mean something else there. */
const escaped = (path: string) => path.replace(/[%#?]/g, encodeURIComponent)

export function fileUrl(path: string): string {
  return `file:${escaped(path)}`
}

/** The path of the database file; `null` if the database is a server. */
export function databasePath(): string | null {
  const url = env().DATABASE_URL
  return url.startsWith('file:')
    ? resolve(decodeURIComponent(url.slice('file:'.length).replace(/\?.*$/, '')))
    : null
}

type Mode = 'ro' | 'rw' | 'rwc'

/**
 * SQLite's own address, which stands inside libSQL's. The layer that libSQL puts between SQLite and the disk to encrypt
 * files takes a read that failed for one that succeeded, and a checkpoint then writes what it did not read into the
 * database. Files without a key go without it (docs/decisions/015-when-a-disk-fails.md).
 */
function addressOf(path: string, mode: Mode, encryptionKey: string | undefined): string {
  const layer = process.platform === 'win32' ? 'win32' : 'unix'
  return fileUrl(`file:${escaped(path)}?mode=${mode}${encryptionKey ? '' : `&vfs=${layer}`}`)
}

/** `rw` never makes a file, so none takes the place of one that was deleted; only `rwc` does. */
export function openFile(path: string, encryptionKey: string | undefined, mode: 'rw' | 'rwc' = 'rw'): Client {
  return createClient({ url: addressOf(path, mode, encryptionKey), encryptionKey })
}

/** Never writes a page and never checkpoints, not even when it closes last, so it is safe beside the owner. */
export function openReadOnly(path: string, encryptionKey: string | undefined): Client {
  return createClient({ url: addressOf(path, 'ro', encryptionKey), encryptionKey, timeout: PATIENCE_MS })
}

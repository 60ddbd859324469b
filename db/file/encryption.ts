/** Checks that a database file and `DATABASE_ENCRYPTION_KEY` match, before the file is opened. */
import { closeSync, openSync, readSync } from 'node:fs'
import { StartError } from '#db/start-error.ts'

export type FileKind = 'plain' | 'encrypted' | 'foreign'

const HEADER_BYTES = 24
const MAGIC = 'SQLite format 3\u0000'
/** The cipher leaves bytes 16 to 23 readable; the last three of them are the same in every SQLite file. */
const FRACTIONS = '@  '

export function fileKind(path: string): FileKind {
  const bytes = Buffer.alloc(HEADER_BYTES)
  const file = openSync(path, 'r')
  readSync(file, bytes, 0, HEADER_BYTES, 0)
  closeSync(file)
  const header = bytes.toString('latin1')
  if (header.startsWith(MAGIC)) return 'plain'
  return header.endsWith(FRACTIONS) ? 'encrypted' : 'foreign'
}

/** Throws `StartError` for a file that can’t be opened with this key, or without one. */
export function checkKind(path: string, key: string | undefined): void {
  const kind = fileKind(path)
  if (kind === 'foreign') {
    throw new StartError(
      `${path} is no Taskboard database. Move it away, or set DATABASE_URL to another file.`,
    )
  }
  if (kind === 'encrypted' && !key) {
    throw new StartError(
      `${path} is encrypted, and DATABASE_ENCRYPTION_KEY is not set. Set it to the key this file was made with.`,
    )
  }
  if (kind === 'plain' && key) {
    throw new StartError(
      `DATABASE_ENCRYPTION_KEY does not fit ${path}: the file is not encrypted. Take the key out, or move the data over as docs/at-rest.md says.`,
    )
  }
}

/** A wrong key and a corrupted first page look the same: the decrypted header isn’t SQLite's. */
export function wrongKey(path: string): StartError {
  return new StartError(
    `DATABASE_ENCRYPTION_KEY does not fit ${path}, or its beginning is damaged. Set the key this file was made with, or restore a backup.`,
  )
}

/** Detects a libSQL build that accepts the key but ignores it, before anything is stored. */
export function checkEncrypted(path: string, key: string | undefined): void {
  if (!key || fileKind(path) !== 'plain') return
  throw new StartError(
    `libSQL does not encrypt on this platform, so ${path} was left empty. Delete it and take DATABASE_ENCRYPTION_KEY out.`,
  )
}

/** A connection that cannot change a file: it may stand beside the process that owns it. */
import { type Client, createClient } from '@libsql/client'

/** How long it waits for a server that is just opening the file, in milliseconds. */
const PATIENCE_MS = 10_000

/** libSQL reads a path as an address: `%`, `#` and `?` would mean something else there. */
const escaped = (path: string) => path.replace(/[%#?]/g, encodeURIComponent)

export function fileUrl(path: string): string {
  return `file:${escaped(path)}`
}

/**
 * `mode=ro` is a matter of SQLite's own address, which stands inside libSQL's: this connection never writes a page
 * and never checkpoints, not even when it closes last.
 */
export function openReadOnly(path: string, encryptionKey: string | undefined): Client {
  return createClient({
    url: fileUrl(`file:${escaped(path)}?mode=ro`),
    encryptionKey,
    timeout: PATIENCE_MS,
  })
}

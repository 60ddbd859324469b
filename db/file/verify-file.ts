/** Checks the whole database while its server runs. */
import { createReadStream, existsSync } from 'node:fs'
import type { FileCondition } from './condition.ts'
import { openReadOnly } from './open-file.ts'

/** SQLite reports an unreadable page as corruption, so the files are read first, and corruption is confirmed. */
export async function checkFile(path: string, encryptionKey: string | undefined): Promise<FileCondition> {
  for (let times = 0; times < 2; times++) {
    if (!(await canRead(path)) || !(await canRead(`${path}-wal`))) return 'unreadable'
    if (await isWhole(path, encryptionKey)) return 'whole'
  }
  return 'damaged'
}

async function canRead(file: string): Promise<boolean> {
  if (!existsSync(file)) return true
  try {
    for await (const _ of createReadStream(file, { highWaterMark: 1_000_000 }));
    return true
  } catch {
    return false
  }
}

async function isWhole(path: string, encryptionKey: string | undefined): Promise<boolean> {
  const client = openReadOnly(path, encryptionKey)
  try {
    const { rows } = await client.execute('pragma quick_check(1)')
    return rows[0]?.[0] === 'ok'
  } catch {
    return false
  } finally {
    client.close()
  }
}

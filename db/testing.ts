/** For tests: a database of one's own, in a temporary file, migrated. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setEnvironment } from '#lib/env.ts'
import { rawClient } from './client.ts'
import { openDatabase } from './migrate.ts'

/** Call it before anything reads the database; `url` names a server to use instead of a file. */
export async function openTestDatabase(url?: string): Promise<{ path: string | null; close(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-'))
  const path = join(folder, 'test.db')
  setEnvironment({ DATABASE_URL: url ?? `file:${path}`, LOG_LEVEL: 'silent' })
  await openDatabase()
  return {
    path: url ? null : path,
    close() {
      rawClient().close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

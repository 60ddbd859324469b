/** For tests: a separate, migrated database in a temporary file. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { setEnvironment } from '#lib/env.ts'
import { forgetSingletons } from '#lib/singletons.ts'
import { rawClient } from './client.ts'
import { openDatabase } from './migrate.ts'

export type TestDatabase = { path: string | null; close(): void }

/**
 * Call it before anything reads the database. `url` names a server to use instead of a file; `fixture` is a file of
 * SQL, from a version before this one, to begin with. Close one before the next is opened.
 */
export async function openTestDatabase({
  url,
  fixture,
}: {
  url?: string
  fixture?: string
} = {}): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-'))
  const path = join(folder, 'test.db')
  if (fixture) await fill(path, readFileSync(fixture, 'utf8'))
  setEnvironment({ DATABASE_URL: url ?? `file:${path}`, LOG_LEVEL: 'silent' })
  await openDatabase()
  return {
    path: url ? null : path,
    close() {
      rawClient().close()
      forgetSingletons('database', 'open-database')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function fill(path: string, sql: string): Promise<void> {
  const client = createClient({ url: `file:${path}` })
  await client.executeMultiple(sql)
  client.close()
}

/** Checks a database: made by Taskboard, complete, and with a schema that this version knows. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Client, LibsqlError } from '@libsql/client'
import { wrongKey } from './file/encryption.ts'
import { StartError } from './start-error.ts'

export const MIGRATIONS = join(process.cwd(), 'db/migrations')

type Asked = {
  client: Client
  /** How the database is called in messages. */
  where: string
  isEncrypted: boolean
  /** `whole` also checks every index entry, which takes longer. */
  check: 'quick' | 'whole'
  /** What to do about one that cannot be used. */
  otherwise: string
}

/** When each migration that this database has seen was made; throws for a corrupted or foreign database. */
export async function appliedMigrations(asked: Asked): Promise<number[]> {
  const { client, where, otherwise } = asked
  try {
    const { rows: tables } = await client.execute("select name from sqlite_master where type = 'table'")
    const names = tables
      .map((row) => String(row.name))
      .filter((name) => !/^(sqlite_|libsql_|_litestream)/.test(name))
    if (names.length === 0) return []
    if (!names.includes('__drizzle_migrations')) {
      throw new StartError(`${where} holds tables of another program. Set DATABASE_URL to another file.`)
    }
    const pragma = asked.check === 'whole' ? 'integrity_check(1)' : 'quick_check(1)'
    const { rows: check } = await client.execute(`pragma ${pragma}`)
    if (check[0]?.[0] !== 'ok') throw new StartError(`${where} is damaged. ${otherwise}`)
    const { rows } = await client.execute('select created_at from __drizzle_migrations order by created_at')
    return rows.map((row) => Number(row.created_at))
  } catch (error) {
    if (error instanceof StartError) throw error
    if (asked.isEncrypted && isNoDatabase(error)) throw wrongKey(where)
    throw new StartError(`${where} cannot be read as a database. ${otherwise}`)
  }
}

function isNoDatabase(error: unknown): boolean {
  return error instanceof LibsqlError && error.code === 'SQLITE_NOTADB'
}

export function knownMigrations(): number[] {
  const journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta/_journal.json'), 'utf8'))
  return journal.entries.map((entry: { when: number }) => entry.when)
}

export function isNewer(applied: readonly number[]): boolean {
  const known = knownMigrations()
  return applied.some((when) => !known.includes(when))
}

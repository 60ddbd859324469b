/** For tests: boards beside the one that is tested, so alike that a query without its owner or its board finds them too. */
import type { Row } from '@libsql/client'
import { rawClient } from './client.ts'

export type Neighbor = { userId: string; sessionId: string }

/** What is unique in a database, and gets another id in a copy; rows of a board keep theirs. */
const UNIQUE: Record<string, readonly string[]> = {
  users: ['id'],
  sessions: ['id'],
  turns: ['id'],
  messages: ['id'],
  approvals: ['id'],
  memories: ['id'],
  documents: ['id'],
  board_templates: ['id'],
  auth_sessions: ['token_hash'],
  api_tokens: ['id', 'token_hash'],
  device_links: ['code_hash'],
}
/** Numbered by the database. */
const NUMBERED: Record<string, string> = { feed: 'cursor', passages: 'id' }
/** Made by triggers. */
const DERIVED = /^(sqlite_|__drizzle|meta$|message_texts|\w+_search)/
const OF_BOARD = ['sessions', 'turns', 'messages', 'approvals']
/** Texts that are read, so that a copy that is read by mistake is noticed. */
const TEXTS = [
  ['offsite', 'onsite'],
  ['milk', 'soap'],
  ['boxes', 'bags'],
  ['Handbook', 'Yearbook'],
  ['John', 'Jack'],
] as const

async function tableNames(): Promise<string[]> {
  const { rows } = await rawClient().execute(
    "select name from sqlite_master where type = 'table' order by name",
  )
  return rows.map(({ name }) => String(name)).filter((name) => !DERIVED.test(name))
}

/** Every row of every table whose owner or board is among these ids. */
export async function rowsOwnedBy(...owners: string[]): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {}
  for (const table of await tableNames()) {
    const { rows } = await rawClient().execute(`select * from "${table}"`)
    found[table] = rows.filter((row) => Object.values(row).some((value) => owners.includes(String(value))))
  }
  return found
}

/** A copy of all that a user has, for another user; with `sameUser`, of their board alone, as a second one of theirs. */
export async function addNeighbor(of: Neighbor, mark: string, sameUser = false): Promise<Neighbor> {
  const all = await rowsOwnedBy(of.userId, of.sessionId)
  const ids = Object.entries(UNIQUE)
    .filter(([table]) => !sameUser || OF_BOARD.includes(table))
    .flatMap(([table, columns]) =>
      (all[table] ?? []).flatMap((row) => columns.map((name) => String(row[name]))),
    )
  const other = (id: string) => `${mark}${id.slice(mark.length)}`
  const copied = (value: unknown) =>
    typeof value !== 'string'
      ? value
      : [...ids.map((id) => [id, other(id)] as const), ...TEXTS].reduce(
          (text, [from, to]) => text.replaceAll(from, to),
          value,
        )
  for (const [table, rows] of Object.entries(all)) {
    for (const row of rows) {
      if (sameUser && !Object.values(row).some((value) => String(value) === of.sessionId)) continue
      if (sameUser && table === 'memories') continue
      const names = Object.keys(row).filter((name) => NUMBERED[table] !== name)
      const sql = `insert into "${table}" (${names.map((name) => `"${name}"`)}) values (${names.map(() => '?')})`
      await rawClient().execute({ sql, args: names.map((name) => copied(row[name]) as string) })
    }
  }
  return { userId: sameUser ? of.userId : other(of.userId), sessionId: other(of.sessionId) }
}

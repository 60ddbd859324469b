/** Reads a database file after its server has died, so that only committed data counts. */
import { createClient } from '@libsql/client'
import { expect } from '@playwright/test'
import { apply, type Change } from '#lib/board/model/changes.ts'
import { EMPTY_BOARD } from '#lib/board/model/tables.ts'

export type DeadFile = Awaited<ReturnType<typeof readDead>>

export async function readDead(databasePath: string) {
  const client = createClient({ url: `file:${databasePath}` })
  const all = async (sql: string) => (await client.execute(sql)).rows
  try {
    const [integrity] = await all('pragma integrity_check')
    const orphans = await all('pragma foreign_key_check')
    // A board being imported has no owner yet, and may have only its conversation and log.
    const sessions = await all("select id, user_id, name, revision from sessions where user_id <> ''")
    const tasks = await all('select session_id, id, number, title, status from tasks')
    const turns = await all('select id, session_id, status from turns')
    const messages = await all('select id, session_id, role, turn_id, parts from messages order by position')
    const revisions = await all('select session_id, number, reply from revisions order by number')
    const changes = await all('select * from changes order by revision, position')
    return {
      integrity: String(integrity?.[0]),
      orphans: orphans.length,
      sessions: sessions.map((row) => ({ id: String(row.id), revision: Number(row.revision) })),
      tasks: tasks.map((row) => ({
        sessionId: String(row.session_id),
        id: String(row.id),
        number: Number(row.number),
        title: String(row.title),
        status: String(row.status),
      })),
      turns: turns.map((row) => ({
        id: String(row.id),
        sessionId: String(row.session_id),
        status: String(row.status),
      })),
      messages: messages.map((row) => ({
        id: String(row.id),
        sessionId: String(row.session_id),
        role: String(row.role),
        turnId: row.turn_id === null ? null : String(row.turn_id),
        parts: JSON.parse(String(row.parts)) as { type: string; text?: string; state?: string }[],
      })),
      revisions: revisions.map((row) => ({
        sessionId: String(row.session_id),
        number: Number(row.number),
        reply: String(row.reply),
      })),
      changes: changes.map((row) => ({
        sessionId: String(row.session_id),
        table: row.table_name,
        id: row.row_id,
        before: row.before === null ? null : JSON.parse(String(row.before)),
        after: row.after === null ? null : JSON.parse(String(row.after)),
      })) as (Change & { sessionId: string })[],
    }
  } finally {
    client.close()
  }
}

/** Expects an intact file, revisions without gaps, and a log that replays to the rows. */
export function expectSound(file: DeadFile): void {
  expect(file.integrity).toBe('ok')
  expect(file.orphans).toBe(0)
  const of = {
    revisions: bySession(file.revisions),
    tasks: bySession(file.tasks),
    changes: bySession(file.changes),
  }
  for (const { id, revision } of file.sessions) {
    const numbers = (of.revisions.get(id) ?? []).map(({ number }) => number)
    expect(numbers).toEqual(Array.from({ length: revision }, (_, i) => i + 1))
    const tasks = of.tasks.get(id) ?? []
    expect(new Set(tasks.map(({ number }) => number)).size).toBe(tasks.length)
    const replayed = [...apply(EMPTY_BOARD, of.changes.get(id) ?? []).tasks.values()]
    const brief = (rows: readonly { id: string; number: number; title: string; status: string }[]) =>
      rows.map(({ id: task, number, title, status }) => `${number} ${task} ${status} ${title}`).toSorted()
    expect(brief(replayed)).toEqual(brief(tasks))
  }
}

/** Grouped once: a file may have hundreds of boards, and is checked after each of a hundred kills. */
export function bySession<T extends { sessionId: string }>(rows: readonly T[]): Map<string, T[]> {
  return Map.groupBy(rows, ({ sessionId }) => sessionId)
}

/** The database as it is, read past the server, and the agreement of screen, rows and log. */
import { createClient } from '@libsql/client'
import { expect, type Page } from '@playwright/test'
import { apply, type Change } from '#lib/board/changes.ts'
import { STATUS_NAMES, STATUSES, type Status } from '#lib/board/names.ts'
import { EMPTY_BOARD } from '#lib/board/tables.ts'

export type TruthTask = {
  id: string
  number: number
  title: string
  status: Status
  completion: number
  rank: string
}
export type Truth = {
  tasks: TruthTask[]
  revisions: { number: number; actor: string; reply: string; turnId: string | null }[]
  messages: { role: string; text: string; parts: { type: string; text?: string; state?: string }[] }[]
  turns: { id: string; status: string; run: number }[]
  changes: Change[]
}

export async function readTruth(databasePath: string, sessionId: string): Promise<Truth> {
  const client = createClient({ url: `file:${databasePath}` })
  const all = async (sql: string) => (await client.execute({ sql, args: [sessionId] })).rows
  try {
    const tasks = await all('select * from tasks where session_id = ? order by status, rank, id')
    const revisions = await all('select * from revisions where session_id = ? order by number')
    const messages = await all('select * from messages where session_id = ? order by position')
    const turns = await all('select * from turns where session_id = ? order by started_at')
    const changes = await all('select * from changes where session_id = ? order by revision, position')
    return {
      tasks: tasks.map((row) => ({
        id: String(row.id),
        number: Number(row.number),
        title: String(row.title),
        status: String(row.status) as Status,
        completion: Number(row.completion),
        rank: String(row.rank),
      })),
      revisions: revisions.map((row) => ({
        number: Number(row.number),
        actor: String(row.actor),
        reply: String(row.reply),
        turnId: row.turn_id === null ? null : String(row.turn_id),
      })),
      messages: messages.map((row) => {
        const parts: Truth['messages'][number]['parts'] = JSON.parse(String(row.parts))
        return { role: String(row.role), text: parts.map((part) => part.text ?? '').join(''), parts }
      }),
      turns: turns.map((row) => ({ id: String(row.id), status: String(row.status), run: Number(row.run) })),
      changes: changes.map(
        (row) =>
          ({
            table: row.table_name,
            id: row.row_id,
            before: row.before === null ? null : JSON.parse(String(row.before)),
            after: row.after === null ? null : JSON.parse(String(row.after)),
          }) as Change,
      ),
    }
  } finally {
    client.close()
  }
}

export function sessionOf(page: Page): string {
  const id = new URL(page.url()).pathname.split('/').at(-1)
  if (!id) throw new Error(`no board at ${page.url()}`)
  return id
}

/** What the screen shows: per column, the cards' names in order. */
export async function screenOf(page: Page): Promise<Record<Status, string[]>> {
  const shown = { open: [], in_progress: [], done: [] } as Record<Status, string[]>
  for (const status of STATUSES) {
    const column = page
      .getByRole('region', { name: 'Board' })
      .getByRole('region', { name: STATUS_NAMES[status], exact: true })
    shown[status] = await column
      .getByRole('article')
      .evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label') ?? ''))
  }
  return shown
}

/** Screen, rows and the replayed log say the same. */
export async function expectAgreement(page: Page, server: { databasePath: string }): Promise<void> {
  const sessionId = sessionOf(page)
  await expect(async () => {
    const truth = await readTruth(server.databasePath, sessionId)
    const expected = { open: [], in_progress: [], done: [] } as Record<Status, string[]>
    const inOrder = truth.tasks.toSorted((a, b) =>
      a.rank < b.rank ? -1 : a.rank > b.rank ? 1 : a.id < b.id ? -1 : 1,
    )
    for (const task of inOrder) expected[task.status].push(`#${task.number} ${task.title}`)
    expect(await screenOf(page)).toEqual(expected)
    const replayed = apply(EMPTY_BOARD, truth.changes)
    const byNumber = (a: { number: number }, b: { number: number }) => a.number - b.number
    const brief = ({ number, title, status, completion }: TruthTask) => ({
      number,
      title,
      status,
      completion,
    })
    expect([...replayed.tasks.values()].map(brief).sort(byNumber)).toEqual(
      truth.tasks.map(brief).sort(byNumber),
    )
  }).toPass({ timeout: 8_000 })
}

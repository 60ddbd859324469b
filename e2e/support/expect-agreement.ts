/** Reads the database directly, and checks that screen, rows and log agree. */
import { createClient } from '@libsql/client'
import { expect, type Page } from '@playwright/test'
import { apply, type Change } from '#lib/board/model/changes.ts'
import { STATUS_NAMES, STATUSES, type Status } from '#lib/board/model/names.ts'
import { EMPTY_BOARD } from '#lib/board/model/tables.ts'
import type { Item, List, Rows, Value } from '#lib/board/model/types.ts'
import { itemsOf, listsInOrder } from '#lib/board/state/lists.ts'

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
  lists: List[]
  items: Item[]
  values: Value[]
  checkpoints: { id: string; name: string }[]
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
    const lists = await all('select * from lists where session_id = ?')
    const items = await all('select * from list_items where session_id = ?')
    const values = await all('select * from state_values where session_id = ? order by id')
    const checkpoints = await all('select * from checkpoints where session_id = ? order by id')
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
      lists: lists.map((row) => ({ id: String(row.id), name: String(row.name), rank: String(row.rank) })),
      items: items.map((row) => ({
        id: String(row.id),
        listId: String(row.list_id),
        text: String(row.text),
        checked: row.checked === 1,
        rank: String(row.rank),
      })),
      values: values.map((row) => ({
        id: String(row.id),
        json: row.json === null ? null : String(row.json),
        expiresAt: row.expires_at === null ? null : Number(row.expires_at),
      })),
      checkpoints: checkpoints.map((row) => ({ id: String(row.id), name: String(row.name) })),
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

/** The cards' names on the screen, by column, in order. */
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

/** The lists on the screen: `shopping list: [ ] milk, [x] eggs`. */
export async function listsOf(page: Page): Promise<string[]> {
  const lists = page.getByRole('region', { name: 'Board' }).getByRole('region', { name: / list$/ })
  return lists.evaluateAll((regions) =>
    regions.map((region) => {
      const boxes = [...region.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
      const items = boxes.map((box) => `[${box.checked ? 'x' : ' '}] ${box.getAttribute('aria-label')}`)
      return `${region.getAttribute('aria-label')}: ${items.join(', ')}`
    }),
  )
}

/** The same from rows: checked items come last. */
function listsIn(rows: Pick<Rows, 'lists' | 'items'>): string[] {
  return listsInOrder(rows).map(({ id, name }) => {
    const items = itemsOf(rows, id).toSorted((a, b) => Number(a.checked) - Number(b.checked))
    const said = items.map(({ text, checked }) => `[${checked ? 'x' : ' '}] ${text}`)
    return `${name} list: ${said.join(', ')}`
  })
}

/** The keys in the State view; `null` if it isn't open. */
async function keysOf(page: Page): Promise<string[] | null> {
  const view = page.getByRole('region', { name: 'State', exact: true })
  if (!(await view.isVisible())) return null
  const articles = view.getByRole('article')
  return articles.evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''))
}

const byId = <T extends { id: string }>(rows: Iterable<T>) =>
  new Map([...rows].map((row) => [row.id, row] as const))
const sorted = <T extends { id: string }>(rows: Iterable<T>) =>
  [...rows].toSorted((a, b) => (a.id < b.id ? -1 : 1))

/** Expects that screen, rows and the replayed log agree. */
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
    expect(await listsOf(page)).toEqual(listsIn({ lists: byId(truth.lists), items: byId(truth.items) }))
    const now = Date.now()
    const kept = truth.values.filter(
      ({ json, expiresAt }) => json !== null && (expiresAt === null || expiresAt > now),
    )
    const keys = await keysOf(page)
    if (keys) expect(keys).toEqual(kept.map(({ id }) => id))
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
    expect(sorted(replayed.lists.values())).toEqual(sorted(truth.lists))
    expect(sorted(replayed.items.values())).toEqual(sorted(truth.items))
    // Expired values may already be purged, but are still in the log.
    const alive = [...replayed.values.values()].filter(
      ({ expiresAt }) => expiresAt === null || expiresAt > now,
    )
    expect(sorted(alive)).toEqual(
      truth.values.filter(({ expiresAt }) => expiresAt === null || expiresAt > now),
    )
  }).toPass({ timeout: 8_000 })
}

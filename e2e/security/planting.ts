/** A user with hostile texts in every field, entered through the public API and actions. */
import { expect } from '@playwright/test'
import { sql } from '../support/programs.ts'
import type { TestServer } from '../support/server.ts'
import { arrive, newKey, type Person } from './users.ts'
import { inParallel } from './wire.ts'

const BOARD = 'boards/[sessionId]'
/** Texts per board. */
export const AT_ONCE = 25
const cut = (text: string, chars: number) => [...text].slice(0, chars).join('')

export type Planted = { person: Person; boards: string[]; fields: number }

/** Boards with some of the texts each; `fields` counts what was accepted. */
export async function plant(server: TestServer, texts: readonly string[]): Promise<Planted> {
  const person = await arrive(server)
  const boards: string[] = []
  let fields = 0
  for (let at = 0; at < texts.length; at += AT_ONCE) {
    const some = texts.slice(at, at + AT_ONCE)
    const board = at === 0 ? person.board : await newBoard(person, some[0] ?? '')
    fields += await fill(person, board, some)
    boards.push(board)
  }
  // Every text is also the name of a board, half of them archived.
  await inParallel(texts, async (text, index) => {
    const board = await newBoard(person, text)
    if (index % 2 === 1) await person.done(`${BOARD}/archiveSession`, [board])
  })
  let kept = 0
  await inParallel(texts, async (text) => {
    const remembered = await person.call('memory/addMemory', [newKey(), cut(text, 300)])
    const name = encodeURIComponent(cut(text, 60))
    const added = await person.ask({
      method: 'POST',
      path: `/api/library?name=${name}&tag=${name}`,
      body: text,
    })
    kept += (remembered.answer?.ok ? 1 : 0) + (added.status === 200 ? 1 : 0)
  })
  const names = texts.slice(0, 15).map((text) => cut(text.replace(/\s/g, ' '), 60))
  for (const name of names) await person.call('settings/makeToken', [name])
  await person.call('settings/saveSettings', [{ displayName: cut(texts[15] ?? texts[0] ?? '', 80) }, 'UTC'])
  return { person, boards, fields: fields + kept + texts.length + names.length + 1 }
}

async function newBoard(person: Person, name: string): Promise<string> {
  const { sessionId } = await person.done(`${BOARD}/createSession`, [])
  await person.call(`${BOARD}/renameSession`, [sessionId, cut(name, 80)])
  return String(sessionId)
}

async function fill(person: Person, board: string, texts: readonly string[]): Promise<number> {
  let taken = 0
  const one = async (name: string, input: object) => {
    const { answer } = await person.call(`${BOARD}/runCommand`, [board, newKey(), { name, input }])
    taken += answer?.ok ? 1 : 0
  }
  const commands = texts.flatMap((text, index) => [
    ['add_task', { id: newKey(), title: text, notes: text }] as const,
    ['add_category', { id: newKey(), name: cut(text, 40) }] as const,
    ['add_items', { id: newKey(), list: cut(text, 60), items: [cut(text, 200)] }] as const,
    ['set_value', { key: `held${index}`, value: { [cut(text, 60)]: text, list: [text] } }] as const,
    ['merge_state', { state: { [cut(text, 80)]: text } }] as const,
    ['save_checkpoint', { id: newKey(), name: cut(text, 60) }] as const,
  ])
  await inParallel(commands, ([name, input]) => one(name, input))
  const blocked = newKey()
  await one('add_task', { id: blocked, title: 'blocked', status: 'open' })
  await one('update_task', { task: blocked, blocked_reason: texts.join(' ').slice(0, 500) })
  const gone = texts.slice(0, 6).map((text) => ({ id: newKey(), title: text }))
  for (const task of gone) await one('add_task', task)
  for (const { id } of gone) await one('remove_task', { task: id })
  const { answer } = await person.call(`${BOARD}/saveInstructions`, [board, cut(texts.join('\n'), 4_000)])
  return taken + (answer?.ok ? 1 : 0)
}

/** Messages are shown as plain text, the model's replies as Markdown. */
export async function talk(server: TestServer, person: Person, board: string, texts: readonly string[]) {
  await person.done(`${BOARD}/sendMessage`, [board, { id: newKey(), text: cut(texts.join('\n\n'), 8_000) }])
  const running = "select count(*) as n from turns where session_id = ? and status = 'running'"
  await expect
    .poll(async () => Number((await sql(server, running, [board]))[0]?.n), { timeout: 20_000 })
    .toBe(0)
}

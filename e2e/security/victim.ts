/** A user with data of every kind, each marked with words that no one else may read. */
import { createHash, randomBytes } from 'node:crypto'
import { expect } from '@playwright/test'
import { sql } from '../support/programs.ts'
import type { TestServer } from '../support/server.ts'
import { arrive, known, newKey, type Person } from './users.ts'

export type Victim = Awaited<ReturnType<typeof makeVictim>>

const hash = (text: string) => createHash('sha256').update(text).digest('hex')
const BOARD = 'boards/[sessionId]'

export async function makeVictim(server: TestServer) {
  const canary = `canary${randomBytes(9).toString('hex')}`
  const person = await arrive(server)
  const { board } = person
  const command = (name: string, input: object) =>
    person.done(`${BOARD}/runCommand`, [board, newKey(), { name, input }])
  const say = async (text: string) => {
    const id = newKey()
    await person.done(`${BOARD}/sendMessage`, [board, { id, text }])
    await expect.poll(() => runningTurns(server, board)).toBe(0)
    return id
  }
  const other = async (): Promise<string> =>
    (await person.done(`${BOARD}/createSession`, [])).sessionId as string

  const [task, removed, category, list] = [newKey(), newKey(), newKey(), newKey()]
  await command('add_task', { id: task, title: `${canary} title`, notes: `${canary} notes` })
  await command('add_task', { id: removed, title: `${canary} removed` })
  await command('remove_task', { task: removed })
  await command('add_category', { id: category, name: `${canary} cat` })
  await command('add_items', { id: list, list: `${canary} list`, items: [`${canary} item`] })
  await command('set_value', { key: 'mood', value: { deep: `${canary} value` } })
  await command('save_checkpoint', { id: newKey(), name: `${canary} checkpoint` })
  const message = await say(`add a task: ${canary} said`)
  await say('delete #1 and #3')
  await person.done(`${BOARD}/renameSession`, [board, `${canary} board`])
  await person.done(`${BOARD}/saveInstructions`, [board, `${canary} instructions`])
  await person.done('settings/saveSettings', [{ displayName: `${canary} person` }, 'UTC'])
  const saved = await person.done(`${BOARD}/saveTemplate`, [board, `${canary} template`])
  const template = String((saved.template as { id: string }).id)
  const made = await person.done('settings/makeToken', [`${canary} token`])
  const link = String((await person.done('settings/makeDeviceLink', [])).url)
    .split('/')
    .at(-1) as string
  const memory = String((await person.done('memory/addMemory', [newKey(), `${canary} remembered`])).id)
  const put = { method: 'POST', path: `/api/library?name=${canary}`, body: `${canary} document` }
  const document = JSON.parse((await person.ask(put)).body).document.id as string
  const [first] = await sql(server, 'select id from turns where session_id = ? order by started_at', [board])
  const [asked] = await sql(server, 'select id from approvals where session_id = ?', [board])
  expect(asked, 'something waits for an answer').toBeTruthy()
  const userId = String((await sql(server, 'select user_id from sessions where id = ?', [board]))[0]?.user_id)
  return {
    ...person,
    userId,
    canary,
    task,
    memory,
    template,
    document,
    message,
    turn: String(first?.id),
    approval: String(asked?.id),
    token: String(made.token),
    tokenId: String(made.id),
    link,
    device: deviceOf(person.cookie),
    other,
  }
}

async function runningTurns(server: TestServer, board: string): Promise<number> {
  const running = "select count(*) as n from turns where session_id = ? and status = 'running'"
  return Number((await sql(server, running, [board]))[0]?.n)
}

/** The id of the device with this cookie. */
export const deviceOf = (cookie: string) => hash(`device ${hash(cookie.split('=')[1] ?? '')}`).slice(0, 32)

/** A formerly valid cookie whose device was signed out. */
export async function signedOutCookie(server: TestServer, victim: Pick<Person, 'done'>): Promise<string> {
  const link = String((await victim.done('settings/makeDeviceLink', [])).url)
    .split('/')
    .at(-1)
  let cookie = ''
  const open = async () => {
    const { reply, answer } = await known(server, null).call('link/[code]/openHere', [link])
    cookie = reply.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
    return answer?.code ?? answer?.ok
  }
  // Others on this server may have used up the rate limit.
  await expect.poll(open, { timeout: 70_000, intervals: [0, 5_000] }).toBe(true)
  await victim.done('settings/signOutOthers', [])
  return cookie
}

/** Every row of every table, or of one user, to compare before and after. */
export async function rowsOf(server: TestServer, userId?: string): Promise<string> {
  const tables = await sql(server, "select name from sqlite_master where type = 'table' order by name")
  const mine = `session_id in (select id from sessions where user_id = '${userId}')`
  const all: string[] = []
  for (const { name } of tables) {
    const columns = (await sql(server, `select name from pragma_table_info('${name}')`)).map(
      (row) => row.name,
    )
    const owner = name === 'users' ? 'id' : columns.includes('user_id') ? 'user_id' : null
    const whose = owner ? `${owner} = '${userId}'` : columns.includes('session_id') ? mine : 'false'
    const rows = await sql(server, `select * from "${name}" ${userId ? `where ${whose}` : ''}`)
    all.push(...rows.map((row) => `${name} ${JSON.stringify(row)}`).sort())
  }
  return all.join('\n')
}

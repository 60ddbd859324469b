/** The floor: the minimum that the same stack must do for a turn, and nothing else. */
import { createOpenAI } from '@ai-sdk/openai'
import { type Client, createClient } from '@libsql/client'
import { isStepCount, type ModelMessage, streamText, tool } from 'ai'
import { z } from 'zod'

const SCHEMA = `
create table tasks (id text primary key, session_id text not null, number integer not null,
  title text not null, status text not null, category text not null, created_at integer not null);
create unique index tasks_number on tasks (session_id, number);
create table messages (id integer primary key, session_id text not null, role text not null,
  content text not null, created_at integer not null);
create index messages_order on messages (session_id, id);
`
const ADD = `insert into tasks (id, session_id, number, title, status, category, created_at)
  values (?, ?, (select coalesce(max(number), 0) + 1 from tasks where session_id = ?), ?, 'open', 'general', ?)`
const SAY = 'insert into messages (session_id, role, content, created_at) values (?, ?, ?, ?)'

export type Floor = {
  client: Client
  path: string
  makeBoard(tasks: number): Promise<string>
  /** Resolves to the duration of the whole turn in milliseconds. */
  turn(sessionId: string): Promise<number>
  taskCount(sessionId: string): Promise<number>
}

export async function openFloor(path: string, baseURL: string): Promise<Floor> {
  const client = createClient({ url: `file:${path}` })
  await client.execute('pragma journal_mode = wal')
  await client.executeMultiple(SCHEMA)
  const model = createOpenAI({ apiKey: 'none', baseURL }).chat('fake')

  async function turn(sessionId: string): Promise<number> {
    const began = performance.now()
    const asked: ModelMessage = { role: 'user', content: '@Taskboard add a task: write the report' }
    const { rows: said } = await client.execute({
      sql: 'select role, content from messages where session_id = ? order by id desc limit 20',
      args: [sessionId],
    })
    const { rows: newest } = await client.execute({
      sql: 'select number, title, status, category from tasks where session_id = ? order by number desc limit 50',
      args: [sessionId],
    })
    const history = said.reverse().map((row) => messageOf(String(row.role), String(row.content)))
    const result = streamText({
      model,
      instructions: `You keep a task board.\n${JSON.stringify(newest)}`,
      messages: [...history, asked],
      stopWhen: isStepCount(10),
      tools: {
        add_task: tool({
          description: 'Add one task.',
          inputSchema: z.object({ title: z.string() }),
          execute: async ({ title }) => {
            const args = [crypto.randomUUID(), sessionId, sessionId, title, Date.now()]
            await client.execute({ sql: ADD, args })
            return `Added ${title}.`
          },
        }),
      },
    })
    await result.consumeStream()
    const made = [asked, ...(await result.responseMessages)]
    await client.batch(
      made.map(({ role, content }) => ({
        sql: SAY,
        args: [sessionId, role, JSON.stringify(content), Date.now()],
      })),
      'write',
    )
    return performance.now() - began
  }

  return {
    client,
    path,
    turn,
    async makeBoard(tasks) {
      const id = crypto.randomUUID()
      const rows = Array.from({ length: tasks }, (_, i) => [crypto.randomUUID(), id, id, `Task ${i}`, i])
      if (tasks > 0)
        await client.batch(
          rows.map((args) => ({ sql: ADD, args })),
          'write',
        )
      return id
    },
    async taskCount(sessionId) {
      const sql = 'select count(*) as n from tasks where session_id = ?'
      return Number((await client.execute({ sql, args: [sessionId] })).rows[0]?.n)
    },
  }
}

function messageOf(role: string, content: string): ModelMessage {
  return { role, content: JSON.parse(content) } as ModelMessage
}

/** Programs that call the server over plain HTTP: an account with a personal token, and what is asked with it. */
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createClient, type InValue } from '@libsql/client'
import type { StateAtRevision } from '#lib/session/commands/api-state.ts'
import type { RunEnd, RunEvent } from '#lib/turns/run-event-types.ts'

type Server = { url: string; databasePath: string }
export type Answer = { status: number; headers: Headers; body: unknown }

/** Past the server, as no program could. */
export async function sql({ databasePath }: Server, statement: string, args: InValue[] = []) {
  const client = createClient({ url: `file:${databasePath}`, timeout: 5_000 })
  try {
    return (await client.execute({ sql: statement, args })).rows
  } finally {
    client.close()
  }
}

/** A new user with a personal token, as the settings page makes one. */
export async function makeProgram(server: Server) {
  const userId = randomBytes(16).toString('hex')
  // A minute after its start, a server deletes old users who have done nothing.
  const now = Date.now()
  await sql(server, 'insert into users (id, created_at, last_seen_at) values (?, ?, ?)', [userId, now, now])
  return programOf(server, userId)
}

export async function programOf(server: Server, userId: string) {
  const token = `tb_${randomBytes(32).toString('base64url')}`
  const hash = createHash('sha256').update(token).digest('hex')
  const row = 'insert into api_tokens (id, token_hash, user_id, name, created_at) values (?, ?, ?, ?, ?)'
  await sql(server, row, [hash.slice(0, 32), hash, userId, 'a test', Date.now()])
  return programWith(server, userId, token)
}

export type Program = ReturnType<typeof programWith>

function programWith(server: Server, userId: string, token: string) {
  const headers = { authorization: `Bearer ${token}` }

  /** `body`: JSON, or a text that goes as it is. */
  async function send(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
    const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    return fetch(`${server.url}${path}`, { method, headers: { ...headers, ...more }, body: sent })
  }

  async function ask(...request: Parameters<typeof send>): Promise<Answer> {
    const response = await send(...request)
    const said = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(said) : said }
  }

  async function state(board: string): Promise<StateAtRevision> {
    const { status, body } = await ask('GET', `/api/boards/${board}/state`)
    if (status !== 200) throw new Error(`the state was answered with ${status}`)
    return body as StateAtRevision
  }

  return {
    userId,
    token,
    ask,
    state,
    async board(given: { id?: string; name?: string } = {}): Promise<string> {
      const { body } = await ask('POST', '/api/boards', given)
      return (body as { id: string }).id
    },
    /** A change decided on the newest revision. */
    async patch(board: string, patch: object): Promise<Answer> {
      const { revision } = await state(board)
      return ask('PATCH', `/api/boards/${board}/state`, { revision, ...patch })
    },
    /** Waits for the end of the turn. */
    async say(board: string, asked: object | string): Promise<RunEnd> {
      const body = typeof asked === 'string' ? { text: asked } : asked
      const answer = await ask('POST', `/api/boards/${board}/runs`, body, { accept: 'application/json' })
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return answer.body as RunEnd
    },
    /** The events as they come; leaving the loop leaves the stream. */
    async *stream(board: string, asked: object): AsyncGenerator<RunEvent> {
      const response = await send('POST', `/api/boards/${board}/runs`, asked)
      if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
        throw new Error(`${response.status} ${await response.text()}`)
      }
      let text = ''
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        text += chunk
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          const data = /^data: (.*)$/m.exec(block)?.[1]
          if (data) yield JSON.parse(data)
        }
      }
    },
  }
}

export async function allOf(events: AsyncIterable<RunEvent>): Promise<RunEvent[]> {
  const told: RunEvent[] = []
  for await (const event of events) told.push(event)
  return told
}

export function endIn(told: readonly RunEvent[]): RunEnd {
  const last = told.at(-1)
  if (last?.kind !== 'end' || !last.ok) throw new Error(`no end: ${JSON.stringify(last)}`)
  return last
}

/** Every byte the server keeps: the file, and what is not in it yet. */
export async function bytesOf({ databasePath }: Server): Promise<string> {
  const files = ['', '-wal', '-shm'].map((ending) => readFile(`${databasePath}${ending}`).catch(() => ''))
  return (await Promise.all(files)).map((bytes) => bytes.toString('latin1')).join('\n')
}

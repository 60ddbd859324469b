/** Users as browsers act: a cookie from /start, and actions called by their id in the build. */
import { randomBytes } from 'node:crypto'
import type { TestServer } from '../support/server.ts'
import { builtActions } from './surface.ts'
import { type Reply, type Sent, send } from './wire.ts'

export type Answer = { ok: boolean; code?: string; message?: string } & Record<string, unknown>
export type Called = { reply: Reply; answer: Answer | null }

export const newKey = () => randomBytes(16).toString('hex')
export const originOf = (server: TestServer) => server.url

const ids = new Map<string, string>()

export function actionId(name: string): string {
  if (ids.size === 0) for (const action of builtActions()) ids.set(action.name, action.id)
  const id = ids.get(name)
  if (!id) throw new Error(`The build has no action ${name}.`)
  return id
}

export type Person = Awaited<ReturnType<typeof arrive>>

/** A new user, created by /start. */
export async function arrive(server: TestServer, entry?: string, from: Record<string, string> = {}) {
  const headers = { 'User-Agent': 'a person', ...(entry ? { Cookie: entry } : {}), ...from }
  const reply = await send(server.port, { path: '/start', headers })
  const cookie = reply.headers['set-cookie']?.[0]?.split(';')[0]
  const board = /\/boards\/([0-9a-f]+)/.exec(reply.headers.location ?? '')?.[1]
  if (!cookie || !board) throw new Error(`/start was answered with ${reply.status} ${reply.body}`)
  return { ...known(server, cookie), board }
}

/** A caller with a cookie; `null` = none. */
export function known(server: TestServer, cookie: string | null) {
  const own: Record<string, string> = cookie === null ? {} : { Cookie: cookie }

  async function ask(sent: Sent): Promise<Reply> {
    return send(server.port, { ...sent, headers: { Origin: server.url, ...own, ...sent.headers } })
  }

  async function call(name: string, args: readonly unknown[], sent: Sent = {}): Promise<Called> {
    const reply = await ask({
      ...actionRequest(name, args),
      ...sent,
      headers: { ...actionRequest(name, args).headers, ...sent.headers },
    })
    return { reply, answer: answerIn(reply) }
  }

  return {
    cookie: cookie ?? '',
    ask,
    call,
    /** A call that must succeed. */
    async done(name: string, args: readonly unknown[]): Promise<Answer> {
      const { answer, reply } = await call(name, args)
      if (!answer?.ok)
        throw new Error(`${name}: ${reply.status} ${JSON.stringify(answer ?? reply.body.slice(0, 500))}`)
      return answer
    },
  }
}

export function actionRequest(name: string, args: readonly unknown[]): Sent {
  return {
    method: 'POST',
    path: pageOf(name),
    headers: {
      'Next-Action': actionId(name),
      Accept: 'text/x-component',
      'Content-Type': 'text/plain;charset=UTF-8',
    },
    body: encodeArgs(args),
  }
}

/** A page that has the action; from any other, Next forwards the call. */
export function pageOf(name: string): string {
  const own = /^(settings|memory|library)\//.exec(name)?.[1]
  if (own) return `/${own}`
  return name.startsWith('link/') ? '/link/x' : `/boards/${'0'.repeat(32)}`
}

/** Plain values in React's encoding: JSON, with an escape before texts that begin like one of its marks. */
export function encodeArgs(args: readonly unknown[]): string {
  return JSON.stringify(args, (_, value) =>
    typeof value === 'string' && value.startsWith('$') ? `$${value}` : value,
  )
}

/** The value that an action returned; `null` if none. */
export function answerIn({ body }: Reply): Answer | null {
  const rows = rowsIn(Buffer.from(body))
  const row = /^\{"a":"\$@([0-9a-f]+)"/.exec(rows.get('0') ?? '')?.[1]
  const value = row && rows.get(row)
  return value?.startsWith('{') ? JSON.parse(value) : null
}

/** React's rows: `id:json` and a line's end, or `id:Tlength,text` without one. */
function rowsIn(bytes: Buffer): Map<string, string> {
  const rows = new Map<string, string>()
  for (let at = 0; at < bytes.length; ) {
    const [, id = '', isText] = /^([0-9a-f]*):(T?)/.exec(bytes.toString('latin1', at, at + 20)) ?? []
    const comma = bytes.indexOf(',', at)
    const from = isText ? comma + 1 : bytes.indexOf(':', at) + 1
    const length = Number.parseInt(bytes.toString('latin1', at + id.length + 2, comma), 16)
    const end = isText ? from + length : bytes.indexOf('\n', from)
    if (end < from) break
    rows.set(id, bytes.toString('utf8', from, end))
    at = isText ? end : end + 1
  }
  return rows
}

/**
 * A client of Taskboard's API. It imports types and nothing else, so it runs wherever `fetch` does:
 *
 *     const board = connect({ token: 'tb_…' }).board('errands-2026')
 *     console.log((await board.say('add a task: book the dentist')).reply)
 */
import type { z } from 'zod'
import type * as answers from '#app/api/answers.ts'
import type { RunEnd, RunEvent } from '#lib/turns/run-event-types.ts'

export type { RunEnd, RunEvent }
export type BoardInfo = z.output<typeof answers.board>
export type Task = z.output<typeof answers.task>
export type State = z.output<typeof answers.state>
export type StateAtRevision = z.output<typeof answers.stateAtRevision>
export type Approval = z.output<typeof answers.approval>
export type Hit = z.output<typeof answers.hits>['hits'][number]
export type Verdict = 'allow' | 'allow-session' | 'deny'
type Json = Record<string, unknown>

export type Connection = {
  url?: string
  token: string
  /** Only with a service token: the user it calls for. */
  userId?: string
  /** What sends the requests. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

export type NewBoard = { id?: string; name?: string; state?: Json }

/** What goes with a message; see docs/api.md. */
export type RunOptions = {
  id?: string
  state?: Json
  overwrite?: boolean
  dependencies?: Json
  /** Stops waiting. The turn continues; `cancel` stops it. */
  signal?: AbortSignal
}

/** One of the functions of the state. */
export type StateOperation =
  | { get: string; default?: unknown }
  | { get_all: true }
  | { has: string }
  | { ttl: string }
  | { set: string; to: unknown; ttl?: number | null }
  | { update: string; with: Json }
  | { increment: string; by?: number }
  | { delete: string }
  | { clear: true }

/** A refusal, or a connection that failed; the message says what to do. */
export class TaskboardError extends Error {
  override readonly name = 'TaskboardError'
  readonly code: string
  /** 0 without an answer. */
  readonly status: number
  /** Seconds, when there were too many requests. */
  readonly retryAfter: number | null

  constructor(message: string, code: string, status = 0, retryAfter: number | null = null) {
    super(message)
    this.code = code
    this.status = status
    this.retryAfter = retryAfter
  }
}

export type Taskboard = ReturnType<typeof connect>
export type Board = ReturnType<Taskboard['board']>

export function connect({ url = 'http://localhost:3000', token, userId, fetch: send = fetch }: Connection) {
  type Request = { body?: object; accept?: string; signal?: AbortSignal; headers?: Record<string, string> }

  async function open(method: string, path: string, { body, accept = JSON_TYPE, signal, headers }: Request) {
    const user = userId && `${path.includes('?') ? '&' : '?'}user_id=${encodeURIComponent(userId)}`
    const init = {
      method,
      headers: { authorization: `Bearer ${token}`, accept, 'content-type': JSON_TYPE, ...headers },
      body: body && JSON.stringify(body),
      signal,
    }
    const response = await send(`${url}${path}${user ?? ''}`, init).catch((error: unknown) => {
      if (signal?.aborted) throw error
      throw new TaskboardError(`Can’t reach Taskboard at ${url}.`, 'unreachable')
    })
    if (response.ok) return response
    const refusal = await response.json().catch(() => null)
    if (typeof refusal?.message !== 'string') throw notTaskboard(url, response.status)
    const wait = response.headers.get('retry-after')
    throw new TaskboardError(refusal.message, refusal.code, response.status, wait ? Number(wait) : null)
  }

  async function ask<Answer>(method: string, path: string, request: Request = {}): Promise<Answer> {
    const response = await open(method, path, request)
    const answer = await response.json().catch(() => null)
    if (answer === null) throw notTaskboard(url, response.status)
    return answer
  }

  const run = (path: string, text: string, { signal, ...options }: RunOptions & { session_id?: string }) =>
    ask<RunEnd>('POST', path, { body: { text, ...options }, signal })

  async function* stream(path: string, text: string, { signal, ...options }: RunOptions) {
    const response = await open('POST', path, {
      body: { text, ...options },
      accept: 'text/event-stream',
      signal,
    })
    yield* eventsOf(response.body)
  }

  /** The board of this id: its own, or the one it was created with. */
  function board(id: string) {
    const path = `/api/boards/${encodeURIComponent(id)}`
    const one = async (operation: StateOperation) => (await functions(operation))[0]
    const functions = async (...operations: StateOperation[]) => {
      const { results } = await ask<z.output<typeof answers.stateResults>>('POST', `${path}/state`, {
        body: { do: operations },
      })
      return results
    }
    return {
      id,
      read: () => ask<BoardInfo>('GET', path),
      update: (fields: { name?: string; archived?: boolean }) =>
        ask<BoardInfo>('PATCH', path, { body: fields }),
      delete: () => ask<{ ok: true }>('DELETE', path),

      /** Sends a message and waits for the end of its turn. */
      say: (text: string, options: RunOptions = {}) => run(`${path}/runs`, text, options),
      /** Sends a message; the events of its turn as they happen, the last one `end`. */
      stream: (text: string, options: RunOptions = {}) => stream(`${path}/runs`, text, options),
      /** By the id of the turn or of the message. */
      cancel: (runId: string) =>
        ask<{ ok: true }>('POST', `${path}/runs/${encodeURIComponent(runId)}/cancel`),

      approvals: async () =>
        (await ask<z.output<typeof answers.pendingApprovals>>('GET', `${path}/approvals`)).approvals,
      decide: (approvalId: string, verdict: Verdict, note?: string) =>
        ask<{ ok: true }>('POST', `${path}/approvals`, { body: { id: approvalId, verdict, note } }),

      state: () => ask<StateAtRevision>('GET', `${path}/state`),
      /** Changes the state if it is still at this revision; otherwise throws with the code `stale`. */
      patch: (revision: number, change: { state?: Json; set?: Json; delete?: string[] }) =>
        ask<z.output<typeof answers.patched>>('PATCH', `${path}/state`, { body: { revision, ...change } }),
      /** Several functions of the state in one request: a result for each, all or nothing. */
      do: functions,
      get: (key: string, fallback?: unknown) => one({ get: key, default: fallback }),
      getAll: async () => (await one({ get_all: true })) as Json,
      has: async (key: string) => (await one({ has: key })) === true,
      /** `ttl`: seconds after which the value expires. */
      set: (key: string, value: unknown, ttl?: number) => one({ set: key, to: value, ttl }),
      /** Merges fields into an object. */
      merge: (key: string, fields: Json) => one({ update: key, with: fields }),
      increment: async (key: string, by = 1) => (await one({ increment: key, by })) as number,
      remove: (key: string) => one({ delete: key }),
      clear: () => one({ clear: true }),
      /** Seconds until the value expires; `null` if it never does. */
      ttl: async (key: string) => (await one({ ttl: key })) as number | null,
    }
  }

  return {
    url,
    board,
    boards: () => ask<z.output<typeof answers.boards>>('GET', '/api/boards'),
    async create(given: NewBoard = {}) {
      return board((await ask<z.output<typeof answers.madeBoard>>('POST', '/api/boards', { body: given })).id)
    },
    /** Sends a message to the board of this session id, which is created if there is none. */
    run: (sessionId: string, text: string, options: RunOptions = {}) =>
      run('/api/runs', text, { ...options, session_id: sessionId }),
    search: async (words: string) =>
      (await ask<z.output<typeof answers.hits>>('GET', `/api/search?q=${encodeURIComponent(words)}`)).hits,
  }
}

const JSON_TYPE = 'application/json'

const notTaskboard = (url: string, status: number) =>
  new TaskboardError(`${url} isn’t a Taskboard server.`, 'not_taskboard', status)

/** The events of a run. Throws with the code `connection` if the stream ends before the run does. */
export async function* eventsOf(body: ReadableStream<BufferSource> | null): AsyncGenerator<RunEvent> {
  let text = ''
  let ended = false
  try {
    for await (const chunk of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data === undefined) continue
        const event: RunEvent = JSON.parse(data)
        ended = event.kind === 'end'
        yield event
      }
    }
  } catch (error) {
    // A connection that breaks is a missing `end`.
    if (!(error instanceof TypeError)) throw error
  }
  if (!ended) throw new TaskboardError('Connection lost. The turn continues on the server.', 'connection')
}

/** A browser without a screen: its cookie, the page's own actions over HTTP, and the feed. */
import { readFileSync } from 'node:fs'
import type { Command, Commands } from '#lib/board/commands/registry.ts'
import type { Outcome } from '#lib/board/model/command.ts'
import { newId } from '#lib/board/model/new-id.ts'
import type { Envelope } from '#lib/board/wire/events.ts'

export type Answer = { ok: true } | { ok: false; code: string; message: string }
export type Visitor = ReturnType<typeof visitorOf>
export type Page = { envelopes: Envelope[]; cursor: number; more: boolean }

type Manifest = { node: Record<string, { exportedName: string }> }

/** The action ids in the client bundle, by exported name. */
function actionIds(): Map<string, string> {
  const manifest: Manifest = JSON.parse(readFileSync('.next/server/server-reference-manifest.json', 'utf8'))
  return new Map(Object.entries(manifest.node).map(([id, { exportedName }]) => [exportedName, id]))
}

/** A new user on a new board; throws if the server doesn't respond. */
export async function visit(url: string): Promise<Visitor> {
  const started = await fetch(`${url}/start`, { redirect: 'manual' })
  const cookie = started.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const sessionId = started.headers.get('location')?.split('/').at(-1) ?? ''
  await started.body?.cancel()
  if (!cookie || !sessionId) throw new Error(`The server made no user (${started.status}).`)
  return visitorOf(url, cookie, sessionId)
}

/** A known user, through any URL of the server. */
export function visitorOf(url: string, cookie: string, sessionId: string) {
  const ids = actionIds()

  /** Throws if there is no answer: then the outcome is unknown. */
  async function call<Result = Answer>(name: string, ...args: unknown[]): Promise<Result> {
    const action = ids.get(name)
    if (!action) throw new Error(`The build has no action ${name}.`)
    const response = await fetch(`${url}/boards/${sessionId}`, {
      method: 'POST',
      headers: {
        'next-action': action,
        'content-type': 'text/plain;charset=UTF-8',
        accept: 'text/x-component',
        origin: url,
        cookie,
      },
      body: JSON.stringify(args),
    })
    const said = await response.text()
    // Long texts are in separate rows, which don’t end with a line break.
    const at = said.search(/[0-9a-f]+:\{"ok":/)
    if (at === -1) throw new Error(`The action ${name} gave no answer (${response.status}).`)
    return JSON.parse(said.slice(said.indexOf(':', at) + 1).split('\n')[0] ?? '')
  }

  const get = (path: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, { ...init, headers: { cookie, ...init.headers } })

  return {
    url,
    cookie,
    sessionId,
    call,
    get,
    run: (command: Commands, key = newId()) => call<Outcome>('runCommand', sessionId, key, command),
    send: (text: string, id = newId()) => call('sendMessage', sessionId, { id, text }),
    /** Imports a file as a program does. */
    async importFile(file: object, key: string): Promise<{ ok: boolean; boards?: { sessionId: string }[] }> {
      const headers = { cookie, origin: url, 'idempotency-key': key, 'content-type': 'application/json' }
      const body = JSON.stringify(file)
      const response = await fetch(`${url}/api/boards/import`, { method: 'POST', headers, body })
      return response.json()
    },
    async feedAfter(after: number): Promise<Page> {
      return (await get(`/api/feed?once=1&after=${after}`)).json()
    },
    async exported(id = sessionId) {
      const response = await get(`/api/boards/${id}/export?format=json`)
      if (!response.ok) throw new Error(`The export answered ${response.status}.`)
      return response.json()
    },
  }
}

export const addTask = (title: string, id = newId()) =>
  ({ name: 'add_task', input: { id, title } }) as const satisfies Command

export async function untilTrue<T>(
  ask: () => Promise<T | null | false | undefined>,
  what: string,
  withinMs = 20_000,
): Promise<T> {
  const deadline = Date.now() + withinMs
  for (;;) {
    const found = await ask().catch(() => null)
    if (found) return found
    if (Date.now() > deadline) throw new Error(`In ${withinMs / 1000} seconds not: ${what}.`)
    await pause(50)
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

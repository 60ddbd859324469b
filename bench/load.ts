/** Sends turns to the production server as a browser does, to measure its memory. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Request } from '@playwright/test'
import type { Envelope } from '#lib/board/wire/events.ts'

const USERS = 5
const POLL_MS = 20
const PATIENCE_MS = 10_000

/** A recorded action call of the browser, to repeat with other arguments. */
export type Call = { action: string }

export async function callOf(request: Request): Promise<Call> {
  return { action: (await request.headerValue('next-action')) ?? '' }
}

type Visitor = { cookie: string; sessionId: string; cursor: number }

async function visit(url: string): Promise<Visitor> {
  const response = await fetch(`${url}/start`, { redirect: 'manual' })
  const cookie = response.headers.getSetCookie()[0]?.split(';')[0]
  const sessionId = response.headers.get('location')?.split('/').at(-1)
  if (!cookie || !sessionId) throw new Error('The server created no user.')
  return { cookie, sessionId, cursor: 0 }
}

/** Runs `turns` turns, spread over several users because of the rate limit. */
export async function runTurns(url: string, call: Call, turns: number): Promise<void> {
  for (let user = 0; user < USERS; user++) {
    const visitor = await visit(url)
    for (let i = 0; i < turns / USERS; i++) {
      await send(url, call, visitor)
      await turnEnds(url, visitor)
    }
  }
}

async function send(url: string, { action }: Call, { cookie, sessionId }: Visitor): Promise<void> {
  const message = { id: randomBytes(16).toString('hex'), text: 'add a task: write the report' }
  const response = await fetch(`${url}/boards/${sessionId}`, {
    method: 'POST',
    headers: {
      'next-action': action,
      'content-type': 'text/plain;charset=UTF-8',
      accept: 'text/x-component',
      origin: url,
      cookie,
    },
    body: JSON.stringify([sessionId, message]),
  })
  const answer = await response.text()
  if (!answer.includes('"ok":true')) throw new Error(`The message was refused (${response.status}).`)
}

async function turnEnds(url: string, visitor: Visitor): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (Date.now() < deadline) {
    const response = await fetch(`${url}/api/feed?once=1&after=${visitor.cursor}`, {
      headers: { cookie: visitor.cookie },
    })
    const page: { envelopes: readonly Envelope[]; cursor: number } = await response.json()
    visitor.cursor = page.cursor
    const ended = page.envelopes.some(
      ({ event }) => event.kind === 'turn' && event.turn.status === 'completed',
    )
    if (ended) return
    await pause(POLL_MS)
  }
  throw new Error('A turn didn’t end.')
}

/** The feed under strain: cut connections, a thousand readers, readers that do not read. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { type ClientRequest, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, test } from '@playwright/test'
import { applyEnvelope, type FeedState, fromSnapshot } from '#components/sync/state.ts'
import { EMPTY_BOARD } from '#lib/board/model/tables.ts'
import type { Envelope } from '#lib/board/wire/events.ts'
import { LIMITS } from '#lib/limits.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { waitedMs } from './support/processor.ts'
import { figures, openDice, percentile, size } from './support/random.ts'
import { addTask, pause, untilTrue, type Visitor, visit } from './support/visitor.ts'

/** Open connections, without the files of the database. */
function socketsOf(server: TestServer): number {
  const folder = `/proc/${server.pid()}/fd`
  const target = (name: string) => {
    try {
      return readlinkSync(`${folder}/${name}`)
    } catch {
      return ''
    }
  }
  return readdirSync(folder).filter((name) => target(name).startsWith('socket:')).length
}
const rssMb = (server: TestServer) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1] ?? 0) / 1024

/** An open feed; `take` gets each envelope with its time of arrival. */
function listen(visitor: Visitor, after: number, take: (envelope: Envelope) => void) {
  let status = 0
  const { hostname, port } = new URL(visitor.url)
  const options = {
    host: hostname,
    port,
    path: `/api/feed?after=${after}`,
    headers: { cookie: visitor.cookie },
    agent: false,
  }
  const request: ClientRequest = get(options, (response) => {
    status = response.statusCode ?? 0
    let text = ''
    response.setEncoding('utf8')
    response.on('data', (chunk: string) => {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^data: (\{.*)$/m.exec(block)?.[1]
        if (data) take(JSON.parse(data))
      }
    })
    response.on('error', () => undefined)
  })
  request.on('error', () => undefined)
  return { status: () => status, close: () => request.destroy() }
}

/** A screen's state without a screen. */
const blank = (sessionId: string, cursor: number): FeedState => ({
  ...fromSnapshot({
    cursor,
    session: { id: sessionId, name: '', updatedAt: 0, busy: false, archived: false, revision: 1 },
    sessions: [],
    rows: { task: [], category: [], list: [], item: [], value: [], checkpoint: [] } as never,
    nextNumber: 1,
    damaged: 0,
    activeRevisions: [],
    messages: [],
    hasOlder: false,
    turns: [],
    canUndo: false,
    canRedo: false,
    model: { kind: 'offline', name: '' },
    person: {} as never,
    account: '',
    agents: [],
    grants: [],
  }),
  board: EMPTY_BOARD,
})

test('T7 connections cut at random, restarts, a frozen server: in order, once, nothing missed', async () => {
  test.setTimeout(size(120_000, 600_000))
  const dice = openDice()
  const server = await startServer()
  const visitor = await visit(server.url)
  const { cursor: start } = await visitor.feedAfter(0)
  let state = { ...blank(visitor.sessionId, start), revision: 1 }
  let delivered = 0
  let repeated = 0
  const rounds = size(8, 40)
  let made = 0
  for (let round = 0; round < rounds; round++) {
    let last = state.cursor
    const feed = listen(visitor, state.cursor, (envelope) => {
      if (envelope.event.kind === 'reset') throw new Error('a reset without a reason')
      if (envelope.cursor === null) return
      if (envelope.cursor <= last) repeated += 1
      expect(envelope.after).toBeLessThanOrEqual(state.cursor)
      last = envelope.cursor
      delivered += 1
      state = applyEnvelope(state, envelope)
    })
    await pause(dice.between(0, 300))
    const cutsNow = dice.chance(0.5)
    if (cutsNow) feed.close()
    const burst = dice.between(0, size(25, 100))
    for (let i = 0; i < burst; i++) {
      const answer = await visitor.run(addTask(`task ${made}`))
      if (answer.ok) made += 1
    }
    if (round % 4 === 1) {
      await server.kill('SIGKILL')
      await server.start()
    }
    if (round % 4 === 3) {
      process.kill(server.pid(), 'SIGSTOP')
      await pause(size(1_000, dice.pick([1_000, 30_000])))
      process.kill(server.pid(), 'SIGCONT')
    }
    feed.close()
    await pause(20)
  }
  const began = Date.now()
  const feed = listen(visitor, state.cursor, (envelope) => {
    state = applyEnvelope(state, envelope)
  })
  await untilTrue(async () => state.board.tasks.size === made, 'the reader has caught up', 10_000)
  const caughtUp = Date.now() - began
  feed.close()
  const exported = await visitor.exported()
  expect([...state.board.tasks.values()].map(({ title }) => title).toSorted()).toEqual(
    exported.state.tasks.map(({ title }: { title: string }) => title).toSorted(),
  )
  expect(state.revision).toBe(exported.session.revision)
  expect(repeated).toBe(0)
  // An unknown cursor can’t be continued: the page needs a new snapshot.
  const { envelopes } = await visitor.feedAfter(10 ** 9)
  expect(envelopes.map(({ event }) => event.kind)).toEqual(['reset'])
  expect(caughtUp).toBeLessThan(size(6_000, 2_000))
  figures(dice, { connections: rounds + 1, changes: made, delivered, repeated, 'caught up ms': caughtUp })
  await server.stop()
})

test('T38 a thousand readers while the board changes', async () => {
  test.setTimeout(size(150_000, 600_000))
  const dice = openDice()
  // A heap like a small machine’s: with more, Node collects late, and its size says little about what is in use.
  const server = await startServer({ env: { NODE_OPTIONS: '--max-old-space-size=256' } })
  const people = size(5, 50)
  const each = LIMITS.feedsPerUser
  const visitors: Visitor[] = []
  for (let i = 0; i < people; i++) visitors.push(await visit(server.url))
  const sockets = socketsOf(server)
  const sent = new Map<string, { at: number; waited: number }>()
  const waited = () => waitedMs(server.pid(), process.pid)
  const waits: number[] = []
  const held: number[] = []
  let crossed = 0
  const feeds = visitors.flatMap((visitor) =>
    Array.from({ length: each }, () =>
      listen(visitor, 0, ({ event }) => {
        if ('sessionId' in event && event.sessionId !== visitor.sessionId) crossed += 1
        if (event.kind !== 'revision') return
        const began = sent.get(event.revision.key ?? '')
        if (!began) return
        const took = Date.now() - began.at
        waits.push(took)
        held.push(took - (waited() - began.waited))
      }),
    ),
  )
  await untilTrue(async () => feeds.every((feed) => feed.status() === 200), 'every reader is let in', 60_000)
  // One more than the limit is refused.
  expect((await visitors[0]?.get('/api/feed?after=0'))?.status).toBe(429)
  const seconds = size(8, 300)
  let changes = 0
  let peak = 0
  const answers: number[] = []
  const ends = Date.now() + seconds * 1_000
  while (Date.now() < ends) {
    const visitor = dice.pick(visitors)
    const key = `${dice.between(0, 2 ** 30).toString(16)}${Date.now().toString(16)}`.padStart(32, '0')
    const began = Date.now()
    sent.set(key, { at: began, waited: waited() })
    const command = addTask(`change ${changes}`)
    // If a connection is closed during a call, it is resent under its key, as by a browser.
    void untilTrue(() => visitor.run(command, key), 'the change is answered').then(() =>
      answers.push(Date.now() - began),
    )
    changes += 1
    if (changes % 20 === 0) peak = Math.max(peak, rssMb(server))
    await pause(size(200, 50))
    // Limits calls in flight, so that a busy machine keeps up.
    await untilTrue(async () => changes - answers.length < 40, 'changes are answered')
  }
  await untilTrue(async () => answers.length === changes, 'every change is answered')
  await untilTrue(async () => waits.length >= changes * each * 0.999, 'every reader was told', 30_000)
  const atMost = socketsOf(server)
  const dropped = Date.now()
  for (const feed of feeds) feed.close()
  await untilTrue(
    async () => socketsOf(server) <= sockets + 20,
    `every connection is given back (${sockets} at first, ${atMost} at most)`,
    15_000,
  ).catch((error) => {
    throw new Error(`${error} ${socketsOf(server)} are left.`)
  })
  const givenBack = Date.now() - dropped
  figures(dice, {
    readers: feeds.length,
    changes,
    'a second': changes / seconds,
    told: waits.length,
    'p95 ms': percentile(waits, 0.95),
    'slowest ms': percentile(waits, 1),
    'held up by the server p95 ms': percentile(held, 0.95),
    'memory MB': peak,
    crossed,
    'given back ms': givenBack,
  })
  expect(crossed).toBe(0)
  expect(peak).toBeLessThan(600)
  expect(percentile(held, 0.95)).toBeLessThan(500)
  await server.stop()
})

test('T39 readers that don’t read, endless headers and bodies: others notice nothing, memory stays bounded', async () => {
  test.setTimeout(size(120_000, 600_000))
  const server = await startServer()
  const [busy, other] = [await visit(server.url), await visit(server.url)]
  const before = rssMb(server)
  const sockets: Socket[] = []
  const open = (text: string) => {
    const socket = connect(server.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(text)
    socket.pause()
    sockets.push(socket)
    return socket
  }
  const host = new URL(server.url).host
  for (let i = 0; i < LIMITS.feedsPerUser; i++)
    open(`GET /api/feed?after=0 HTTP/1.1\r\nHost: ${host}\r\nCookie: ${busy.cookie}\r\n\r\n`)
  for (let i = 0; i < 100; i++) open(`GET / HTTP/1.1\r\nHost: ${host}\r\nX-Slow: `)
  for (let i = 0; i < 20; i++)
    open(
      `POST /api/boards/import HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${server.url}\r\nCookie: ${busy.cookie}\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{`,
    )
  const waits: number[] = []
  const notes = 'n'.repeat(9_000)
  const rounds = size(60, 1_200)
  let whenFull = 0
  for (let i = 0; i < rounds; i++) {
    await busy.run({ name: 'add_task', input: { id: `${i}`.padStart(32, '0'), title: `large ${i}`, notes } })
    const began = Date.now()
    expect(await other.run(addTask(`meanwhile ${i}`))).toMatchObject({ ok: true })
    waits.push(Date.now() - began)
    // In the full test the buffers are full by then: nothing more is kept for clients that don’t read.
    if (i < 500) whenFull = Math.max(whenFull, rssMb(server))
    // Stays within the rate limit.
    if (waits.length % 8 === 0) await pause(800)
  }
  const peak = rssMb(server)
  for (const socket of sockets) socket.destroy()
  expect(whenFull - before).toBeLessThan(size(200, 400))
  expect(peak - whenFull).toBeLessThan(80)
  expect(percentile(waits, 0.95)).toBeLessThan(size(5_000, 1_000))
  expect((await other.get('/healthz')).status).toBe(200)
  figures(null, {
    'slow connections': sockets.length,
    changes: rounds * 2,
    'edit of another p95 ms': percentile(waits, 0.95),
    'memory grew MB': whenFull - before,
    'and then MB': peak - whenFull,
  })
  await server.stop()
})

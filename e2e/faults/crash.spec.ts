/** The server is killed or stopped at random moments: everything acknowledged is stored, once. */
import { expect, test } from '@playwright/test'
import { callFor } from '../support/fake-openai-handlers.ts'
import { startFakeOpenAI } from '../support/fake-openai-server.ts'
import { end, gate, type Handler, text } from '../support/fake-openai-stream.ts'
import { sql } from '../support/programs.ts'
import { startServer } from '../support/server.ts'
import { bySession, type DeadFile, expectSound, readDead } from './support/dead-file.ts'
import { handOf, importerOf, talkerOf } from './support/long-lived-clients.ts'
import { type Dice, figures, openDice, percentile, size } from './support/random.ts'
import { addTask, pause, untilTrue, visit } from './support/visitor.ts'

const CALLS = 6
const FILE_TASKS = 30

/** Six delayed tool calls per turn; `seen` are the results it got, which are therefore acknowledged. */
function slowWorker(dice: Dice, seen: Set<string>): Handler {
  return async function* (request) {
    const results = request.toolResultsAfterLastUser
    for (const [n, result] of results.entries()) if (!result.error) seen.add(`${request.lastUser} call ${n}`)
    await pause(dice.between(20, 200))
    if (results.length >= CALLS) return yield text('All done.')
    yield callFor(request, 'add_task', { title: `${request.lastUser} call ${results.length}` })
    yield end('stop')
  }
}

const openAI = (url: string) => ({ OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: url, INSTANT_COMMANDS: 'off' })
const titlesOn = (file: DeadFile, sessionId: string) =>
  file.tasks.filter((task) => task.sessionId === sessionId).map(({ title }) => title)

test('T1 kill -9 in the middle of turns, imports and edits', { tag: '@crash' }, async () => {
  const dice = openDice()
  const kills = size(6, 100)
  // A round is up to three seconds of work, a start, and a check of the file; a busy machine needs much longer.
  test.setTimeout(60_000 + kills * 30_000)
  const seen = new Set<string>()
  const fake = await startFakeOpenAI(slowWorker(dice, seen))
  const server = await startServer({ env: openAI(fake.url) })
  const [byHand, talking, importing] = [
    await visit(server.url),
    await visit(server.url),
    await visit(server.url),
  ]
  for (let i = 0; i < FILE_TASKS; i++) await importing.run(addTask(`of the file ${i}`))
  const file = await importing.exported()
  const hand = handOf(byHand, dice)
  const talker = talkerOf(talking, dice)
  const importer = importerOf(importing, file, dice)
  const until = { over: false }
  const clients = Promise.all([hand, talker, importer].map((client) => client.run(until)))
  const boots: number[] = []

  /** Acknowledged edits are stored; the one in flight is stored completely, or not at all. */
  function expectKept(dead: DeadFile): void {
    expectSound(dead)
    const found = new Map(
      dead.tasks
        .filter((task) => task.sessionId === byHand.sessionId)
        .map(({ id, title, status }) => [id, { title, status }]),
    )
    const flying = hand.flying()
    for (const [id, row] of hand.rows) {
      if (id !== flying?.id) expect(found.get(id), `task ${id}`).toEqual(row)
    }
    for (const id of found.keys()) expect(hand.rows.has(id) || id === flying?.id, `task ${id}`).toBe(true)
    if (flying) {
      const [now, before] = [found.get(flying.id), hand.rows.get(flying.id)]
      expect([before, flying.row ?? undefined]).toContainEqual(now)
    }
    const on = bySession(dead.tasks)
    const made = (on.get(talking.sessionId) ?? []).map(({ title }) => title)
    expect(new Set(made).size).toBe(made.length)
    expect([...seen].filter((title) => !made.includes(title))).toEqual([])
    for (const id of importer.boards) expect(on.get(id)).toHaveLength(FILE_TASKS)
    const boards = dead.sessions.filter(({ id }) => id !== byHand.sessionId && id !== talking.sessionId)
    for (const { id } of boards) expect([0, FILE_TASKS]).toContain(on.get(id)?.length ?? 0)
    const revision = dead.sessions.find(({ id }) => id === byHand.sessionId)?.revision ?? 0
    expect(revision).toBeGreaterThanOrEqual(hand.revision())
  }

  for (let kill = 0; kill < kills; kill++) {
    await Promise.race([pause(dice.between(0, 3_000)), clients])
    await server.kill('SIGKILL')
    // First takes in the answers from before the end.
    await pause(50)
    expectKept(await readDead(server.databasePath))
    const began = Date.now()
    await server.start()
    boots.push(Date.now() - began)
  }
  until.over = true
  await clients
  await untilTrue(
    async () => {
      const { turns } = await talking.exported()
      return turns.every((turn: { status: string }) => turn.status !== 'running')
    },
    'every turn has ended',
    size(15_000, 15_000),
  )
  await server.kill('SIGKILL')
  const dead = await readDead(server.databasePath)
  expectSound(dead)
  const completed = dead.turns.filter(({ status }) => status === 'completed')
  const made = titlesOn(dead, talking.sessionId)
  for (const turn of completed) {
    const asked = dead.messages.find(({ turnId, role }) => turnId === turn.id && role === 'user')
    const words = asked?.parts.map((part) => part.text ?? '').join('')
    expect(made.filter((title) => title.startsWith(`${words} call `))).toHaveLength(CALLS)
  }
  for (const turn of dead.turns) expect(['completed', 'interrupted']).toContain(turn.status)
  const acknowledged = hand.counts.acknowledged + talker.counts.acknowledged + importer.counts.acknowledged
  // Even on a slow machine, something must have been at risk.
  expect(acknowledged).toBeGreaterThan(kills)
  figures(dice, {
    kills,
    acknowledged,
    'tool results': seen.size,
    resent: hand.counts.resent + talker.counts.resent + importer.counts.resent,
    ...talker.figures(),
    completed: completed.length,
    lost: 0,
    doubled: 0,
    'slowest start ms': percentile(boots, 1),
  })
  expect(fake.problems).toEqual([])
  await server.stop()
  await fake.close()
})

test('T1 kill -9 right after a memory is saved: shown once, not repeated by Continue, replaced by Retry', async () => {
  let told = 0
  const fake = await startFakeOpenAI(function* (request) {
    if (request.toolResultsAfterLastUser.length > 0) return yield text('Noted.')
    told += 1
    // Worded differently each time, so that a repetition would be stored twice.
    yield callFor(request, 'remember', { fact: `Drinks tea, as told ${told} times` })
  })
  const server = await startServer({ env: openAI(fake.url) })
  const visitor = await visit(server.url)
  const known = async () => {
    const rows = await sql(server, 'select text from memories where deleted_at is null order by created_at')
    return rows.map((row) => String(row.text))
  }
  const last = async () => {
    const { turns, messages } = await visitor.exported()
    const parts: { type: string; fact?: { text: string; state: string } }[] = messages.at(-1).parts
    const facts = parts.flatMap(({ fact }) => (fact ? `${fact.text}: ${fact.state}` : []))
    return { facts, ...(turns.at(-1) as { id: string; status: string }) }
  }
  const answered = () => untilTrue(async () => (await last()).status === 'completed', 'it is answered')
  const found: (string | undefined)[] = []
  for (const [way, after] of [
    ['continueTurn', 'Drinks tea, as told 1 times'],
    ['retryTurn', 'Drinks tea, as told 3 times'],
  ] as const) {
    const before = (await known()).length
    await visitor.send(`remember that I drink tea, as told 1, 2, 3 times, ${way}`)
    while ((await known()).length === before) await pause(0)
    await server.kill('SIGKILL')
    const dead = await readDead(server.databasePath)
    expectSound(dead)
    const remembered = await known()
    expect(remembered).toHaveLength(before + 1)
    found.push(dead.messages.at(-1)?.parts.at(-1)?.state)
    await server.start()
    const { id, status, facts } = await last()
    expect(status).toBe('interrupted')
    expect(facts).toEqual([`${remembered.at(-1)}: done`])
    expect(await visitor.call(way, visitor.sessionId, id)).toEqual({ ok: true })
    await answered()
    expect((await last()).facts).toEqual([`${after}: done`])
    expect((await known()).slice(before)).toEqual([after])
  }
  figures(null, { 'the call as stored when killed': found.map((state) => state ?? 'nothing').join(', ') })
  await server.stop()
  await fake.close()
  expect(fake.problems).toEqual([])
})

test('T8 SIGTERM while streaming: stored as interrupted, exits in time, a second signal is harmless', async () => {
  const fake = await startFakeOpenAI(async function* (request) {
    if (request.toolResultsAfterLastUser.length === 0) {
      yield callFor(request, 'add_task', { title: 'kept' })
      return yield end('stop')
    }
    yield text('Half a sentence ')
    yield gate()
  })
  const server = await startServer({ env: openAI(fake.url) })
  const visitors = await Promise.all([1, 2, 3].map(() => visit(server.url)))
  for (const visitor of visitors) await visitor.send('go')
  for (const visitor of visitors)
    await untilTrue(
      async () => JSON.stringify((await visitor.exported()).messages).includes('Half a sentence'),
      'half a sentence is stored',
    )
  const began = Date.now()
  const gone = server.kill('SIGTERM')
  process.kill(server.pid(), 'SIGTERM')
  await gone
  const took = Date.now() - began
  expect(took).toBeLessThan(10_000)
  const dead = await readDead(server.databasePath)
  expectSound(dead)
  expect(dead.turns.map(({ status }) => status)).toEqual(['interrupted', 'interrupted', 'interrupted'])
  const said = dead.messages
    .filter(({ role }) => role === 'assistant')
    .map(({ parts }) => JSON.stringify(parts))
  for (const words of said) expect(words).toContain('Half a sentence')
  for (const { sessionId } of visitors) expect(titlesOn(dead, sessionId)).toEqual(['kept'])
  figures(null, { turns: said.length, 'ended in ms': took })
  await server.stop()
  await fake.close()
})

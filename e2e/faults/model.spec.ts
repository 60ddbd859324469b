/** A model that hangs, breaks off, talks garbage, loops and floods: the board works, and the chat says what happened. */
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import type { Message, Turn } from '#lib/board/wire/events.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { FAULTS, type FaultName } from './support/broken-models.ts'
import { expectSound, readDead } from './support/dead-file.ts'
import { figures, percentile, size } from './support/random.ts'
import { type RawModel, startRawModel } from './support/raw-model.ts'
import { addTask, untilTrue, type Visitor, visit } from './support/visitor.ts'

type Talk = { visitor: Visitor; name: FaultName; took: number; turn: Turn; reply: Message; said: string }

let model: RawModel
let server: TestServer
test.beforeAll(async () => {
  model = await startRawModel(FAULTS)
  const env = {
    OPENAI_API_KEY: 'sk-canary-0001',
    OPENAI_BASE_URL: model.url,
    OPENAI_API: 'chat',
    INSTANT_COMMANDS: 'off',
  }
  server = await startServer({ env })
})
test.afterAll(async () => {
  await server.stop()
  await model.close()
})

/** A new board, and how its turn ended. */
async function talk(name: FaultName, within = TURN_LIMITS.firstChunkMs + 15_000): Promise<Talk> {
  const visitor = await visit(server.url)
  const began = Date.now()
  await visitor.send(`fault-${name} please`)
  return untilTrue(
    async () => {
      const { turns, messages }: { turns: Turn[]; messages: Message[] } = await visitor.exported()
      const turn = turns.at(-1)
      const reply = messages.findLast(({ role }) => role === 'assistant')
      if (!turn || turn.status === 'running' || !reply) return null
      const said = reply.parts.map((part) => ('text' in part ? part.text : '')).join(' ')
      return { visitor, name, took: Date.now() - began, turn, reply, said }
    },
    `the turn with ${name} has ended`,
    within,
  )
}

const tools = ({ reply }: Talk) => reply.parts.flatMap((part) => (part.type === 'tool' ? part.state : []))
const titles = async ({ visitor }: Talk): Promise<string[]> =>
  (await visitor.exported()).state.tasks.map(({ title }: { title: string }) => title)
const rssMb = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid()}/status`, 'utf8'))?.[1] ?? 0) / 1024

test('T26 a hang: the board stays usable, Stop works at once, and the time limit ends it with a notice', async () => {
  test.setTimeout(90_000)
  const visitor = await visit(server.url)
  await visitor.send('fault-hang-at-once please')
  await untilTrue(async () => model.times('hang-at-once') > 0, 'the model was asked')
  const edits: number[] = []
  for (let i = 0; i < 20; i++) {
    const began = Date.now()
    expect(await visitor.run(addTask(`meanwhile ${i}`))).toMatchObject({ ok: true })
    edits.push(Date.now() - began)
  }
  const { turns } = await visitor.exported()
  const stopped = Date.now()
  expect(await visitor.call('stopTurn', visitor.sessionId, turns[0].id)).toEqual({ ok: true })
  await untilTrue(
    async () => JSON.stringify((await visitor.exported()).messages).includes('Stopped. No changes made.'),
    'Stop is told',
    3_000,
  )
  const stopTook = Date.now() - stopped
  const silent = await Promise.all(
    (['hang-at-once', 'hang-after-head', 'hang-after-word'] as const).map((name) => talk(name)),
  )
  for (const { turn, said, took } of silent) {
    expect(turn.status).toBe('failed')
    expect(said).toMatch(/(?:didn’t respond within|stopped responding for) 30 seconds/)
    expect(took).toBeLessThan(TURN_LIMITS.firstChunkMs + 8_000)
  }
  expect(silent[2]?.said).toContain('Half a')
  figures(null, {
    'edit p95 ms': percentile(edits, 0.95),
    'Stop ms': stopTook,
    'timed out after s': Math.max(...silent.map(({ took }) => took)) / 1_000,
  })
})

test('T27 refused, limited, broken, unreachable: a limited number of attempts, and a notice with the cause', async () => {
  test.setTimeout(90_000)
  const expected = {
    'http-500': [2, 'provider had an error'],
    'http-429': [2, 'rate limit'],
    'http-401': [1, 'rejected the API key'],
    'http-402': [1, 'no credit left'],
  } as const
  const names = Object.keys(expected) as (keyof typeof expected)[]
  const ended = await Promise.all(names.map((name) => talk(name)))
  for (const one of ended) {
    const [tries, sentence] = expected[one.name as keyof typeof expected]
    expect(one.turn.status).toBe('failed')
    expect(one.said).toContain(sentence)
    expect(model.times(one.name), one.name).toBeLessThanOrEqual(tries)
    expect(JSON.stringify(one.reply)).not.toMatch(/sk-|secret/)
  }
  const limited = model.asked.filter(({ fault }) => fault === 'http-429').map(({ at }) => at)
  expect((limited[1] ?? 0) - (limited[0] ?? 0)).toBeGreaterThanOrEqual(950)
  for (const url of ['http://127.0.0.1:9/v1', 'http://no-such-host.invalid/v1']) {
    const away = await startServer({ env: { OPENAI_API_KEY: 'sk-canary-0001', OPENAI_BASE_URL: url } })
    const visitor = await visit(away.url)
    await visitor.send('please think about this one')
    await untilTrue(
      async () => JSON.stringify((await visitor.exported()).messages).includes('Couldn’t reach'),
      `${url} is said to be out of reach`,
      30_000,
    )
    expect(away.log()).not.toContain('sk-canary')
    await away.stop()
  }
  expect(server.log()).not.toMatch(/sk-canary|sk-secret/)
  figures(null, { tries: names.map((name) => model.times(name)).join('/') })
})

test('T28 silent endings: each has a notice, and the partial reply stays', async () => {
  const names = ['html', 'empty', 'no-finish', 'cut', 'bad-json'] as const
  const ended = await Promise.all(names.map((name) => talk(name)))
  for (const { name, turn, said } of ended) {
    expect(turn.status, name).toBe('failed')
    expect(said, name).toMatch(/was interrupted|Couldn’t read|returned an empty reply|had an error/)
  }
  const of = (name: FaultName) => ended.find((one) => one.name === name)?.said
  expect(of('no-finish')).toContain('Half an answer')
  expect(of('cut')).toContain('Cut off')
  expect(of('bad-json')).toContain('Before.')
  figures(null, { endings: names.length })
})

test('T29 faulty tool calls: reported to the model, nothing changes, the turn continues', async () => {
  const harmless = ['half-arguments', 'wrong-types', 'unknown-tool', 'proto'] as const
  for (const one of await Promise.all(harmless.map((name) => talk(name)))) {
    expect(one.turn.status, one.name).toBe('completed')
    expect(one.said, one.name).toContain('Went on.')
    expect(tools(one), one.name).not.toContain('done')
    expect(await titles(one), one.name).toEqual([])
  }
  const [twins, late] = await Promise.all([talk('same-ids'), talk('after-finish')])
  expect((await titles(twins)).length).toBeLessThanOrEqual(2)
  expect(new Set(await titles(twins)).size).toBe((await titles(twins)).length)
  expect(await titles(late)).toContain('in time')
  expect(await titles(late)).not.toContain('polluted')
  figures(null, { faults: harmless.length + 2 })
})

test('T30 loops end at their limit with a notice, and one undo reverts their changes', async () => {
  const [same, two, many] = await Promise.all([talk('same-call'), talk('two-tools'), talk('many-calls')])
  for (const one of [same, two]) {
    expect(one.turn.status).toBe('failed')
    expect(one.said).toContain(`${TURN_LIMITS.steps} steps`)
    expect(model.times(one.name)).toBe(TURN_LIMITS.steps)
  }
  expect(many.turn.status).toBe('failed')
  expect(many.said).toContain(`after ${TURN_LIMITS.toolCalls} tool calls`)
  expect((await titles(many)).length).toBeLessThanOrEqual(TURN_LIMITS.toolCalls + 1)
  expect((await titles(two)).length).toBe(TURN_LIMITS.steps / 2)
  expect(await two.visitor.run({ name: 'undo', input: { turn: two.turn.id } })).toMatchObject({ ok: true })
  expect(await titles(two)).toEqual([])
  figures(null, { steps: model.times('same-call'), calls: tools(many).length })
})

test('T32 floods are cut, memory stays bounded, Stop works, and others notice nothing', async () => {
  test.setTimeout(240_000)
  const bystander = await visit(server.url)
  const before = rssMb()
  let peak = before
  const waits: number[] = []
  const until = { over: false }
  const watching = (async () => {
    while (!until.over) {
      const began = Date.now()
      expect(await bystander.run(addTask('meanwhile'))).toMatchObject({ ok: true })
      waits.push(Date.now() - began)
      peak = Math.max(peak, rssMb())
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })()
  const floods: Talk[] = []
  for (const name of ['huge-stream', 'one-token', 'tiny-chunks'] as const)
    floods.push(await talk(name, 200_000))
  for (const one of floods) {
    expect(one.turn.status, one.name).toBe('failed')
    expect(one.said, one.name).toMatch(/was too long|Couldn’t read|was interrupted/)
    expect(JSON.stringify(one.reply).length, one.name).toBeLessThan(TURN_LIMITS.textChars + 2_000)
  }
  const dripping = await visit(server.url)
  await dripping.send('fault-drip please')
  await untilTrue(async () => model.times('drip') > 0, 'it drips')
  const { turns } = await dripping.exported()
  const began = Date.now()
  expect(await dripping.call('stopTurn', dripping.sessionId, turns[0].id)).toEqual({ ok: true })
  await untilTrue(
    async () => (await dripping.exported()).messages.at(-1).role === 'assistant',
    'it is stopped',
    3_000,
  )
  const stopTook = Date.now() - began
  until.over = true
  await watching
  expect(peak - before).toBeLessThan(250)
  expect(percentile(waits, 0.5)).toBeLessThan(size(5_000, 500))
  expect(percentile(waits, 1)).toBeLessThan(size(15_000, 2_000))
  figures(null, {
    'memory MB': before,
    'at most MB': peak,
    'edit of another p50 ms': percentile(waits, 0.5),
    'slowest ms': percentile(waits, 1),
    'Stop ms': stopTook,
    'longest flood s': Math.max(...floods.map(({ took }) => took)) / 1_000,
  })
  await server.kill('SIGKILL')
  expectSound(await readDead(server.databasePath))
  await server.start()
})

/** A slow or rate-limited model service, over real HTTP, each case with its own notice. */
import { beforeAll, expect, test, vi } from 'vitest'
import { newBoard } from '#lib/session/commands/execute-cases.ts'
import { hang, type ScriptEvent, text } from '../../../e2e/support/fake-openai-stream.ts'
import { type FakeModel, openFake, send } from '../../../e2e/support/fake-openai-turns.ts'

vi.mock('#lib/limits.ts', async (original) => {
  const limits = await original<typeof import('#lib/limits.ts')>()
  return { ...limits, TURN_LIMITS: { ...limits.TURN_LIMITS, chunkMs: 900, totalMs: 3_000 } }
})

let fake: FakeModel
beforeAll(async () => {
  fake = await openFake()
  return fake.close
})

const refusal = (status: number, headers: Record<string, string>, code?: string): ScriptEvent => ({
  type: 'status',
  status,
  headers,
  code,
})

const inAnHour = () => new Date(Date.now() + 3_600_000).toUTCString()
const RATE = 'The model’s rate limit is reached.'
const CASES: [string, ScriptEvent, number, string][] = [
  ['45 seconds', refusal(429, { 'retry-after': '45' }), 1, `${RATE} Try again in 45 seconds.`],
  ['milliseconds', refusal(429, { 'retry-after-ms': '9100' }), 1, `${RATE} Try again in 10 seconds.`],
  ['ten minutes', refusal(429, { 'retry-after': '600' }), 1, `${RATE} Try again in 10 minutes.`],
  ['a date', refusal(429, { 'retry-after': inAnHour() }), 1, `${RATE} Try again in 60 minutes.`],
  ['no time', refusal(429, { 'retry-after': 'soon' }), 2, `${RATE} Wait a minute, then retry.`],
  ['no credit', refusal(429, { 'retry-after-ms': '1' }, 'insufficient_quota'), 2, 'has no credit left'],
  ['an overload', refusal(503, { 'retry-after': '50' }), 1, 'provider had an error'],
]

for (const flavour of ['responses', 'chat'] as const) {
  test.each(CASES)(`${flavour}: a refusal that names %s`, async (_name, event, requests, notice) => {
    fake.connect(flavour)
    fake.handle(() => [event])
    const ended = await send(await newBoard(), 'hello')
    expect(ended).toMatchObject({ status: 'failed', notice: expect.stringContaining(notice) })
    expect(fake.requests).toHaveLength(requests)
  })

  test(`${flavour}: an answer that stops in the middle keeps what came`, async () => {
    fake.connect(flavour)
    fake.handle(() => [text('Half an ans'), hang])
    expect(await send(await newBoard(), 'hello')).toMatchObject({
      status: 'failed',
      said: 'Half an ans',
      notice: expect.stringContaining('stopped responding for 0.9 seconds'),
    })
  })
}

test('an endless answer is stopped, and the notice says how long it took', async () => {
  fake.connect('chat')
  fake.handle(async function* () {
    for (;;) {
      yield text('and on ')
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  })
  const ended = await send(await newBoard(), 'hello')
  expect(ended.said).toContain('and on and on')
  expect(ended).toMatchObject({
    status: 'failed',
    notice: expect.stringContaining('longer than 0.05 minutes'),
  })
})

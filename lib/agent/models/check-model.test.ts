import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { setEnvironment } from '#lib/env.ts'
import { type FakeOpenAI, startFakeOpenAI } from '../../../e2e/support/fake-openai-server.ts'
import { CHECK_MESSAGE, checkModel } from './check-model.ts'
import { CONNECT_HINT } from './choose-model.ts'

/** Long enough for a busy machine; short if no answer is expected. */
const limit = vi.hoisted(() => ({ ms: 5_000 }))
vi.mock('#lib/limits.ts', async (original) => {
  const limits = await original<typeof import('#lib/limits.ts')>()
  return {
    ...limits,
    TURN_LIMITS: {
      ...limits.TURN_LIMITS,
      get checkMs() {
        return limit.ms
      },
    },
  }
})

let fake: FakeOpenAI
beforeAll(async () => {
  fake = await startFakeOpenAI()
})
afterAll(() => fake.close())

const KEY = 'sk-secret-of-this-test'
const connect = (more: Record<string, string>) =>
  setEnvironment({ LOG_LEVEL: 'silent', OPENAI_API_KEY: KEY, TASKBOARD_MODEL: 'some-model', ...more })

test('without a model it says how to connect one, and sends no request', async () => {
  setEnvironment({ LOG_LEVEL: 'silent' })
  const asked = vi.spyOn(globalThis, 'fetch')
  expect(await checkModel()).toEqual({ ok: true, works: false, text: CONNECT_HINT })
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
})

describe.each(['responses', 'chat'])('over %s', (OPENAI_API) => {
  beforeEach(() => {
    fake.requests.length = 0
    limit.ms = 5_000
    connect({ OPENAI_API, OPENAI_BASE_URL: fake.url })
  })

  test('a model that answers works, and gets one request', async () => {
    fake.handle('scripted')
    expect(await checkModel()).toMatchObject({
      works: true,
      text: expect.stringMatching(/^some-model works/),
    })
    expect(fake.requests.map((request) => request.lastUser)).toEqual([CHECK_MESSAGE])
    expect(fake.problems).toEqual([])
  })

  test.each([
    ['http401', /rejected the API key/],
    ['http404', /Model “some-model” not found/],
    ['http429', /rate limit is reached/],
    ['http500', /provider had an error/],
    ['hang', /within 0\.5 seconds/],
    ['hang-after-head', /within 0\.5 seconds/],
    ['cut-before-answer', /Couldn’t reach/],
  ] as const)('%s is said in a sentence, without the key, and tried once', async (handler, words) => {
    fake.handle(handler)
    limit.ms = handler.startsWith('hang') ? 500 : 5_000
    const check = await checkModel()
    expect(check).toMatchObject({ works: false, text: expect.stringMatching(words) })
    expect(JSON.stringify(check)).not.toContain(KEY)
    expect(fake.requests).toHaveLength(1)
  })

  test('an unreachable address is reported', async () => {
    connect({ OPENAI_API, OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' })
    expect(await checkModel()).toMatchObject({
      works: false,
      text: expect.stringMatching(/Couldn’t reach/),
    })
  })
})

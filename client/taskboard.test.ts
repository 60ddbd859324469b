/** What the client sends and how it reads answers; e2e/client.spec.ts runs it against the server. */
import { expect, test } from 'vitest'
import { PATHS } from '#app/api/openapi.ts'
import { connect, eventsOf, TaskboardError } from './taskboard.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function streamOf(chunks: readonly Uint8Array<ArrayBuffer>[]) {
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
}

async function read(...chunks: Uint8Array<ArrayBuffer>[]) {
  const found: unknown[] = []
  try {
    for await (const event of eventsOf(streamOf(chunks))) found.push(event)
  } catch (error) {
    found.push((error as TaskboardError).code)
  }
  return found
}

test('events are read no matter how the stream is split', async () => {
  const whole = bytes('event: text\ndata: {"append":"né"}\n\n: beat\n\ndata: {"kind":"end"}\n\n')
  const expected = [{ append: 'né' }, { kind: 'end' }]
  expect(await read(whole)).toEqual(expected)
  for (let at = 1; at < whole.length; at += 1) {
    expect(await read(whole.slice(0, at), whole.slice(at))).toEqual(expected)
  }
})

test('a stream that ends before the run is a lost connection', async () => {
  expect(await read(bytes('data: {"kind":"text"}\n\ndata: {"ha'))).toEqual([{ kind: 'text' }, 'connection'])
  const broken = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) })
  await expect(eventsOf(broken).next()).rejects.toMatchObject({ code: 'connection' })
})

type Sent = { url: string; init: RequestInit }

function fake(answer: () => Response | Promise<Response>) {
  const sent: Sent[] = []
  const fetch = async (url: string, init: RequestInit) => {
    sent.push({ url, init })
    return answer()
  }
  return { sent, fetch }
}

test('a request carries the token, and the user of a service', async () => {
  const { sent, fetch } = fake(() => Response.json({ ok: true, hits: [] }))
  await connect({ token: 'tb_1', userId: 'ana 0001', fetch }).search('a&b')
  expect(sent[0]?.url).toBe('http://localhost:3000/api/search?q=a%26b&user_id=ana%200001')
  expect(sent[0]?.init.headers).toMatchObject({ authorization: 'Bearer tb_1' })
  await connect({ token: 'tb_1', url: 'http://h', fetch }).board('a/b').read()
  expect(sent[1]?.url).toBe('http://h/api/boards/a%2Fb')
})

test('what went wrong is an error with a code, a status and when to try again', async () => {
  const errorOf = async (answer: () => Response | Promise<Response>) => {
    const { fetch } = fake(answer)
    const error = await connect({ token: 'tb_1', url: 'http://h', fetch })
      .boards()
      .then(
        () => null,
        (thrown: unknown) => thrown,
      )
    expect(error).toBeInstanceOf(TaskboardError)
    const { message, code, status, retryAfter } = error as TaskboardError
    return [message, code, status, retryAfter]
  }
  const refusal = { ok: false, code: 'rate', message: 'Too many.' }
  expect(
    await errorOf(() => Response.json(refusal, { status: 429, headers: { 'retry-after': '7' } })),
  ).toEqual(['Too many.', 'rate', 429, 7])
  expect(await errorOf(() => Promise.reject(new TypeError('fetch failed')))).toEqual([
    'Can’t reach Taskboard at http://h.',
    'unreachable',
    0,
    null,
  ])
  for (const status of [200, 502]) {
    expect(await errorOf(() => new Response('<html>', { status }))).toEqual([
      'http://h isn’t a Taskboard server.',
      'not_taskboard',
      status,
      null,
    ])
  }
})

test('every request is one that the API describes', async () => {
  const { sent, fetch } = fake(() =>
    Response.json({ ok: true, id: 'b', results: [], approvals: [], hits: [], boards: [] }),
  )
  const taskboard = connect({ token: 'tb_1', url: '', fetch })
  const board = await taskboard.create()
  const calls = [
    () => taskboard.boards(),
    () => taskboard.run('session-1', 'hello'),
    () => taskboard.search('words'),
    () => board.read(),
    () => board.update({ archived: true }),
    () => board.delete(),
    () => board.say('hello'),
    () => board.cancel('run-0001'),
    () => board.approvals(),
    () => board.decide('approval-1', 'allow'),
    () => board.state(),
    () => board.patch(1, { delete: ['mood'] }),
    () => board.get('mood'),
  ]
  for (const call of calls) await call()
  expect(sent).toHaveLength(calls.length + 1)
  const described = Object.entries(PATHS).flatMap(([path, routes]) =>
    Object.keys(routes).map((method) => `${method} ${path}`),
  )
  const shape = ({ url, init }: Sent) =>
    `${init.method} ${url.replace(/\?.*/, '').replace('/boards/b', '/boards/{sessionId}').replace('run-0001', '{runId}')}`
  expect(sent.map(shape).filter((request) => !described.includes(request))).toEqual([])
})

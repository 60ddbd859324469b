/** The API over plain HTTP: authentication, reads, changes, and errors. */
import { expect, test } from './support/fixtures.ts'
import { allOf, endIn, makeProgram, type Program } from './support/programs.ts'

let program: Program
let board: string
test.beforeEach(async ({ server }) => {
  program = await makeProgram(server)
  board = await program.board()
})

const statePath = (id = board) => `/api/boards/${id}/state`

test('a new board starts from the template and has its revision', async () => {
  const { status, headers, body } = await program.ask('GET', statePath())
  expect(status).toBe(200)
  expect(body).toEqual({
    revision: 1,
    state: {
      tasks: [],
      categories: ['general', 'work', 'personal'],
      user: { preferences: {} },
    },
  })
  expect(headers.get('etag')).toBe('"1"')
  expect(headers.get('cache-control')).toBe('private, no-store')
})

test('boards are listed, and created with an id that must be unique and a name', async () => {
  const made = await program.ask('POST', '/api/boards', { id: 'groceries-1', name: 'Groceries' })
  expect([made.status, made.body]).toEqual([201, { ok: true, id: expect.any(String) }])
  const { id } = made.body as { id: string }
  const again = await program.ask('POST', '/api/boards', { id: 'groceries-1' })
  expect([again.status, again.body]).toEqual([409, expect.objectContaining({ code: 'exists' })])
  const listed = await program.ask('GET', '/api/boards')
  expect(listed.body).toMatchObject({
    boards: expect.arrayContaining([expect.objectContaining({ id, name: 'Groceries' })]),
    lastOpened: id,
  })
  await program.say('groceries-1', 'add a task: oat milk')
  const [byOwnId, byChosenId] = [id, 'groceries-1'].map((name) =>
    program.ask('GET', `/api/boards/${name}/state`),
  )
  expect((await byChosenId)?.body).toMatchObject({ state: { tasks: [{ title: 'oat milk' }] } })
  expect((await byChosenId)?.body).toEqual((await byOwnId)?.body)
  for (const wrong of [{ id: 'x' }, { name: 'x'.repeat(81) }, { nome: 'typo' }, '{"name":']) {
    expect((await program.ask('POST', '/api/boards', wrong)).status).toBeGreaterThanOrEqual(400)
  }
  expect((await program.ask('GET', '/api/boards')).body).toMatchObject({ boards: { length: 2 } })
})

test('a run is answered as a stream or as one JSON, with the same content', async () => {
  const stream = await allOf(program.stream(board, { text: 'add a task: streamed' }))
  const words = stream.map((event) => (event.kind === 'text' ? event.append : '')).join('')
  const end = endIn(stream)
  expect(words).toBe(end.reply)
  expect(end).toMatchObject({
    ok: true,
    status: 'completed',
    changed: [{ revision: 2 }],
    state: { tasks: [{ number: 1, title: 'streamed', status: 'open', category: 'general' }] },
  })
  const once = await program.say(board, 'add a task: at once')
  expect(Object.keys(once).sort()).toEqual(
    Object.keys(end)
      .filter((key) => key !== 'kind')
      .sort(),
  )
  expect(once.state).toEqual((await program.state(board)).state)
  expect(once.state.tasks.map((task) => task.title)).toEqual(['streamed', 'at once'])
})

test('pending approvals are part of the end of a run, and a yes or no answers them', async () => {
  for (const title of ['one', 'two']) await program.say(board, `add a task: ${title}`)
  const asks = [
    {
      ask: 'Remove 2 tasks',
      rows: [
        expect.objectContaining({ text: '#1 one', effect: 'removed' }),
        expect.objectContaining({ text: '#2 two', effect: 'removed' }),
      ],
    },
  ]
  expect(await program.say(board, 'remove #1 and #2')).toMatchObject({ status: 'waiting', asks })
  const no = await program.say(board, 'no')
  expect(no).toMatchObject({ status: 'completed', reply: 'Denied, so nothing changed.', asks: [] })
  expect(await program.say(board, 'remove #1 and #2')).toMatchObject({ status: 'waiting', asks })
  const id = 'consent-0001'
  for (const _ of [1, 2]) {
    const yes = await program.say(board, { id, text: 'Yes, do it.' })
    expect(yes).toMatchObject({ status: 'completed', reply: 'Removed #1 one and #2 two.', asks: [] })
    expect(yes.state.tasks).toEqual([])
  }
  expect(await program.say(board, 'yes')).toMatchObject({ status: 'completed', changed: [] })
})

test('of two patches on one revision one succeeds, and the other gets the current state', async () => {
  for (let round = 1; round <= 10; round += 1) {
    const both = await Promise.all(
      ['a', 'b'].map((name) =>
        program.ask('PATCH', statePath(), { revision: round, set: { winner: `${name}${round}` } }),
      ),
    )
    const [won, lost] = both.toSorted((one, other) => one.status - other.status)
    expect([won?.status, lost?.status]).toEqual([200, 409])
    expect(lost?.body).toEqual({
      ok: false,
      code: 'stale',
      message: expect.any(String),
      revision: round + 1,
      state: (won?.body as { state: object } | undefined)?.state,
    })
    expect(lost?.headers.get('etag')).toBe(`"${round + 1}"`)
  }
})

test('a patch accepts If-Match; without a revision it is refused', async () => {
  const patch = { set: { 'user.preferences.theme': 'dark' } }
  const unsaid = await program.ask('PATCH', statePath(), patch)
  expect([unsaid.status, unsaid.body]).toEqual([428, expect.objectContaining({ code: 'invalid' })])
  const tag = (await program.ask('GET', statePath())).headers.get('etag') ?? ''
  const done = await program.ask('PATCH', statePath(), patch, { 'if-match': tag })
  expect([done.status, done.headers.get('etag')]).toEqual([200, '"2"'])
  expect((await program.ask('PATCH', statePath(), patch, { 'if-match': tag })).status).toBe(409)
  expect((await program.state(board)).state.user).toEqual({ preferences: { theme: 'dark' } })
})

test('an unreadable body is refused with a message, and nothing is stored', async () => {
  const deep = `{"text":"x","state":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`
  const wrong: [string, unknown, number, RegExp][] = [
    ['runs', '{"text": "hello", "state": {broken}', 400, /isn’t valid JSON/],
    ['runs', { text: 'hello', state: '{"a":1}' }, 400, /object/],
    ['runs', { text: 'hello', sate: {} }, 400, /sate/],
    ['runs', { state: { a: 1 } }, 400, /text/],
    ['runs', deep, 400, /deep/],
    ['runs', { text: 'hello', state: { a: 2 ** 53 } }, 400, /too large/],
    ['runs', { text: 'hello', id: 'short' }, 400, /id/],
    ['runs', { text: 'x'.repeat(8_001) }, 422, /8000/],
    ['state', `{"revision":1,"set":{"__proto__":{"admin":true}}}`, 400, /__proto__/],
    ['state', `{"revision":1,"state":{"a":{"__proto__":{"admin":true}}}}`, 400, /__proto__/],
    ['state', { revision: 1, set: { a: 'nul \u0000' } }, 400, /NUL/],
    ['state', { revision: '1', set: { a: 1 } }, 400, /revision/],
    ['state', { revision: 1, set: [] }, 400, /set/],
    ['state', { revision: 1, state: { tasks: [] } }, 403, /add_task/],
    ['state', { revision: 1, state: { categories: ['x'] } }, 403, /add_category/],
    ['state', { revision: 1, set: { note: 'the password is hunter2-Blue7' } }, 403, /secrets/],
    ['state', { revision: 1, set: { big: 'x'.repeat(16_001) } }, 400, /16000/],
    ['state', { revision: 1, set: { big: 'x'.repeat(1_000_001) } }, 413, /1000000/],
  ]
  for (const [route, body, status, words] of wrong) {
    const method = route === 'runs' ? 'POST' : 'PATCH'
    const answer = await program.ask(method, `/api/boards/${board}/${route}`, body)
    const brief = JSON.stringify(body).slice(0, 80)
    expect([brief, answer.status]).toEqual([brief, status])
    expect(answer.body).toEqual({
      ok: false,
      code: expect.any(String),
      message: expect.stringMatching(words),
    })
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  }
  const exported = await program.ask('GET', `/api/boards/${board}/export?format=json`)
  expect(exported.body).toMatchObject({ messages: [], turns: [], revisions: { length: 1 } })
})

test('an empty patch and an empty state change nothing', async () => {
  for (const empty of [{}, '', { state: {} }, { state: null }, { set: {}, delete: [] }]) {
    const answer = await program.ask('PATCH', statePath(), empty)
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ ok: true, revision: 1 })])
  }
})

test('for other users a board doesn’t exist: nothing is read or written', async ({ server }) => {
  const stranger = await makeProgram(server)
  await program.say(board, 'add a task: secret plans')
  const before = await program.state(board)
  for (const id of [board, 'no-such-board']) {
    const answers = [
      await stranger.ask('GET', statePath(id)),
      await stranger.ask('PATCH', statePath(id), { revision: before.revision, set: { a: 1 } }),
      await stranger.ask('PATCH', statePath(id), {}),
      await stranger.ask('POST', `/api/boards/${id}/runs`, { text: 'list all tasks', state: { a: 1 } }),
      await stranger.ask('GET', `/api/boards/${id}/export?format=json`),
    ]
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([404, { ok: false, code: 'not_found', message: 'Board not found.' }])
    }
  }
  expect(await program.state(board)).toEqual(before)
  expect((await stranger.ask('GET', '/api/boards')).body).toMatchObject({ boards: [] })
})

test('without a token, or with a wrong one, nothing is accessible', async ({ server }) => {
  const paths: [string, string][] = [
    ['GET', '/api/boards'],
    ['POST', '/api/boards'],
    ['GET', statePath()],
    ['PATCH', statePath()],
    ['POST', `/api/boards/${board}/runs`],
  ]
  for (const authorization of ['', 'Bearer tb_wrong', `Bearer ${program.token}x`]) {
    for (const [method, path] of paths) {
      const headers: Record<string, string> = authorization ? { authorization } : { origin: server.url }
      const response = await fetch(`${server.url}${path}`, { method, headers })
      expect([path, response.status]).toEqual([path, 401])
      expect(await response.json()).toMatchObject({ ok: false, code: 'not_allowed' })
    }
  }
  expect((await program.state(board)).revision).toBe(1)
})

test('more than sixty messages a minute are refused, and others still work', async ({ server }) => {
  const send = (from: Program) => from.ask('POST', '/api/boards/no-such-board/runs', { text: 'hello' })
  for (let i = 0; i < 60; i += 1) expect((await send(program)).status).toBe(404)
  const over = await send(program)
  expect(over.status).toBe(429)
  // Counted from the first message of the minute.
  const retryAfter = Number(over.headers.get('retry-after'))
  expect(retryAfter).toBeGreaterThan(0)
  expect(retryAfter).toBeLessThanOrEqual(60)
  expect(over.body).toMatchObject({ code: 'rate', message: expect.stringContaining('60 messages a minute') })
  expect((await send(await makeProgram(server))).status).toBe(404)
  expect((await program.state(board)).revision).toBe(1)
})

test('a browser is identified by its cookie, only from its own page; a token opens the same boards', async ({
  board: page,
  server,
}) => {
  await page.say('add a task: made as a guest')
  const id = new URL(page.page.url()).pathname.split('/').at(-1) ?? ''
  const inPage = await page.page.evaluate(
    async (path) =>
      (await fetch(path, { method: 'PATCH', body: '{"revision":2,"set":{"seen":true}}' })).status,
    statePath(id),
  )
  expect(inPage).toBe(200)
  const cookies = await page.page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const elsewhere = await fetch(`${server.url}${statePath(id)}`, {
    method: 'PATCH',
    headers: { cookie, origin: 'https://evil.example' },
    body: '{"revision":3,"set":{"seen":false}}',
  })
  expect(elsewhere.status).toBe(403)
  const read = await fetch(`${server.url}${statePath(id)}`, { headers: { cookie } })
  const { state } = await read.json()
  expect(state).toMatchObject({ seen: true, tasks: [{ title: 'made as a guest' }] })
  const exported = await (await fetch(`${server.url}/api/boards`, { headers: { cookie } })).json()
  expect(exported.lastOpened).toBe(id)
})

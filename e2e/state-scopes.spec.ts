/**
 * The four scopes of data: how long each lives, who may change it, and where it is shown. A test each, except
 * for the memory and library pages: memory.spec.ts and library.spec.ts.
 */

import { expectAgreement, readTruth, sessionOf } from './support/expect-agreement.ts'
import { callFor } from './support/fake-openai-handlers.ts'
import type { FakeOpenAI } from './support/fake-openai-server.ts'
import { text, toolCall } from './support/fake-openai-stream.ts'
import { expect, test } from './support/fixtures.ts'
import { clearModelServer } from './support/model-server.ts'
import { makeProgram, sql } from './support/programs.ts'
import type { TestServer } from './support/server.ts'

test('session state lives on one board: kept across reloads, and unknown to other boards', async ({
  board,
  page,
}) => {
  await board.openState()
  await board.addValue('colour', 'green')
  await page.reload()
  await board.ready()
  await expect(board.value('colour')).toContainText('green')
  await board.newBoard()
  await board.openState()
  await expect(board.value('colour')).toHaveCount(0)
  await page.goto('/memory')
  await expect(page.getByText('No memories yet.')).toBeVisible()
})

test('session state is changed by the agent and the user: both show on the board, and the database says who', async ({
  board,
  page,
  server,
}) => {
  await board.openState()
  await board.say('Set my theme preference to dark')
  await expect(board.value('user')).toContainText('dark')
  await board.addValue('mood', 'calm')
  await board.say('Increment the counter three times')
  await expect(board.value('counter')).toContainText('3')
  await expectAgreement(page, server)
  const { revisions, values } = await readTruth(server.databasePath, sessionOf(page))
  expect([...new Set(revisions.map(({ actor }) => actor))]).toEqual(['system', 'agent', 'user'])
  expect(values).toMatchObject([
    { id: 'counter', json: '3' },
    { id: 'mood', json: '"calm"' },
    { id: 'user', json: expect.stringContaining('dark') },
  ])
})

test('memory belongs to the user on all their boards, and is exported and imported with everything', async ({
  server,
}) => {
  const [program, other] = [await makeProgram(server), await makeProgram(server)]
  await program.say(await program.board(), 'remember that I plan in two-week sprints')
  const asked = 'what do you remember about sprints?'
  expect((await program.say(await program.board(), asked)).reply).toContain('two-week sprints')
  expect((await other.say(await other.board(), asked)).reply).toContain('No memories')
  const { body } = await program.ask('GET', '/api/export')
  expect((await other.ask('POST', '/api/boards/import', body as object)).body).toMatchObject({
    ok: true,
    memories: { added: 1, leftOut: 0 },
  })
  expect((await other.say(await other.board(), asked)).reply).toContain('two-week sprints')
})

test('memory is changed by the agent and on its page: it shows there, and on no board', async ({
  board,
  page,
  server,
}) => {
  await board.say('remember that I plan in two-week sprints')
  await board.openState()
  await expect(board.state).not.toContainText('sprints')
  const address = page.url()
  const sessionId = sessionOf(page)
  await page.goto('/memory')
  const fact = page.getByRole('listitem').filter({ hasText: 'I plan in' })
  await expect(fact).toContainText(/From .+, /)
  await fact.getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('textbox', { name: 'Memory', exact: true }).fill('I plan in three-week sprints')
  await page.keyboard.press('Enter')
  await expect(fact).toContainText('three-week')
  await page.goto(address)
  await board.ready()
  await expect(await board.say('what do you remember about sprints?')).toContainText('three-week')
  const kept = await sql(
    server,
    `select text from memories where user_id = (select user_id from sessions where id = ?)`,
    [sessionId],
  )
  expect(kept.map((row) => row.text)).toEqual(['I plan in three-week sprints'])
  const exported = await page.request.get(`/api/boards/${sessionId}/export?format=json`)
  const { state, revisions } = await exported.json()
  expect(JSON.stringify([state, revisions])).not.toContain('sprints')
})

test('knowledge is in the user’s library, shared by all their boards and no other user’s', async ({
  server,
}) => {
  const [program, other] = [await makeProgram(server), await makeProgram(server)]
  const put = (name: string, words: string) =>
    program.ask('POST', `/api/library?name=${name}&tag=home`, words)
  expect(await put('Boiler.md', '# Boiler\n\nBleed it every winter.')).toMatchObject({
    status: 200,
    body: { ok: true, replaced: false, document: { name: 'Boiler.md', tags: ['home'], version: 1 } },
  })
  expect((await put('boiler.md', '# Boiler\n\nBleed it every spring.')).body).toMatchObject({
    replaced: true,
    document: { version: 2 },
  })
  expect((await put('Large.md', 'x'.repeat(1_000_001))).status).toBe(413)
  expect((await put('Image.png', 'PNG\u0000')).status).toBe(400)
  for (const board of [await program.board(), await program.board()]) {
    const { reply } = await program.say(board, 'search my documents tagged home for the boiler')
    expect(reply).toMatch(/\[boiler\\?\.md, passage 1\]\(\/library\/[0-9a-f]+#p1\)/)
    expect(reply).toContain('every spring')
  }
  expect((await other.say(await other.board(), 'search my documents for the boiler')).reply).toContain(
    'No results for',
  )
  const everything = async (who: typeof program) => (await who.ask('GET', '/api/export')).body
  expect(await everything(program)).toMatchObject({
    documents: [{ name: 'boiler.md', tags: ['home'] }],
    memories: [],
  })
  expect(await everything(other)).toMatchObject({ documents: [] })
})

test.describe('with a language model that tries', () => {
  test.describe.configure({ mode: 'default' })
  let fake: FakeOpenAI
  let server: TestServer
  test.beforeEach(({ model }) => {
    fake = model.fake
    server = model.server
  })
  test.afterEach(({ model }) => clearModelServer(model))

  /** Every row of every table, as text. */
  async function everythingKept(): Promise<string> {
    const tables = await sql(
      server,
      "select name from sqlite_master where type = 'table' and sql not like '%virtual%'",
    )
    const rows = await Promise.all(tables.map(({ name }) => sql(server, `select * from "${name}"`)))
    return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? Number(value) : value))
  }
  const prompts = () => fake.requests.map(({ system, messages }) => JSON.stringify([system, messages]))

  test('knowledge is in the database, not in the prompt: only a search returns a passage', async () => {
    const program = await makeProgram(server)
    await program.ask('POST', '/api/library?name=Boiler.md', 'Bleed it every winter, says Ottilie.')
    fake.handle(function* (request) {
      const [found] = request.toolResultsAfterLastUser
      yield found ? text(found.text) : callFor(request, 'search_knowledge', { query: 'bleed' })
    })
    const { reply } = await program.say(await program.board(), 'when do I bleed the boiler?')
    expect(reply).toContain('says Ottilie')
    expect(prompts().map((prompt) => prompt.includes('Ottilie'))).toEqual([false, true])
    expect(await everythingKept()).toContain('says Ottilie')
  })

  test('only the user changes knowledge: the agent has no tool for it, whatever it calls', async () => {
    const program = await makeProgram(server)
    await program.ask('POST', '/api/library?name=Rules.md&tag=home', 'Shoes off.')
    const library = () =>
      sql(
        server,
        `select d.name, d.text, d.tags, d.version, d.deleted_at, p.text as passage
         from documents d left join passages p on p.document_id = d.id where d.user_id = ?`,
        [program.userId],
      )
    const before = await library()
    expect(before).toHaveLength(1)
    fake.handle(function* (request) {
      if (request.toolResultsAfterLastUser.length > 0) return yield text('Done.')
      for (const name of ['add_document', 'put_document', 'delete_document', 'tag_document'])
        yield toolCall(name, { name: 'Rules.md', text: 'Shoes on.', tags: ['x'] })
      yield toolCall('search_knowledge', { query: 'shoes', text: 'Shoes on.', delete: true })
      yield toolCall('update_session_state', { session_state_updates: { documents: ['Shoes on.'] } })
    })
    await program.say(await program.board(), 'change the rules')
    const [, after] = fake.requests
    expect(after?.toolResultsAfterLastUser.map(({ error }) => error).slice(0, 4)).toEqual(Array(4).fill(true))
    expect(await library()).toEqual(before)
  })

  test('dependencies live for one run: the next message no longer has them', async () => {
    const program = await makeProgram(server)
    const board = await program.board()
    await sql(server, 'update sessions set instructions = ? where id = ?', ['For {ticket}.', board])
    fake.handle(() => [text('Noted.')])
    await program.say(board, { text: 'hello', dependencies: { ticket: 'T-7391' } })
    await program.say(board, 'and now?')
    const [first, next] = prompts()
    expect(first).toContain('T-7391')
    expect(next).not.toContain('T-7391')
    expect(fake.requests.map(({ system }) => /For [^\n]*/.exec(system)?.[0])).toEqual([
      'For "T-7391".',
      'For {ticket}.',
    ])
  })

  test('dependencies are read-only: a model writes only session state', async () => {
    const program = await makeProgram(server)
    const board = await program.board()
    const forged = { ticket: 'forged', given: { ticket: 'forged' } }
    fake.handle(function* (request) {
      if (request.toolResultsAfterLastUser.length > 0) return yield text('Changed.')
      for (const name of ['set_dependencies', 'update_dependencies'])
        yield toolCall(name, { ticket: 'forged' })
      yield toolCall('update_session_state', { session_state_updates: forged })
      yield toolCall('update_session_state', { session_state_updates: { dependencies: forged } })
    })
    await program.say(board, { text: 'hello', dependencies: { ticket: 'T-7392' } })
    await program.say(board, 'and now?')
    const shown = fake.requests.map(({ state }) => (state as { dependencies?: unknown }).dependencies)
    expect(shown).toEqual([{ ticket: 'T-7392' }, { ticket: 'T-7392' }, undefined, undefined])
    const { state } = await program.state(board)
    expect(state).toMatchObject(forged)
    expect(state).not.toHaveProperty('dependencies')
  })

  test('dependencies are stored nowhere: no row of any table has them after use', async () => {
    const program = await makeProgram(server)
    const fact = 'only-in-this-run-7393'
    fake.handle(function* (request) {
      if (request.toolResultsAfterLastUser.length > 0) return yield text('Added.')
      yield callFor(request, 'add_task', { title: 'kept-of-this-run-7393' })
    })
    await program.say(await program.board(), { text: 'go', dependencies: { ticket: fact } })
    expect(prompts().every((prompt) => prompt.includes(fact))).toBe(true)
    expect(JSON.stringify((await program.ask('GET', '/api/export')).body)).not.toContain(fact)
    const kept = await everythingKept()
    expect(kept).toContain('kept-of-this-run-7393')
    expect(kept).not.toContain(fact)
    expect(server.log()).not.toContain(fact)
  })
})

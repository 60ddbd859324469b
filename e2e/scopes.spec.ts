/** The four scopes of what is known: how long each lives, who may change it, and where it shows. */
import { expect, test } from './support/fixtures.ts'
import { makeProgram, sql } from './support/programs.ts'

test('session state is of one board: said or written there, kept over a reload, and unknown to the next', async ({
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
  await expect(page.getByText('Nothing yet.')).toBeVisible()
})

test('knowledge is the user’s alone to change: no board writes it, a program with their token does', async ({
  server,
}) => {
  const [program, other] = [await makeProgram(server), await makeProgram(server)]
  const put = (name: string, text: string) => program.ask('POST', `/api/library?name=${name}&tag=home`, text)
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
  const boards = [await program.board(), await program.board()]
  for (const board of boards) {
    const { reply } = await program.say(board, 'search my documents tagged home for the boiler')
    expect(reply).toMatch(/\[boiler\\?\.md, passage 1\]\(\/library\/[0-9a-f]+#p1\)/)
    expect(reply).toContain('every spring')
  }
  expect((await other.say(await other.board(), 'search my documents for the boiler')).reply).toContain(
    'No document',
  )
  const everything = async (who: typeof program) => (await who.ask('GET', '/api/export')).body
  expect(await everything(program)).toMatchObject({
    documents: [{ name: 'boiler.md', tags: ['home'] }],
    memories: [],
  })
  expect(await everything(other)).toMatchObject({ documents: [] })
})

test('memory is the user’s on all their boards, and goes out and in with everything', async ({ server }) => {
  const [program, other] = [await makeProgram(server), await makeProgram(server)]
  await program.say(await program.board(), 'remember that I plan in two-week sprints')
  const asked = 'what do you remember about sprints?'
  expect((await program.say(await program.board(), asked)).reply).toContain('two-week sprints')
  expect((await other.say(await other.board(), asked)).reply).toContain('Nothing')
  const { body } = await program.ask('GET', '/api/export')
  expect((await other.ask('POST', '/api/boards/import', body as object)).body).toMatchObject({
    ok: true,
    memories: { added: 1, leftOut: 0 },
  })
  expect((await other.say(await other.board(), asked)).reply).toContain('two-week sprints')
})

test('dependencies are of one run: nothing changes them and nothing keeps them', async ({ server }) => {
  const program = await makeProgram(server)
  const board = await program.board()
  const fact = 'only-in-this-run-7391'
  await program.say(board, { text: 'show my tasks', dependencies: { ticket: fact } })
  expect(JSON.stringify((await program.ask('GET', '/api/export')).body)).not.toContain(fact)
  const tables = await sql(
    server,
    "select name from sqlite_master where type = 'table' and sql not like '%virtual%'",
  )
  for (const { name } of tables) {
    const rows = await sql(server, `select * from "${name}"`)
    expect(
      JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
    ).not.toContain(fact)
  }
})

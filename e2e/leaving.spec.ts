/** Slow answers: changes are saved even if the user leaves the page. */
import { arrive } from './security/users.ts'
import { BoardPage } from './support/board-page.ts'
import { holdActions } from './support/delay-actions.ts'
import { expectAgreement, readTruth, sessionOf } from './support/expect-agreement.ts'
import { expect, test } from './support/fixtures.ts'
import { startServer, type TestServer } from './support/server.ts'

const tick = (board: BoardPage, title: string) =>
  board
    .card(new RegExp(` ${title}$`))
    .getByRole('checkbox')
    .check()

async function done(board: string, { databasePath }: TestServer): Promise<string[]> {
  const { tasks } = await readTruth(databasePath, board)
  return tasks.flatMap(({ title, status }) => (status === 'done' ? [title] : [])).toSorted()
}

/** Two checkboxes: one command in flight, one queued. */
async function tickTwo(board: BoardPage) {
  await board.say('add a task: bread')
  await board.say('add a task: milk')
  const held = await holdActions(board.page)
  await tick(board, 'bread')
  await tick(board, 'milk')
  await held.has(1)
  return held
}

test('pending changes are saved after navigating to another page', async ({ board, page, server }) => {
  const id = sessionOf(page)
  const held = await tickTwo(board)
  await board.boards.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('heading', { name: 'Settings' })).toBeVisible()
  expect(await done(id, server)).toEqual([])
  held.letGo()
  await expect.poll(() => done(id, server)).toEqual(['bread', 'milk'])
  await page.getByRole('link', { name: 'Back to the board' }).click()
  await expect(board.cardIn('Done', / milk$/)).toBeVisible()
  await expect(board.cardIn('Done', / bread$/)).toBeVisible()
  await expectAgreement(page, server)
})

test('closing the page asks while a change has no answer, and the next visit sends it', async ({
  board,
  page,
  context,
  server,
}) => {
  const url = page.url()
  const id = sessionOf(page)
  await tickTwo(board)
  const asked = page.waitForEvent('dialog')
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await closed
  expect(await done(id, server)).toEqual([])

  const next = new BoardPage(await context.newPage())
  await next.page.goto(url)
  await expect(next.cardIn('Done', / milk$/)).toBeVisible()
  await expect.poll(() => done(id, server)).toEqual(['bread', 'milk'])
  await expectAgreement(next.page, server)
  // All is saved, so it closes without a question.
  const gone = next.page.waitForEvent('close')
  await next.page.close({ runBeforeUnload: true })
  await gone
})

/** The host that a browser uses isn’t the address that Next forwards an action to. */
const reached: [string, Record<string, string>][] = [
  ['by itself', {}],
  ['behind a proxy', { TRUST_PROXY: '1' }],
]
for (const [how, env] of reached) {
  test(`an action is done whatever page it is sent from, ${how}`, async () => {
    const server = await startServer({ env: { ...env, ALLOWED_HOSTS: 'board.test' } })
    const person = await arrive(server)
    const rename = (path: string, headers = {}) =>
      person.call('boards/[sessionId]/renameSession', [person.board, path], { path, headers })
    const own = { Host: 'board.test', Origin: 'https://board.test' }
    for (const path of ['/settings', '/memory', '/library', '/link/x', `/boards/${person.board}`]) {
      expect((await rename(path)).answer, path).toEqual({ ok: true })
      expect((await rename(path, own)).answer, path).toEqual({ ok: true })
      const { answer } = await rename(path, { ...own, Origin: 'https://evil.test' })
      expect(answer?.ok, path).not.toBe(true)
    }
    const onBoard = { path: `/boards/${person.board}` }
    expect((await person.call('settings/makeToken', ['a program'], onBoard)).answer?.ok).toBe(true)
    await server.stop()
  })
}

/** Without network or server the board says so, keeps edits in the tab, and sends them once it is back. */
import type { Page } from '@playwright/test'
import { BoardPage } from './support/board-page.ts'
import { expectAgreement, readTruth, sessionOf } from './support/expect-agreement.ts'
import { expect, secondTab, test } from './support/fixtures.ts'
import { startServer, type TestServer } from './support/server.ts'

// What browsers log when the network is cut on purpose.
test.use({ allowedErrors: [/ERR_|Failed to load resource|Failed to fetch|fetch failed/] })

const note = (board: BoardPage) => board.page.locator('header').getByRole('status')
const toasts = (board: BoardPage) => board.page.getByRole('region', { name: 'Notifications' })

async function add(board: BoardPage, title: string): Promise<void> {
  const field = board.column('Open').getByRole('textbox', { name: 'Add task to Open' })
  await field.fill(title)
  await field.press('Enter')
  await expect(board.card(new RegExp(` ${title}$`))).toBeVisible()
}

/** Waits until idle-time loading has finished. */
async function loadedAll(page: Page): Promise<void> {
  let before = -1
  await expect
    .poll(
      async () => {
        const now = await page.evaluate(() => performance.getEntriesByType('resource').length)
        const isSame = now === before
        before = now
        return isSame
      },
      { intervals: [1_500], timeout: 20_000 },
    )
    .toBe(true)
}

async function titles(board: BoardPage, { databasePath }: TestServer): Promise<string[]> {
  const { tasks } = await readTruth(databasePath, sessionOf(board.page))
  return tasks.map(({ title }) => title).toSorted()
}

async function revisions(board: BoardPage, { databasePath }: TestServer): Promise<number> {
  return (await readTruth(databasePath, sessionOf(board.page))).revisions.length
}

test('offline edits are shown as pending; back online, each is made once', async ({
  board,
  page,
  server,
}) => {
  await add(board, 'here before')
  const other = await secondTab(page)
  await add(board, 'also before')
  await expect.poll(() => titles(board, server)).toEqual(['also before', 'here before'])
  const before = await revisions(board, server)
  await loadedAll(page)
  await page.context().setOffline(true)
  await add(board, 'made offline')
  await expect(note(board)).toHaveText('Offline, 1 unsaved change')
  await board.card('#1 here before').getByRole('checkbox').check()
  await expect(board.cardIn('Done', '#1 here before')).toBeVisible()
  await expect(note(board)).toHaveText('Offline, 2 unsaved changes')
  await expect(note(other)).toHaveText('Reconnecting…')
  expect(await revisions(board, server)).toBe(before)

  await page.context().setOffline(false)
  await expect(other.card('#3 made offline')).toBeVisible()
  for (const tab of [board, other]) {
    await expect(tab.cardIn('Done', '#1 here before')).toBeVisible()
    await expect(note(tab)).toHaveText('')
  }
  await expect.poll(() => revisions(board, server)).toBe(before + 2)
  await expectAgreement(page, server)
  await expectAgreement(other.page, server)
})

test('menus and dialogs also work offline', async ({ board, page, server }) => {
  await add(board, 'to be opened')
  await loadedAll(page)
  await page.context().setOffline(true)
  await board
    .card('#1')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await page.getByRole('menuitem', { name: 'Edit details…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('renamed offline')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(board.card('#1 renamed offline')).toBeVisible()
  await page.context().setOffline(false)
  await expect.poll(() => titles(board, server)).toEqual(['renamed offline'])
  await expectAgreement(page, server)
})

test('a message that can’t be sent is put back into the box', async ({ board, page }) => {
  await board.say('add a task: sent in time')
  await page.context().setOffline(true)
  await board.message.fill('add a task: sent later')
  await board.message.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'Couldn’t send the message.' })).toBeVisible()
  await expect(board.message).toHaveValue('add a task: sent later')
  await page.context().setOffline(false)
  await board.ready()
  await board.message.press('Enter')
  await expect(board.card('#2 sent later')).toBeVisible()
})

test('a message that arrived is removed from the box, even if its answer was lost', async ({
  board,
  page,
  server,
}) => {
  await board.say('add a task: first')
  // The action reaches the server; its answer is lost.
  await page.route('**/boards/*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await board.message.fill('add a task: only once')
  await board.message.press('Enter')
  await expect(board.card('#2 only once')).toBeVisible()
  await expect(board.message).toHaveValue('')
  await page.unroute('**/boards/*')
  expect(await titles(board, server)).toEqual(['first', 'only once'])
})

test('after a server is killed and restarted, pending edits are sent once, in order', async ({ browser }) => {
  const server = await startServer()
  const context = await browser.newContext({ baseURL: server.url })
  const board = new BoardPage(await context.newPage())
  await board.open()
  await add(board, 'before the end')
  await expect.poll(() => titles(board, server)).toEqual(['before the end'])
  await loadedAll(board.page)
  await server.kill('SIGKILL')
  await add(board, 'while it was away')
  await board
    .card(/ before the end$/)
    .getByRole('checkbox')
    .check()
  await add(board, 'and one more')
  await expect(note(board)).toHaveText('Offline, 3 unsaved changes')
  await server.start()
  await expect(note(board)).toHaveText('', { timeout: 15_000 })
  await expect(board.cardIn('Done', '#1 before the end')).toBeVisible()
  await expect
    .poll(() => titles(board, server))
    .toEqual(['and one more', 'before the end', 'while it was away'])
  const { revisions: made } = await readTruth(server.databasePath, sessionOf(board.page))
  expect(new Set(made.map(({ reply }) => reply)).size).toBe(made.length)
  await expectAgreement(board.page, server)
  await context.close()
  await server.stop()
})

test('pending edits survive a reload with their keys; a refused one stays reported', async ({ browser }) => {
  const server = await startServer()
  const context = await browser.newContext({ baseURL: server.url })
  const board = new BoardPage(await context.newPage())
  board.page.on('dialog', (dialog) => void dialog.accept())
  await board.open()
  await add(board, 'doomed')
  await add(board, 'kept')
  await expect.poll(() => titles(board, server)).toEqual(['doomed', 'kept'])
  const elsewhere = await secondTab(board.page)

  // Only this tab loses the server.
  const isAction = (method: string) => method === 'POST'
  let done = 0
  await board.page.route('**/boards/*', async (route) => {
    if (!isAction(route.request().method())) return route.fallback()
    // The first is done, but its answer is lost.
    if (done++ === 0) await route.fetch()
    await route.abort('connectionreset')
  })
  await add(board, 'done but not answered')
  await board
    .card(/ doomed$/)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await board.page.getByRole('menuitem', { name: 'Edit title' }).click()
  await expect(board.page.getByRole('textbox', { name: 'Title of #1' })).toBeFocused()
  await board.page.keyboard.type('typed for nothing')
  await board.page.keyboard.press('Enter')
  await add(board, 'waits over the reload')
  await elsewhere
    .card(/ doomed$/)
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await elsewhere.page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(elsewhere.card(/ doomed$/)).toHaveCount(0)

  await board.page.unroute('**/boards/*')
  await board.page.reload()
  await expect(board.card(/ waits over the reload$/)).toBeVisible()
  await expect(toasts(board)).toContainText('Error:')
  await expect(toasts(board)).toContainText('doomed')
  await expect(toasts(board).getByRole('button', { name: 'Copy what I wrote' })).toBeVisible()
  await expect
    .poll(() => titles(board, server))
    .toEqual(['done but not answered', 'kept', 'waits over the reload'])
  await board.page.reload()
  await board.ready()
  expect(await titles(board, server)).toEqual(['done but not answered', 'kept', 'waits over the reload'])
  await expectAgreement(board.page, server)
  await context.close()
  await server.stop()
})

test('a silent server is noticed, and the tab catches up once it responds @long', async ({ browser }) => {
  test.setTimeout(90_000)
  const server = await startServer()
  const context = await browser.newContext({ baseURL: server.url })
  const board = new BoardPage(await context.newPage())
  await board.open()
  await add(board, 'before')
  process.kill(server.pid(), 'SIGSTOP')
  await expect(note(board)).toHaveText('Reconnecting…', { timeout: 30_000 })
  await add(board, 'into the silence')
  await expect(note(board)).toHaveText('Offline, 1 unsaved change')
  process.kill(server.pid(), 'SIGCONT')
  await expect(note(board)).toHaveText('', { timeout: 5_000 })
  await expect.poll(() => titles(board, server)).toEqual(['before', 'into the silence'])
  await expectAgreement(board.page, server)
  await context.close()
  await server.stop()
})

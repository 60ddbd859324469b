/** A deployment while tabs are open: the page reloads, and drafts and queued messages are kept. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { BoardPage } from './support/board-page.ts'
import { readTruth, sessionOf } from './support/expect-agreement.ts'
import { startFakeOpenAI } from './support/fake-openai-server.ts'
import { gate, type Handler, text } from './support/fake-openai-stream.ts'
import { expect, test } from './support/fixtures.ts'
import { startServer } from './support/server.ts'

/** The server is down for a moment, and doesn’t know old actions. */
test.use({ allowedErrors: [/Failed to load resource|ERR_(CONNECTION|INCOMPLETE|EMPTY)/] })

/** The same files with another build id: what an open page sees of a deployment. */
function nextBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-build-'))
  link('.', folder, ['.next', '.git'])
  mkdirSync(join(folder, '.next'))
  link('.next', join(folder, '.next'), ['BUILD_ID'])
  writeFileSync(join(folder, '.next/BUILD_ID'), 'the-next-build')
  return folder
}

function link(from: string, to: string, without: readonly string[]): void {
  const names = readdirSync(from).filter((name) => !without.includes(name))
  for (const name of names) symlinkSync(resolve(from, name), join(to, name))
}

const buildOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.build)

/** How often this page was loaded since. */
function countLoads(page: Page): () => number {
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  return () => loads
}

test('a tab reloads into the new build once; its draft and queued messages are kept', async ({ browser }) => {
  test.slow()
  const waits: Handler = async function* () {
    yield text('Working on it. ')
    yield gate()
  }
  const fake = await startFakeOpenAI(waits)
  const server = await startServer({
    env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.url, INSTANT_COMMANDS: 'off' },
  })
  const folder = nextBuild()
  const context = await browser.newContext({ baseURL: server.url })
  try {
    const board = new BoardPage(await context.newPage())
    await board.open()
    expect(await buildOf(board.page)).toMatch(/^[\w-]+$/)
    await board.send('the first message')
    await expect(board.replies().last()).toContainText('Working on it.')
    await board.send('the one that waits')
    await board.message.fill('half a thought')
    const loads = countLoads(board.page)
    await server.kill('SIGTERM')
    fake.handle(async function* () {
      yield text('Answered by the new build.')
    })
    await server.start(folder)
    await expect.poll(() => buildOf(board.page).catch(() => ''), { timeout: 20_000 }).toBe('the-next-build')
    await board.ready()
    await expect(board.message).toHaveValue('half a thought')
    await expect(board.replies().first()).toContainText('Working on it.')
    await expect(board.replies().last()).toContainText('Answered by the new build.')
    await board.idle()
    expect(loads()).toBe(1)
    const { messages } = await readTruth(server.databasePath, sessionOf(board.page))
    const said = messages.filter(({ role }) => role === 'user').map((message) => message.text)
    expect(said).toEqual(['the first message', 'the one that waits'])
  } finally {
    await context.close()
    await server.stop()
    await fake.close()
    rmSync(folder, { recursive: true })
  }
})

test('a reload waits while a field has unsaved text', async ({ browser }) => {
  test.slow()
  const server = await startServer()
  const folder = nextBuild()
  const context = await browser.newContext({ baseURL: server.url })
  try {
    const board = new BoardPage(await context.newPage())
    await board.open()
    const own = await buildOf(board.page)
    const field = board.column('Open').getByRole('textbox', { name: 'Add task to Open' })
    await field.fill('typed over the deployment')
    await server.kill('SIGTERM')
    await server.start(folder)
    const note = board.page.getByText('This page will reload when you finish editing.').first()
    await expect(note).toBeVisible({ timeout: 20_000 })
    await expect(field).toHaveValue('typed over the deployment')
    expect(await buildOf(board.page)).toBe(own)
    await field.press('Enter')
    await expect.poll(() => buildOf(board.page).catch(() => ''), { timeout: 20_000 }).toBe('the-next-build')
    await expect(board.card('#1 typed over the deployment')).toBeVisible()
  } finally {
    await context.close()
    await server.stop()
    rmSync(folder, { recursive: true })
  }
})

/** From now on the page calls unknown actions, as a page of an older build does. */
async function forgetActions(page: Page, until: () => boolean): Promise<void> {
  await page.route('**/boards/*', async (route) => {
    const headers = await route.request().allHeaders()
    if (!headers['next-action'] || until()) return route.fallback()
    return route.continue({ headers: { ...headers, 'next-action': `40${'0'.repeat(40)}` } })
  })
}

test('an action that the server no longer knows reloads the page, and the message isn’t lost', async ({
  board,
  page,
  server,
}) => {
  const loads = countLoads(page)
  await forgetActions(page, () => loads() > 0)
  await board.message.fill('add a task: kept over the update')
  await board.message.press('Enter')
  await expect.poll(loads).toBe(1)
  await board.ready()
  await expect(board.message).toHaveValue('add a task: kept over the update')
  await board.message.press('Enter')
  await expect(board.card('#1 kept over the update')).toBeVisible()
  await board.idle()
  const { messages } = await readTruth(server.databasePath, sessionOf(page))
  expect(messages.filter(({ role }) => role === 'user')).toHaveLength(1)
  expect(loads()).toBe(1)
})

test('a page that is still old after a reload doesn’t reload forever', async ({ board, page }) => {
  const loads = countLoads(page)
  await forgetActions(page, () => false)
  await board.message.fill('nobody knows this action')
  await board.message.press('Enter')
  await expect.poll(loads).toBe(1)
  await expect(page.getByText('Taskboard was updated. Reload to get the new version.').first()).toBeVisible()
  await expect(board.message).toHaveValue('nobody knows this action')
  expect(loads()).toBe(1)
})

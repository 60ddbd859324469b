/** Live updates and persistence: tabs, browsers, reloads, restarts. */
import { BoardPage } from './support/board-page.ts'
import { expectAgreement, readTruth, sessionOf } from './support/expect-agreement.ts'
import { expect, secondTab, test } from './support/fixtures.ts'
import { startServer } from './support/server.ts'

test('a change in one tab shows up in the other, both ways, from the board and the chat', async ({
  board,
  page,
  server,
}) => {
  const other = await secondTab(page)
  await board.say('add a task: from the first tab')
  await expect(other.cardIn('Open', '#1 from the first tab')).toBeVisible()
  await expect(other.replies()).toHaveCount(1)
  await other.card('#1').getByRole('checkbox').check()
  await expect(board.cardIn('Done', '#1 from the first tab')).toBeVisible()
  await other.say('add a task: from the second tab')
  await expect(board.card('#2 from the second tab')).toBeVisible()
  await expectAgreement(page, server)
  await expectAgreement(other.page, server)
})

test('ten tabs of one browser stay live and usable @long', async ({ board, page, server }) => {
  const tabs = [board]
  for (let i = 1; i < 10; i++) tabs.push(await secondTab(page))
  await tabs[9]?.say('add a task: seen everywhere')
  for (const tab of tabs) await expect(tab.card('#1 seen everywhere')).toBeVisible()
  await tabs[4]?.card('#1').getByRole('checkbox').check()
  for (const tab of tabs) await expect(tab.cardIn('Done', '#1 seen everywhere')).toBeVisible()
  await expectAgreement(page, server)
})

test('the tab that held the connection closes, and the others stay live', async ({ board, page }) => {
  const second = await secondTab(page)
  const third = await secondTab(page)
  await page.close()
  await second.say('add a task: after the first tab closed')
  await expect(third.card('#1 after the first tab closed')).toBeVisible()
  expect(board.page.isClosed()).toBe(true)
})

test('two browsers never see each other’s data, and a foreign board looks like a missing one', async ({
  board,
  page,
  otherBrowser,
  server,
}) => {
  await board.say('add a task: a secret of mine')
  const context = await otherBrowser()
  const stranger = new BoardPage(await context.newPage())
  await stranger.open()
  await expect(stranger.region.getByRole('article')).toHaveCount(0)
  const own = sessionOf(stranger.page)

  await stranger.page.goto(`/boards/${sessionOf(page)}`)
  await stranger.ready()
  expect(sessionOf(stranger.page)).toBe(own)
  await stranger.page.goto(`/boards/${'0'.repeat(32)}`)
  await stranger.ready()
  expect(sessionOf(stranger.page)).toBe(own)

  const foreign = await context.request.get(`${server.url}/api/boards/${sessionOf(page)}/export?format=json`)
  const none = await context.request.get(`${server.url}/api/boards/${'0'.repeat(32)}/export?format=json`)
  expect(foreign.status()).toBe(404)
  expect(await foreign.text()).toBe(await none.text())
  const mine = await page.request.get(`${server.url}/api/boards/${sessionOf(page)}/export?format=json`)
  expect(await mine.text()).toContain('a secret of mine')
})

test('`/` opens the most recent board, also after a restart', async ({ browser }) => {
  const server = await startServer()
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  const board = new BoardPage(page)
  await board.open()
  await board.say('add a task: still here later on')
  const sessionId = sessionOf(page)
  await board.newBoard()
  await page.goto(`/boards/${sessionId}`)
  await board.ready()
  const truth = await readTruth(server.databasePath, sessionId)

  await server.kill('SIGTERM')
  await server.start()
  await page.goto('/')
  await board.ready()
  expect(sessionOf(page)).toBe(sessionId)
  await expect(board.card('#1 still here later on')).toBeVisible()
  expect(await readTruth(server.databasePath, sessionId)).toEqual(truth)

  const cookie = (await context.cookies()).find(({ name }) => name === 'taskboard')
  const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400
  expect(days).toBeGreaterThan(399)
  expect(days).toBeLessThan(401)
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  await context.close()
  await server.stop()
})

test('an open tab reconnects after the server restarts @long', async ({ browser }) => {
  const server = await startServer()
  const context = await browser.newContext({ baseURL: server.url })
  const board = new BoardPage(await context.newPage())
  await board.open()
  await board.say('add a task: before')
  await server.kill('SIGKILL')
  await server.start()
  await board.say('add a task: after')
  await expect(board.card('#2 after')).toBeVisible()
  await expectAgreement(board.page, server)
  await context.close()
  await server.stop()
})

test('bots, previews and health checks create no users', async ({ server, playwright }) => {
  const count = async () => {
    const { createClient } = await import('@libsql/client')
    const client = createClient({ url: `file:${server.databasePath}` })
    const { rows } = await client.execute('select count(*) as n from users')
    client.close()
    return Number(rows[0]?.n)
  }
  const before = await count()
  const bot = await playwright.request.newContext({
    extraHTTPHeaders: { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' },
  })
  expect((await bot.get(`${server.url}/`)).status()).toBe(200)
  expect((await bot.get(`${server.url}/healthz`)).status()).toBe(200)
  const plain = await playwright.request.newContext()
  const home = await plain.get(`${server.url}/`, { maxRedirects: 0 })
  expect(home.status()).toBe(307)
  expect(home.headers()['set-cookie']).toBeUndefined()
  await plain.head(`${server.url}/`, { maxRedirects: 0 })
  expect(await count()).toBe(before)
  await bot.dispose()
  await plain.dispose()
})

test('127.0.0.1 redirects to localhost, so that both have the same account', async ({
  board,
  page,
  server,
}) => {
  await board.say('add a task: one and the same')
  await page.goto(`http://127.0.0.1:${server.port}/`)
  await board.ready()
  expect(new URL(page.url()).hostname).toBe('localhost')
  await expect(board.card('#1 one and the same')).toBeVisible()
})

/** API tokens, sign-in links, and signed-in devices. */
import { createClient } from '@libsql/client'
import type { APIRequestContext, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { BoardPage } from './support/board-page.ts'
import { sessionOf } from './support/expect-agreement.ts'
import { expect, test } from './support/fixtures.ts'
import { SettingsPage } from './support/settings-page.ts'

// The open page of a device that was signed out may ask once more before it goes.
test.use({ allowedErrors: [/status of 401/] })

const exportOf = (page: Page) => `/api/boards/${sessionOf(page)}/export?format=json`
const ask = (request: APIRequestContext, path: string, token: string) =>
  request.get(path, { headers: { Authorization: `Bearer ${token}` } })

test('a token gives a script access to the boards until it is revoked', async ({
  board,
  page,
  playwright,
  server,
}) => {
  const settings = new SettingsPage(page)
  await board.say('add a task: for the program')
  const path = exportOf(page)
  await settings.open()
  const token = await settings.makeToken('nightly export')
  await expect(settings.section('API tokens')).toContainText('never used')
  const program = await playwright.request.newContext({ baseURL: server.url })
  const answer = await ask(program, path, token)
  expect(answer.status()).toBe(200)
  expect((await answer.json()).state.tasks).toMatchObject([{ title: 'for the program' }])
  expect((await program.get(path)).status()).toBe(401)
  expect((await ask(program, path, `tb_${'a'.repeat(43)}`)).status()).toBe(401)
  // A wrong token is not covered by the cookie that this browser sends along.
  expect((await ask(page.request, path, 'tb_wrong')).status()).toBe(401)
  expect((await page.request.get(path)).status()).toBe(200)

  await settings.reload()
  await expect(settings.section('API tokens')).toContainText('last used')
  // It was shown once: neither the page nor the log has it.
  expect(await page.content()).not.toContain(token)
  expect(server.log()).not.toContain(token)
  await page.getByRole('button', { name: 'Revoke nightly export' }).click()
  await expect(page.getByText('nightly export', { exact: true })).toHaveCount(0)
  const refused = await ask(program, path, token)
  expect(refused.status()).toBe(401)
  expect(refused.headers()['www-authenticate']).toContain('Bearer')
  await program.dispose()
})

test('a token doesn’t open boards of other users', async ({
  board,
  page,
  otherBrowser,
  playwright,
  server,
}) => {
  const mine = exportOf(page)
  const stranger = new BoardPage(await (await otherBrowser()).newPage())
  await stranger.open()
  const settings = new SettingsPage(stranger.page)
  await settings.open()
  const token = await settings.makeToken('of a stranger')
  const program = await playwright.request.newContext({ baseURL: server.url })
  expect((await ask(program, mine, token)).status()).toBe(404)
  await program.dispose()
  await expect(board.region).toBeVisible()
})

test('a link signs in another browser, once; that device can be signed out', async ({
  board,
  page,
  otherBrowser,
  playwright,
  server,
}) => {
  const settings = new SettingsPage(page)
  await board.say('add a task: on both')
  await settings.open()
  const url = await settings.makeLink()
  await expect(page.getByRole('img', { name: 'The link as a QR code' })).toBeVisible()
  expect(url).toMatch(new RegExp(`^${server.url}/link/[A-Za-z0-9_-]{43}$`))

  // A preview of the link looks at it and opens nothing.
  const preview = await playwright.request.newContext()
  for (let i = 0; i < 2; i++) {
    const seen = await preview.get(url)
    expect(seen.headers()['set-cookie']).toBeUndefined()
    expect(seen.headers()['referrer-policy']).toBe('no-referrer')
    expect(seen.headers()['cache-control']).toContain('no-store')
  }
  await preview.dispose()

  const phone = new BoardPage(await (await otherBrowser()).newPage())
  await phone.page.goto(url)
  await expect(phone.page.getByRole('heading', { name: 'Sign in on this device?' })).toBeVisible()
  await expectAccessible(phone.page)
  await phone.page.getByRole('button', { name: 'Sign in' }).click()
  await phone.page.waitForURL(/\/boards\//)
  await phone.ready()
  await expect(phone.card('#1 on both')).toBeVisible()
  await phone.say('add a task: from there')

  // Used again, by whomever: nothing.
  const late = await (await otherBrowser()).newPage()
  await late.goto(url)
  await expect(late.getByRole('heading', { name: 'Invalid or expired link' })).toBeVisible()
  await expect(late.getByRole('button', { name: /Open/ })).toHaveCount(0)
  expect(await late.context().cookies()).toEqual([])

  await settings.reload()
  await expect(page.getByLabel('Sign-in link')).toHaveCount(0)
  expect(server.log()).not.toContain(url.split('/').at(-1))
  const devices = settings.section('Devices').getByRole('listitem')
  await expect(devices).toHaveCount(2)
  await expect(devices.first()).toContainText('This device')
  await devices
    .nth(1)
    .getByRole('button', { name: /Sign out/ })
    .click()
  await expect(devices).toHaveCount(1)
  // The last device can't be signed out: the boards would be unreachable.
  await expect(devices.first().getByRole('button')).toHaveCount(0)
  expect((await phone.page.request.get(exportOf(phone.page))).status()).toBe(401)
  // Its open page goes too, at the next heartbeat of its feed.
  await expect(phone.card('#1 on both')).toHaveCount(0, { timeout: 25_000 })
  await settings.back()
  await expect(board.card('#2 from there')).toBeVisible()
})

test('expired, wrong and guessed links are invalid', async ({ board, page, otherBrowser, server }) => {
  const settings = new SettingsPage(page)
  await board.open()
  await settings.open()
  const url = await settings.makeLink()
  const other = await (await otherBrowser()).newPage()
  await other.goto(url)
  const open = other.getByRole('button', { name: 'Sign in' })
  await expect(open).toBeEnabled()
  await writeDatabase(server.databasePath, 'update device_links set expires_at = 1')
  // It ran out while it was looked at.
  await open.click()
  await expect(other.getByRole('alert').filter({ hasText: 'Invalid or expired link' })).toBeVisible()
  for (const wrong of [url, `${url.slice(0, -1)}_`, `${server.url}/link/x`, `${server.url}/link/__proto__`]) {
    await other.goto(wrong)
    await expect(other.getByRole('heading', { name: 'Invalid or expired link' })).toBeVisible()
  }
  expect(await other.context().cookies()).toEqual([])
})

test('a browser with its own boards is told what it would leave, and can keep them @long', async ({
  board,
  page,
  otherBrowser,
}) => {
  const settings = new SettingsPage(page)
  await board.say('add a task: the account’s')
  await settings.open()
  const url = await settings.makeLink()
  const other = new BoardPage(await (await otherBrowser()).newPage())
  await other.open()
  await other.say('add a task: its own')
  await other.page.goto(url)
  await expect(other.page.getByText('This browser has 1 board in another account')).toBeVisible()
  await expectAccessible(other.page)
  await other.page.getByRole('button', { name: 'Stay in this account' }).click()
  await other.page.waitForURL(/\/boards\//)
  await expect(other.card('#1 its own')).toBeVisible()
  // The link was not used up by looking.
  await other.page.goto(url)
  await other.page.getByRole('button', { name: 'Switch accounts' }).click()
  await other.page.waitForURL(/\/boards\//)
  await expect(other.card('#1 the account’s')).toBeVisible()
})

test('opening a link in the browser that created it doesn’t use it up', async ({ board, page }) => {
  const settings = new SettingsPage(page)
  await board.open()
  await settings.open()
  const url = await settings.makeLink()
  await page.goto(url)
  await expect(page.getByRole('heading', { name: 'You’re already signed in' })).toBeVisible()
  await page.getByRole('button', { name: 'Go to your boards' }).click()
  await page.waitForURL(/\/boards\//)
})

test('signing out this device keeps the others signed in', async ({ board, page, otherBrowser }) => {
  const settings = new SettingsPage(page)
  await board.say('add a task: kept')
  await settings.open()
  const url = await settings.makeLink()
  const other = new BoardPage(await (await otherBrowser()).newPage())
  await other.page.goto(url)
  await other.page.getByRole('button', { name: 'Sign in' }).click()
  await other.page.waitForURL(/\/boards\//)
  await other.ready()
  await settings.reload()
  await page.getByRole('button', { name: 'Sign out this device' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(/\/boards\//)
  await board.ready()
  await expect(board.region.getByRole('article')).toHaveCount(0)
  await other.page.reload()
  await expect(other.card('#1 kept')).toBeVisible()
})

async function writeDatabase(path: string, sql: string): Promise<void> {
  const client = createClient({ url: `file:${path}` })
  try {
    await client.execute(sql)
  } finally {
    client.close()
  }
}

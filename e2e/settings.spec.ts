/** The settings page: what is chosen is kept and acts. */
import { expectAccessible } from './support/accessible.ts'
import { BoardPage } from './support/board-page.ts'
import { boardTools } from './support/fake-openai-checks.ts'
import { startFakeOpenAI } from './support/fake-openai-server.ts'
import { expect, test } from './support/fixtures.ts'
import { startServer } from './support/server.ts'
import { SettingsPage } from './support/settings-page.ts'

test('every choice is kept over a reload, in another tab too', async ({ board, page }) => {
  const settings = new SettingsPage(page)
  await settings.open()
  const values = async (on = page) => ({
    name: await on.getByLabel('Name', { exact: true }).inputValue(),
    zone: await on.getByRole('combobox', { name: 'Time zone' }).inputValue(),
    language: await on.getByLabel('Language of dates').inputValue(),
    order: await on.getByLabel('Order of dates').inputValue(),
    week: await on.getByLabel('Week starts on').inputValue(),
    theme: await on.getByRole('radio', { name: 'Dark' }).isChecked(),
    facts: await on.getByRole('checkbox', { name: 'Remember details' }).isChecked(),
    instant: await on.getByRole('checkbox', { name: 'Instant commands' }).isChecked(),
    cleanUp: await on.getByLabel('Delete boards unused').inputValue(),
  })
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('Ana <b>')
  await name.press('Enter')
  await settings.saved()
  await settings.zone('new y', 'America / New York')
  await settings.choose('Language of dates', 'Deutsch')
  await settings.choose('Order of dates', 'Year, month, day')
  await settings.choose('Week starts on', 'Saturday')
  await settings.radio('Theme', 'Dark')
  for (const label of ['Remember details', 'Instant commands']) {
    await page.getByRole('checkbox', { name: label }).uncheck()
    await settings.saved()
  }
  await page.getByLabel('Delete boards unused').fill('45')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Turn on (45 days)' }).click()
  await settings.saved()
  const chosen = {
    name: 'Ana <b>',
    zone: 'America / New York',
    language: 'de',
    order: 'year-first',
    week: 'saturday',
    theme: true,
    facts: false,
    instant: false,
    cleanUp: '45',
  }
  await settings.reload()
  expect(await values()).toEqual(chosen)
  await expect(page.getByText('On: after 45 days')).toBeVisible()
  const tab = await page.context().newPage()
  await tab.goto('/settings')
  await new SettingsPage(tab).ready()
  expect(await values(tab)).toEqual(chosen)
  await settings.back()
  await expect(board.region).toBeVisible()
})

test('dates on cards and in the calendar read as chosen, at once and after Back', async ({ board, page }) => {
  const settings = new SettingsPage(page)
  const year = new Date().getUTCFullYear() + 1
  await board.say(`add a task: far, due ${year}-12-24`)
  await board.say('add a task: near, due tomorrow')
  await expect(board.card('#1')).toContainText(`24 Dec ${year}`)
  await expect(board.card('#2')).toContainText('Tomorrow')
  await settings.open()
  await settings.choose('Language of dates', 'Deutsch')
  await settings.back()
  await expect(board.card('#1')).toContainText(`24. Dez. ${year}`)
  await expect(board.card('#2')).toContainText('Morgen')
  await settings.open()
  await settings.choose('Language of dates', 'English (UK)')
  await settings.choose('Order of dates', 'Month, day, year')
  await settings.choose('Week starts on', 'Sunday')
  // The browser's own way back shows no page from before.
  await page.goBack()
  await board.ready()
  await expect(board.card('#1')).toContainText(`Dec 24, ${year}`)
  await board.card('#1').hover()
  await board
    .card('#1')
    .getByRole('button', { name: /Actions for #1/ })
    .click()
  await page.getByRole('menuitem', { name: 'Edit details…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`Dec 24, ${year}`)
  await dialog.getByRole('button', { name: 'Calendar' }).click()
  const calendar = page.getByRole('table', { name: 'Calendar' })
  await expect(calendar.getByRole('columnheader').first()).toHaveText('Sun')
  await expect(calendar.getByRole('button', { name: `24 December ${year}` })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Due date')).toHaveValue(`${year + 1}-01-25`)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(board.card('#1')).toContainText(`Jan 25, ${year + 1}`)
})

test('tomorrow is tomorrow in the zone that was chosen @long', async ({ board, page }) => {
  const settings = new SettingsPage(page)
  const dayIn = (timeZone: string, days: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(Date.now() + days * 86_400_000)
  // Twenty-five hours lie between them: it is never the same day in both.
  const [first, last] = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const
  await settings.open()
  await settings.zone('kiritimati', 'Pacific / Kiritimati')
  await settings.back()
  await board.say('add a task: pack, due tomorrow')
  const due = board.card('#1').getByRole('time')
  await expect(due).toHaveText('Tomorrow')
  await expect(due).toHaveAttribute('datetime', dayIn(first, 1))
  // The browser says UTC each time a board opens: the zone that was chosen stays.
  await page.reload()
  await board.ready()
  await board.say('add a task: go, due today')
  await expect(board.card('#2').getByRole('time')).toHaveAttribute('datetime', dayIn(first, 0))
  await settings.open()
  await settings.zone('pago', 'Pacific / Pago Pago')
  await settings.back()
  await expect(board.card('#2').getByRole('time')).not.toHaveText('Today')
  await board.say('add a task: stay, due tomorrow')
  await expect(board.card('#3').getByRole('time')).toHaveAttribute('datetime', dayIn(last, 1))
  await settings.open()
  await settings.radio('Time zone', 'Browser default')
  await settings.saved()
  await settings.back()
  await board.say('add a task: home, due today')
  await expect(board.card('#4').getByRole('time')).toHaveAttribute('datetime', dayIn('UTC', 0))
})

test('the theme is the one the board’s own switch has', async ({ board, page }) => {
  const settings = new SettingsPage(page)
  await settings.open()
  await settings.radio('Theme', 'Dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await settings.back()
  await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible()
  await page.reload()
  await board.ready()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test.describe('without a server', () => {
  test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED/] })

  test('what is refused goes back to what is kept, and says so', async ({ board, page }) => {
    const settings = new SettingsPage(page)
    await board.say('add a task: here')
    await settings.open()
    await page.getByLabel('Delete boards unused').fill('30')
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByText('No boards have been unused for 30 days')).toBeVisible()
    await page.context().setOffline(true)
    await page.getByLabel('Order of dates').selectOption('year-first')
    await expect(page.getByRole('alert').filter({ hasText: 'The server isn’t responding.' })).toBeVisible()
    await expect(page.getByLabel('Order of dates')).toHaveValue('auto')
    await page.context().setOffline(false)
    await settings.choose('Order of dates', 'Year, month, day')
  })
})

test.describe('a model', () => {
  test('is checked: what is right, and what is wrong', async ({ browser }) => {
    const fake = await startFakeOpenAI('scripted')
    const env = {
      OPENAI_API_KEY: 'sk-of-this-test',
      OPENAI_BASE_URL: fake.url,
      TASKBOARD_MODEL: 'some-model',
    }
    const server = await startServer({ env })
    const context = await browser.newContext({ baseURL: server.url })
    const page = await context.newPage()
    const board = new BoardPage(page)
    const settings = new SettingsPage(page)
    await board.open()
    await settings.open()
    const check = page.getByRole('button', { name: 'Test connection' })
    const answer = settings.section('Assistant').getByRole('status')
    await check.click()
    await expect(answer).toHaveText(/^some-model works/)
    fake.handle('http401')
    await check.click()
    await expect(answer).toHaveText(/rejected the API key/)
    expect(await page.content()).not.toContain('sk-of-this-test')
    expect(server.log()).not.toContain('sk-of-this-test')
    expect(fake.problems).toEqual([])
    await context.close()
    await server.stop()
    await fake.close()
  })

  test('is offered no tool to keep facts where that is off, and is asked where instant answers are off', async ({
    browser,
  }) => {
    const without = boardTools().filter((name) => name !== 'update_session_state')
    const fake = await startFakeOpenAI('scripted', { tools: without })
    const server = await startServer({ env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.url } })
    const context = await browser.newContext({ baseURL: server.url })
    const board = new BoardPage(await context.newPage())
    const settings = new SettingsPage(board.page)
    await board.open()
    await board.say('add a task: at once')
    expect(fake.requests).toHaveLength(0)
    await settings.open()
    for (const label of ['Instant commands', 'Remember details']) {
      await board.page.getByRole('checkbox', { name: label }).uncheck()
      await settings.saved()
    }
    await settings.back()
    await board.say('add a task: by the model')
    await expect(board.card('#2 by the model')).toBeVisible()
    const offered = fake.requests[0]?.tools.map(({ name }) => name)
    expect(offered).not.toContain('update_session_state')
    expect(fake.problems).toEqual([])
    await context.close()
    await server.stop()
    await fake.close()
  })
})

test('without a model the page says how to connect one', async ({ board, page }) => {
  await new SettingsPage(page).open()
  await expect(page.getByText(/set OPENAI_API_KEY in \.env\.local/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Test connection' })).toHaveCount(0)
  await expect(board.page.getByText('Offline model')).toBeVisible()
})

test('axe finds nothing on the settings page', async ({ board, page }) => {
  const settings = new SettingsPage(page)
  await board.open()
  await settings.open()
  await settings.makeToken('a program')
  await settings.makeLink()
  await page.getByRole('button', { name: 'Preview' }).click()
  await settings.radio('Time zone', 'Fixed')
  await settings.saved()
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Time zone' }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page)
})

test('the settings fit a phone, and are reached from it @phone', async ({ board, page }) => {
  await board.open()
  await page.getByRole('button', { name: 'Toggle sidebar' }).tap()
  const settings = new SettingsPage(page)
  await settings.open()
  await settings.makeToken('a program')
  await settings.makeLink()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  const main = await page.getByRole('main').evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(main).toBe(0)
  await expectAccessible(page)
  await settings.back()
})

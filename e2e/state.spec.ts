/** The State view: values, lists, checkpoints and figures, edited and live; and the board’s theme. */
import { createClient } from '@libsql/client'
import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { BoardPage } from './support/board-page.ts'
import { holdActions } from './support/delay-actions.ts'
import { leave, stage } from './support/driven-stage.ts'
import { expectAgreement, readTruth, sessionOf } from './support/expect-agreement.ts'
import { callFor } from './support/fake-openai-handlers.ts'
import { end, type Handler, text } from './support/fake-openai-stream.ts'
import { expect, secondTab, test } from './support/fixtures.ts'
import { composeEnter } from './support/keyboard.ts'
import type { ModelServer } from './support/model-server.ts'
import { startServer } from './support/server.ts'

async function valuesIn(page: Page, server: { databasePath: string }): Promise<Record<string, unknown>> {
  const { values } = await readTruth(server.databasePath, sessionOf(page))
  return Object.fromEntries(
    values.flatMap(({ id, json }) => (json === null ? [] : [[id, JSON.parse(json)] as const])),
  )
}

test('values are added with a guessed or a chosen kind', async ({ board, page, server }) => {
  await board.openState()
  await board.addValue('mood', 'calm')
  await board.addValue('counter', '42')
  await board.addValue('verified', 'true')
  await board.addValue('trip', '{"to": "Porto", "stops": ["Óbidos", "Coimbra"]}')
  await board.state.getByRole('button', { name: 'Add value' }).click()
  await board.state.getByRole('textbox', { name: 'Key' }).fill('room')
  await board.state.getByRole('textbox', { name: 'New value' }).fill('42')
  const kind = board.state.getByRole('combobox', { name: 'Type', exact: true })
  await expect(kind).toHaveValue('number')
  await kind.selectOption('Text')
  await board.state.getByRole('textbox', { name: 'New value' }).press('Enter')
  await expect(board.value('trip')).toContainText('stops')
  await expect(board.value('trip').getByRole('button', { name: 'Óbidos (edit trip.stops.0)' })).toBeVisible()
  await expectAgreement(page, server)
  expect(await valuesIn(page, server)).toEqual({
    counter: 42,
    mood: 'calm',
    room: '42',
    trip: { to: 'Porto', stops: ['Óbidos', 'Coimbra'] },
    user: { preferences: {} },
    verified: true,
  })
})

test('a value is edited in place, whole or one part, and Escape cancels', async ({ board, page, server }) => {
  await board.openState()
  await board.addValue('trip', '{"to": "Porto", "days": 3, "paid": false}')
  await board.value('trip').getByRole('button', { name: 'Porto (edit trip.to)' }).click()
  await board.state.getByRole('textbox', { name: 'Value of trip.to' }).fill('Braga')
  await page.keyboard.press('Enter')
  await expect(board.value('trip').getByRole('button', { name: 'Braga (edit trip.to)' })).toBeVisible()
  await board.value('trip').getByRole('button', { name: '3 (edit trip.days)' }).click()
  await board.state.getByRole('textbox', { name: 'Value of trip.days' }).fill('4')
  await page.keyboard.press('Enter')
  await expect(board.value('trip').getByRole('button', { name: '4 (edit trip.days)' })).toBeVisible()
  await board.value('trip').getByRole('button', { name: 'false (edit trip.paid)' }).click()
  const paid = board.state.getByRole('textbox', { name: 'Value of trip.paid' })
  await paid.fill('yes')
  await composeEnter(paid)
  await page.keyboard.press('Enter')
  await expect(board.value('trip').getByRole('button', { name: 'true (edit trip.paid)' })).toBeVisible()
  await board.onValue('trip', 'Edit')
  const whole = board.state.getByRole('textbox', { name: 'Value of trip' })
  await whole.fill('{"to": "nowhere"}')
  await page.keyboard.press('Escape')
  await expect(whole).toHaveCount(0)
  await expect(board.state).toBeVisible()
  await expect(board.value('trip').getByRole('button', { name: 'Actions for trip' })).toBeFocused()
  expect((await valuesIn(page, server)).trip).toEqual({ to: 'Braga', days: 4, paid: true })
  await page.keyboard.press('Control+z')
  await expect(board.value('trip').getByRole('button', { name: 'false (edit trip.paid)' })).toBeVisible()
  await expectAgreement(page, server)
})

test('a refusal is shown beside the field, and no typed text is lost', async ({ board, page, server }) => {
  await board.openState()
  await board.state.getByRole('button', { name: 'Add value' }).click()
  const key = board.state.getByRole('textbox', { name: 'Key' })
  const value = board.state.getByRole('textbox', { name: 'New value' })
  const problem = board.state.getByRole('alert')
  const add = board.state.getByRole('button', { name: 'Add', exact: true })
  await value.fill('{"a": 1,}')
  await add.click()
  await expect(problem).toContainText('Invalid JSON')
  await value.fill('{"a": 1}')
  await expect(problem).toHaveCount(0)
  await add.click()
  await expect(problem).toContainText('Enter a key.')
  await key.fill('tasks')
  await add.click()
  await expect(problem).toContainText('add_task')
  await key.fill('a.b')
  await value.fill('x')
  await key.fill('user')
  await add.click()
  await expect(problem).toContainText('user already exists')
  await expect(key).toHaveValue('user')
  await expect(value).toHaveValue('x')
  await expect(value).toBeFocused()
  await expect(value).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Escape')

  await board.onValue('user', 'Edit')
  const user = board.state.getByRole('textbox', { name: 'Value of user' })
  await user.fill('{"preferences": {"theme": "purple"}}')
  await board.state.getByRole('button', { name: 'Save' }).click()
  await expect(
    problem.filter({ hasText: 'user.preferences.theme does not fit: Use light, dark or system' }),
  ).toBeVisible()
  await expect(user).toHaveValue('{"preferences": {"theme": "purple"}}')
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('does not fit')).toHaveCount(0)
  await expectAgreement(page, server)
})

test('a value, and all values, can be deleted and restored', async ({ board, page, server }) => {
  await board.openState()
  await board.addValue('mood', 'calm')
  await board.addValue('counter', '1')
  await board.onValue('mood', 'Delete')
  await expect(board.value('mood')).toHaveCount(0)
  await expect(board.value('user').getByRole('button', { name: 'Actions for user' })).toBeFocused()
  await expectAgreement(page, server)
  await board.toastUndo().click()
  await expect(board.value('mood')).toContainText('calm')
  await board.state.getByRole('button', { name: 'Clear all' }).click()
  await expect(board.state).toContainText('No values yet.')
  await expectAgreement(page, server)
  await board.toastUndo().first().click()
  await expect(board.value('counter')).toBeVisible()
  await expect(board.value('user')).toBeVisible()
  await expectAgreement(page, server)
  await page.reload()
  await board.ready()
  await expect(board.value('mood')).toContainText('calm')
})

/** The moment an element leaves its page. */
function whenGone(row: Element): Promise<number> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (row.isConnected) return
      observer.disconnect()
      resolve(Date.now())
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}

test('a value that expires while two tabs show it disappears from both for good @long', async ({
  board,
  page,
  server,
}) => {
  await board.openState()
  const other = await secondTab(page)
  await expect(other.state).toBeVisible()
  await board.state.getByRole('button', { name: 'Add value' }).click()
  await board.state.getByRole('textbox', { name: 'Key' }).fill('code')
  await board.state.getByRole('textbox', { name: 'New value' }).fill('swordfish')
  await board.state.getByRole('combobox', { name: 'Expires' }).selectOption('Custom…')
  await board.state.getByRole('spinbutton', { name: 'Duration' }).fill('4')
  await board.state.getByRole('combobox', { name: 'Unit' }).selectOption('seconds')
  await board.state.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(board.value('code')).toContainText(/expires in \d s/)
  await expect(other.value('code')).toContainText(/expires in \d s/)
  const { values, revisions } = await readTruth(server.databasePath, sessionOf(page))
  const due = values.find(({ id }) => id === 'code')?.expiresAt ?? 0
  expect(due).toBeGreaterThan(Date.now())
  const times = await Promise.all([board, other].map((tab) => tab.value('code').evaluate(whenGone)))
  for (const goneAt of times) {
    expect(goneAt).toBeGreaterThanOrEqual(due)
    expect(goneAt - due).toBeLessThan(2_500)
  }
  await expect(board.value('code')).toHaveCount(0)
  expect((await readTruth(server.databasePath, sessionOf(page))).revisions).toEqual(revisions)
  await page.reload()
  await board.ready()
  await expect(board.value('user')).toBeVisible()
  await expect(board.value('code')).toHaveCount(0)
  const markup = await (await page.request.get(page.url())).text()
  expect(markup.includes('swordfish')).toBe(false)
  await expectAgreement(page, server)
})

test.describe('far from the server’s zone', () => {
  test.use({ timezoneId: 'Pacific/Auckland' })

  test('a reload with the view open shows local times without an error', async ({ board, page }) => {
    await board.openState()
    await board.addValue('mood', 'calm')
    await board.onValue('mood', 'Set expiry…')
    await board.state.getByRole('combobox', { name: 'Expires' }).selectOption('In 1 hour')
    await board.state.getByRole('button', { name: 'Save' }).click()
    await board.state.getByRole('textbox', { name: 'Checkpoint name' }).fill('now')
    await page.keyboard.press('Enter')
    const time = board.state.getByRole('region', { name: 'Checkpoints' }).getByRole('time')
    await expect(time).toHaveText(/\d:\d\d/)
    const said = await time.textContent()
    await page.reload()
    await board.ready()
    await expect(time).toHaveText(said ?? '')
    await expect(board.value('mood')).toContainText('expires in 1 h')
  })
})

test('the focus stays where the user moved it while a change is being saved', async ({ board, page }) => {
  await board.openState()
  await board.addValue('mood', 'calm')
  const held = await holdActions(page)
  await board.onValue('mood', 'Set expiry…')
  const lasting = board.state.getByRole('combobox', { name: 'Expires' })
  await lasting.selectOption('In 1 hour')
  await board.state.getByRole('button', { name: 'Save' }).click()
  await held.has(1)
  const checkpoint = board.state.getByRole('textbox', { name: 'Checkpoint name' })
  await checkpoint.fill('no')
  held.letGo()
  await expect(lasting).toHaveCount(0)
  await expect(board.value('mood')).toContainText('1 h')
  await page.keyboard.type('w')
  await expect(checkpoint).toHaveValue('now')
})

test('the expiry of a value is set, postponed and removed without changing the value', async ({
  board,
  page,
  server,
}) => {
  await board.openState()
  await board.addValue('mood', 'calm')
  await board.onValue('mood', 'Set expiry…')
  const time = board.state.getByRole('combobox', { name: 'Expires' })
  await expect(time).toBeFocused()
  await time.selectOption('In 1 hour')
  await board.state.getByRole('button', { name: 'Save' }).click()
  await expect(board.value('mood')).toContainText('expires in 1 h')
  await board.onValue('mood', 'Set expiry…')
  await time.selectOption('Custom…')
  await board.state.getByRole('spinbutton', { name: 'Duration' }).fill('0')
  await board.state.getByRole('button', { name: 'Save' }).click()
  await expect(board.state.getByRole('alert')).toContainText('up to 1 year')
  await time.selectOption('Never')
  await board.state.getByRole('button', { name: 'Save' }).click()
  await expect(board.value('mood')).not.toContainText('expires in')
  await expect(board.value('mood')).toContainText('calm')
  await expectAgreement(page, server)
})

test('a corrupted value is shown as it is, replaced or deleted, and the rest works @long', async ({
  browser,
}) => {
  const server = await startServer()
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  const board = new BoardPage(page)
  await board.open()
  await board.openState()
  await board.addValue('mood', 'calm')
  await board.addValue('plan', '["one"]')
  await board.addValue('whole', 'well')
  await server.kill('SIGTERM')
  const client = createClient({ url: `file:${server.databasePath}` })
  await client.execute(`update state_values set json = '{"half": "of a th' where id = 'mood'`)
  await client.execute(`update state_values set json = '["one", ' where id = 'plan'`)
  client.close()
  await server.start()
  await page.reload()
  await board.ready()
  await expect(board.value('whole')).toContainText('well')
  await expect(board.value('mood')).toContainText('Corrupted value')
  await expect(board.state.getByRole('textbox', { name: 'Stored text of mood' })).toHaveValue(
    '{"half": "of a th',
  )
  await expectAccessible(page)
  await board.state.getByRole('button', { name: 'Replace mood' }).click()
  const field = board.state.getByRole('textbox', { name: 'Value of mood' })
  await expect(field).toHaveValue('{"half": "of a th')
  await field.fill('calm again')
  await page.keyboard.press('Enter')
  await expect(board.value('mood')).toContainText('calm again')
  await expect(board.value('mood')).not.toContainText('Corrupted value')
  await board.state.getByRole('button', { name: 'Delete plan' }).click()
  await expect(board.value('plan')).toHaveCount(0)
  await board.toastUndo().click()
  await expect(board.value('plan')).toContainText('Corrupted value')
  await page.reload()
  await board.ready()
  await expect(board.value('mood')).toContainText('calm again')
  await expect(board.value('plan')).toContainText('Corrupted value')
  await context.close()
  await server.stop()
})

test('corrupted tasks are listed, repaired and removed in State', async ({ board, page, server }) => {
  await board.say('add a task: call Ana')
  await board.say('add a task: buy bread')
  const client = createClient({ url: `file:${server.databasePath}` })
  const mine = [sessionOf(page)]
  await client.execute({
    sql: `update tasks set status = 'banana', priority = 'urgent!' where number = 1 and session_id = ?`,
    args: mine,
  })
  await client.execute({ sql: `update tasks set title = '' where number = 2 and session_id = ?`, args: mine })
  client.close()
  await page.reload()
  await board.ready()
  await board.openState()
  const part = board.state.getByRole('region', { name: 'Corrupted tasks' })
  await expect(part).toContainText('#1 call Ana: can’t read status “banana” and priority “urgent!”')
  await expect(part).toContainText(/#2 damaged \w+: can’t read title/)
  await expectAccessible(page)
  await part.getByRole('button', { name: 'Repair #1' }).click()
  await expect(part).not.toContainText('call Ana')
  await part.getByRole('button', { name: 'Remove #2' }).click()
  await expect(part).toHaveCount(0)
  await expect(await board.say('what is corrupted?')).toContainText('Nothing on this board is corrupted.')
  await page.reload()
  await board.ready()
  await expect(part).toHaveCount(0)
  await expectAgreement(page, server)
})

test('changes in another tab appear, and are shown to a user editing the same value', async ({
  board,
  page,
  server,
}) => {
  await board.openState()
  await board.addValue('mood', 'calm')
  const other = await secondTab(page)
  await board.onValue('mood', 'Edit')
  await board.state.getByRole('textbox', { name: 'Value of mood' }).fill('my own words')
  await other.onValue('mood', 'Edit')
  await other.state.getByRole('textbox', { name: 'Value of mood' }).fill('stormy')
  await other.page.keyboard.press('Enter')
  await expect(board.state).toContainText('Changed to stormy while you were editing.')
  await expect(board.state.getByRole('textbox', { name: 'Value of mood' })).toHaveValue('my own words')
  await board.state.getByRole('button', { name: 'Save' }).click()
  await expect(other.value('mood')).toContainText('my own words')
  await expectAgreement(page, server)
})

test('a list links to its card; a checkpoint is saved, restored, undone and deleted', async ({
  board,
  page,
  server,
}) => {
  await board.makeList('shopping')
  await board.addTo('shopping', 'milk')
  await board.openState()
  await board.state.getByRole('button', { name: /shopping/i }).click()
  await expect(board.list('shopping').getByRole('textbox')).toBeFocused()
  await board.state.getByRole('textbox', { name: 'Checkpoint name' }).fill('only milk')
  await page.keyboard.press('Enter')
  const back = board.state.getByRole('button', { name: 'Restore only milk' })
  await expect(back).toBeVisible()
  await board.addTo('shopping', 'eggs, bread')
  await board.addValue('mood', 'calm')
  await back.click()
  const dialog = page.getByRole('dialog', { name: 'Restore “only milk”?' })
  await expect(dialog).toContainText('Tasks, categories, lists and values return to how they were')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(board.list('shopping').getByRole('checkbox')).toHaveCount(3)
  await expect(back).toBeFocused()
  await back.click()
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(board.list('shopping').getByRole('checkbox')).toHaveCount(1)
  await expect(board.value('mood')).toHaveCount(0)
  await expectAgreement(page, server)
  await board.toastUndo().last().click()
  await expect(board.list('shopping').getByRole('checkbox')).toHaveCount(3)
  await expect(board.value('mood')).toBeVisible()
  await board.state.getByRole('button', { name: 'Delete checkpoint only milk' }).click()
  await expect(back).toHaveCount(0)
  await board.toastUndo().last().click()
  await expect(back).toBeVisible()
  await expectAgreement(page, server)
})

test('the view is in the URL; keys open and close it; Back leaves it', async ({ board, page }) => {
  await board.region.getByRole('button', { name: 'State', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(board.state).toBeFocused()
  await expect(page).toHaveURL(/\?view=state$/)
  await page.reload()
  await board.ready()
  await expect(board.state).toBeVisible()
  await board.state.getByRole('button', { name: 'Actions for user' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await expect(board.state).toBeVisible()
  await board.state.getByRole('button', { name: 'Close the state' }).focus()
  await page.keyboard.press('Escape')
  await expect(board.state).toHaveCount(0)
  await expect(board.region.getByRole('button', { name: 'State', exact: true })).toBeFocused()
  await page.goBack()
  await expect(board.state).toBeVisible()
  await page.goForward()
  await expect(board.state).toHaveCount(0)
})

/** Makes the call in the message, `tool {…}`, and reports it. */
const obedient: Handler = function* (request) {
  const [, tool = '', args = '{}'] = /^(\w+) (\{.*\})$/s.exec(request.lastUser) ?? []
  if (tool === '' || request.toolResultsAfterLastUser.length > 0) yield text('Done.')
  else yield callFor(request, tool, JSON.parse(args))
  yield end('stop')
}

async function withAgent(
  browser: Browser,
  model: ModelServer,
  work: (board: BoardPage, databasePath: string) => Promise<void>,
) {
  const on = await stage(browser, model, obedient)
  await work(on.board, on.server.databasePath)
  await leave(on)
}

const remember = (updates: object) =>
  `update_session_state ${JSON.stringify({ session_state_updates: updates })}`
const themeOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.theme)

test('values set by the agent appear, in plain words, and the figures count them', async ({
  browser,
  model,
}) => {
  await withAgent(browser, model, async (board, databasePath) => {
    await board.openState()
    await board.say(remember({ user: { name: 'John', age: 30 } }))
    await expect(board.value('user').getByRole('button', { name: 'John (edit user.name)' })).toBeVisible()
    await expect(board.replies().last()).toContainText('Remembered name: John and age: 30')
    await expect(board.replies().last()).not.toContainText('session_state_updates', { useInnerText: true })
    await board.say('get_session_state {}')
    await expect(board.replies().last()).toContainText('Read state')
    await expect(board.state).toContainText('Replies2')
    await expect(board.state).toContainText(/Tokens, \S+40 in, 20 out/)
    await expect(board.state).toContainText('Visits1')
    await expectAgreement(board.page, { databasePath })
  })
})

test('the screens of a board follow its theme at once, keep it, and respect the user’s choice @long', async ({
  browser,
  model,
}) => {
  await withAgent(browser, model, async (board) => {
    const { page } = board
    const other = await secondTab(page)
    await board.say(remember({ user: { preferences: { theme: 'dark' } } }))
    await expect.poll(() => themeOf(page)).toBe('dark')
    await expect.poll(() => themeOf(other.page)).toBe('dark')
    await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
    await page.reload()
    await board.ready()
    expect(await themeOf(page)).toBe('dark')

    await page.getByRole('button', { name: 'Theme: dark' }).click()
    await page.getByRole('button', { name: 'Theme: system' }).click()
    await expect.poll(() => themeOf(page)).toBe('light')
    await expect.poll(() => themeOf(other.page)).toBe('light')
    await board.say(remember({ mood: 'calm' }))
    await page.reload()
    await board.ready()
    expect(await themeOf(page)).toBe('light')

    await board.openState()
    await board.value('user').getByRole('button', { name: 'dark (edit user.preferences.theme)' }).click()
    await board.state.getByRole('textbox', { name: 'Value of user.preferences.theme' }).fill('system')
    await page.keyboard.press('Enter')
    await expect.poll(() => themeOf(page)).toBe('system')
    await expect.poll(() => themeOf(other.page)).toBe('system')
  })
})

test('axe finds nothing in the State view', async ({ board, page }) => {
  await board.openState()
  await expectAccessible(page)
  await board.addValue('trip', '{"to": "Porto", "days": 3, "hotel": {"name": "", "paid": null}, "stops": []}')
  await board.state.getByRole('textbox', { name: 'Checkpoint name' }).fill('now')
  await page.keyboard.press('Enter')
  await board.onValue('trip', 'Edit')
  await board.state.getByRole('textbox', { name: 'Value of trip' }).fill('{')
  await board.state.getByRole('combobox', { name: 'Type', exact: true }).selectOption('List or object')
  await board.state.getByRole('button', { name: 'Save' }).click()
  await expect(board.state.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await board.state.getByRole('button', { name: 'Restore now' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page)
})

test('on a phone the State view covers the board, and links back to a list @phone', async ({
  board,
  page,
}) => {
  await page.getByRole('tab', { name: /Board/ }).tap()
  await board.makeList('shopping')
  await board.openState()
  await expect(board.region).toBeHidden()
  await board.addValue('trip', `{"to": "${'Donaudampfschifffahrtsgesellschaft'.repeat(4)}"}`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
  await board.state.getByRole('button', { name: /shopping/i }).tap()
  await expect(board.state).toHaveCount(0)
  await expect(board.list('shopping').getByRole('textbox')).toBeFocused()
})

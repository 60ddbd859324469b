/** Queued messages: edited, removed, sent now; over tabs, reloads, Stop and restarts. */
import type { Locator } from '@playwright/test'
import type { BoardPage } from './support/board-page.ts'
import { last, leave, stage, stop } from './support/driven-stage.ts'
import { readTruth, sessionOf } from './support/expect-agreement.ts'
import { gate, type Handler, text } from './support/fake-openai-stream.ts'
import { expect, secondTab, test } from './support/fixtures.ts'
import { composeEnter } from './support/keyboard.ts'

/** Answers with the text it got, and continues when told to. */
const echo: Handler = async function* (request) {
  yield text(`You said: ${request.lastUser}. `)
  yield gate()
}

/** What waits, in the order of the screen. */
const queued = (board: BoardPage) =>
  board.log.getByRole('article', { name: 'You' }).filter({ hasText: 'Queued' })
const waiting = (board: BoardPage, words: string) => queued(board).filter({ hasText: words })
const act = (message: Locator, name: string) => message.getByRole('button', { name, exact: true })
const box = (board: BoardPage) => board.log.getByRole('textbox', { name: 'Edit queued text' })

async function expectQueue(board: BoardPage, ...words: string[]): Promise<void> {
  await expect(queued(board)).toHaveText(words.map((text) => new RegExp(`^${text}Queued`)))
}

async function asked(board: BoardPage, databasePath: string): Promise<string[]> {
  const { messages } = await readTruth(databasePath, sessionOf(board.page))
  return messages.filter(({ role }) => role === 'user').map((message) => message.text)
}

test('queued messages are edited, removed and sent now, the same in two tabs, and Stop keeps the rest', async ({
  browser,
  model,
}) => {
  // Long, and two browsers wide: a busy machine needs its time.
  test.setTimeout(90_000)
  const on = await stage(browser, model, echo)
  const { board, fake } = on
  const other = await secondTab(board.page)
  await board.send('first')
  await expect(last(board)).toContainText('You said: first')
  for (const words of ['second', 'third', 'fourth', 'fifth']) await board.send(words)
  for (const tab of [board, other]) await expectQueue(tab, 'second', 'third', 'fourth', 'fifth')

  await act(waiting(other, 'second'), 'Edit').click()
  await box(other).fill('second, in other words')
  await composeEnter(box(other))
  await box(other).press('Enter')
  await expect(box(other)).toHaveCount(0)
  await expect(other.message).toBeFocused()
  await act(waiting(board, 'third'), 'Remove').click()
  for (const tab of [board, other]) await expectQueue(tab, 'second, in other words', 'fourth', 'fifth')

  await act(waiting(board, 'fifth'), 'Send now').click()
  for (const tab of [board, other]) {
    await expect(last(tab)).toContainText('You said: fifth')
    await expect(tab.log).toContainText('Stopped. No changes made.')
    await expectQueue(tab, 'second, in other words', 'fourth')
  }

  await stop(board).click()
  for (const tab of [board, other]) {
    await expect(last(tab)).toContainText('You said: second, in other words')
    await expectQueue(tab, 'fourth')
  }
  fake.release()
  await expect(last(other)).toContainText('You said: fourth')
  fake.release()
  await board.idle()
  expect(await asked(board, on.server.databasePath)).toEqual([
    'first',
    'fifth',
    'second, in other words',
    'fourth',
  ])
  expect(fake.requests.map(({ lastUser }) => lastUser)).not.toContain('third')
  await leave(on)
})

test('the queue survives a reload, a kill and a restart, and is answered in order @long', async ({
  browser,
  model,
}) => {
  const on = await stage(browser, model, echo)
  const { board, fake, server } = on
  await board.send('first')
  await expect(last(board)).toContainText('You said: first')
  await board.send('second')
  await board.send('third')
  await expectQueue(board, 'second', 'third')
  await board.page.reload()
  await expectQueue(board, 'second', 'third')
  await server.kill('SIGKILL')
  await server.start()
  await expect(board.log).toContainText('The server stopped before finishing', { timeout: 15_000 })
  await expect(last(board)).toContainText('You said: second')
  await expectQueue(board, 'third')
  await server.kill('SIGTERM')
  await server.start()
  await expect(last(board)).toContainText('You said: third', { timeout: 15_000 })
  await expectQueue(board)
  fake.release()
  await board.idle()
  expect(await asked(board, server.databasePath)).toEqual(['first', 'second', 'third'])
  const { turns } = await readTruth(server.databasePath, sessionOf(board.page))
  expect(turns.map(({ status }) => status)).toEqual(['interrupted', 'interrupted', 'completed'])
  await leave(on)
})

test('if a message starts while it is being edited, its text is kept for a new message @long', async ({
  browser,
  model,
}) => {
  const on = await stage(browser, model, echo)
  const { board, fake } = on
  await board.send('first')
  await expect(last(board)).toContainText('You said: first')
  await board.send('second')
  await act(waiting(board, 'second'), 'Edit').click()
  await box(board).fill('second, but late')
  fake.release()
  await expect(last(board)).toContainText('You said: second.')
  await expect(board.log.getByText('It’s already being answered.')).toBeVisible()
  await expect(box(board)).toHaveValue('second, but late')
  await board.log.getByRole('button', { name: 'Send as new message' }).click()
  await expectQueue(board, 'second, but late')
  fake.release()
  await expect(last(board)).toContainText('You said: second, but late.')
  fake.release()
  await board.idle()
  await leave(on)
})

test('the queue works by keyboard', async ({ browser, model }) => {
  const on = await stage(browser, model, echo)
  const { board, fake } = on
  const { keyboard } = board.page
  await board.send('first')
  await expect(last(board)).toContainText('You said: first')
  await board.send('second')
  await board.send('third')
  await act(waiting(board, 'second'), 'Send now').focus()
  await keyboard.press('Tab')
  await expect(act(waiting(board, 'second'), 'Edit')).toBeFocused()
  await keyboard.press('Enter')
  await expect(box(board)).toBeFocused()
  await keyboard.press('End')
  await keyboard.type(' one')
  await keyboard.press('Shift+Enter')
  await keyboard.type('on two lines')
  await keyboard.press('Enter')
  await expect(board.message).toBeFocused()
  await expect(waiting(board, 'second one\non two lines')).toBeVisible()
  await act(waiting(board, 'third'), 'Edit').press('Enter')
  await expect(box(board)).toBeFocused()
  await keyboard.type('never kept')
  await keyboard.press('Escape')
  await expect(waiting(board, 'third')).toBeVisible()
  await act(waiting(board, 'third'), 'Remove').press('Enter')
  await expect(waiting(board, 'third')).toHaveCount(0)
  await expect(board.message).toBeFocused()
  await act(waiting(board, 'second'), 'Send now').press('Enter')
  await expect(last(board)).toContainText('You said: second one on two lines')
  fake.release()
  await board.idle()
  await leave(on)
})

test('the queue works on a phone @phone', async ({ browser, model }) => {
  const on = await stage(browser, model, echo)
  const { board, fake } = on
  await board.send('first')
  await expect(last(board)).toContainText('You said: first')
  await board.send('second, with enough words that they need more than one line of the screen')
  await board.send('third')
  for (const name of ['Send now', 'Edit', 'Remove']) {
    const size = await act(waiting(board, 'third'), name).boundingBox()
    expect(size?.height, name).toBeGreaterThanOrEqual(32)
  }
  await act(waiting(board, 'third'), 'Edit').tap()
  await box(board).fill('third, by thumb')
  await board.log.getByRole('button', { name: 'Save' }).tap()
  await expectQueue(board, 'second, .*', 'third, by thumb')
  await act(waiting(board, 'second'), 'Remove').tap()
  await act(waiting(board, 'third'), 'Send now').tap()
  await expect(last(board)).toContainText('You said: third, by thumb')
  fake.release()
  await board.idle()
  await leave(on)
})

/** Lists, facts and checkpoints, typed as people type them, with the offline model; screen and database agree. */
import type { Page } from '@playwright/test'
import { BoardPage } from './support/board-page.ts'
import { expectAgreement, sessionOf } from './support/expect-agreement.ts'
import { expect, test } from './support/fixtures.ts'

type State = { lists: { name: string; items: { text: string }[] }[]; [key: string]: unknown }

async function stateOf(page: Page): Promise<State> {
  const response = await page.request.get(`/api/boards/${sessionOf(page)}/export?format=json`)
  return (await response.json()).state
}

async function listsOf(page: Page): Promise<Record<string, string[]>> {
  const { lists } = await stateOf(page)
  return Object.fromEntries(lists.map(({ name, items }) => [name, items.map(({ text }) => text)]))
}

test('a shopping list: filled, taken from, read, begun anew, and all of that taken back', async ({
  board,
  page,
  server,
}) => {
  const added = await board.say('Add milk, eggs, and bread to the shopping list')
  await expect(added).toContainText('Added milk, eggs and bread to the shopping list.')
  expect(await listsOf(page)).toEqual({ shopping: ['milk', 'eggs', 'bread'] })
  await expect(board.region.getByRole('article', { name: /^#/ })).toHaveCount(0)

  await expect(await board.say('I got bread')).toContainText('Removed bread from the shopping list.')
  await board.say('I need apples and oranges')
  expect(await listsOf(page)).toEqual({ shopping: ['milk', 'eggs', 'apples', 'oranges'] })
  await board.say('I need to call Ana')
  await expect(board.cardIn('Open', '#1 call Ana')).toBeVisible()

  const shown = await board.say('whats on my list?')
  await expect(shown.getByRole('listitem').filter({ hasText: 'oranges' }).first()).toBeVisible()

  const anew = await board.say('Clear everything from my list and start over with just bananas and yogurt')
  await expect(anew).toContainText('Added bananas and yogurt to the shopping list.')
  expect(await listsOf(page)).toEqual({ shopping: ['bananas', 'yogurt'] })
  await anew.getByRole('button', { name: /^Undo/ }).last().click()
  await expect.poll(() => listsOf(page)).toEqual({ shopping: ['milk', 'eggs', 'apples', 'oranges'] })
  await expectAgreement(page, server)
})

test('what two people tell of themselves stays apart', async ({ board, page, otherBrowser }) => {
  const context = await otherBrowser()
  const jane = new BoardPage(await context.newPage())
  await jane.open()
  await expect(await board.say('My name is John and I am 30')).toContainText('Your name is now John.')
  await jane.say('My name is Jane and I am 25')
  await expect(await board.say('What is my name?')).toContainText('Your name is John.')
  await expect(await jane.say('What is my name?')).toContainText('Your name is Jane.')
  await expect(await board.say('How old am I?')).toContainText('Your age is 30.')
  await expect(await jane.say('How old am I?')).toContainText('Your age is 25.')
  await expect(board.log).not.toContainText('Jane')
  await expect(jane.log).not.toContainText('John')
  expect((await stateOf(page)).user).toEqual({ age: 30, preferences: {} })
})

test('preferences, the counter and the state', async ({ board, page }) => {
  await expect(await board.say('What are my preferences?')).toContainText('not set yet')
  await board.say('Set my theme preference to dark')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await board.say('Increment the counter three times')
  expect(await stateOf(page)).toMatchObject({ user: { preferences: { theme: 'dark' } }, counter: 3 })
  const told = await board.say("Can you tell me what's in your session_state?")
  await expect(told).toContainText('Counter: 3')
  await expect(await board.say('Show me my statistics')).toContainText('0 tasks: 0 open')
  await board.say('Reset the counter')
  expect(await stateOf(page)).toMatchObject({ counter: 0 })
})

test('a checkpoint, and the way back to it', async ({ board, page, server }) => {
  await board.say('add a task: call Ana')
  await board.say('save a checkpoint called before lunch')
  await board.say('remove #1')
  await expect(board.card('#1')).toHaveCount(0)
  await board.send('go back to the checkpoint before lunch')
  const allow = board.log.getByRole('button', { name: 'Allow', exact: true })
  await expect(allow).toBeVisible()
  await expect(board.card('#1')).toHaveCount(0)
  await allow.click()
  await board.idle()
  await expect(board.cardIn('Open', '#1 call Ana')).toBeVisible()
  await expectAgreement(page, server)
})

test('a secret is refused in plain words', async ({ board, page }) => {
  const before = await stateOf(page)
  const reply = await board.say('my password is hunter2')
  await expect(reply).toContainText('Boards can’t store secrets')
  expect((await stateOf(page)).user).toEqual(before.user)
})

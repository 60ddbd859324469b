/** Approvals: the card, the preview on the board, the answers, from any tab, over reloads and restarts. */
import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import type { BoardPage } from './support/board-page.ts'
import { expectAgreement, readTruth, sessionOf } from './support/expect-agreement.ts'
import { callThenTell, removeTask, removeTasks } from './support/fake-openai-handlers.ts'
import { text, toolCall } from './support/fake-openai-stream.ts'
import { expect, secondTab, test } from './support/fixtures.ts'
import { listen } from './support/live-region.ts'
import { addByHand, leave, stage } from './support/stage.ts'

const question = (board: BoardPage, ask: string) => board.log.getByRole('group', { name: ask, exact: true })
const allow = (card: Locator) => card.getByRole('button', { name: 'Allow', exact: true })
const last = (board: BoardPage) => board.replies().last()

test('the card names the exact tasks, the board previews the change, Allow makes it, Undo reverts it', async ({
  browser,
  model,
}) => {
  const on = await stage(browser, model, ['one', 'two', 'three'])
  const { board, fake } = on
  fake.handle(callThenTell(removeTasks('#1', '#3')))
  await board.send('remove one and three')
  const card = question(board, 'Remove 2 tasks')
  await expect(card.getByRole('listitem')).toHaveText(['#1 oneremoved', '#3 threeremoved'])
  await expect(board.card('#1 one')).toContainText('Pending removal')
  await expect(board.card('#3 three')).toContainText('Pending removal')
  await expect(board.card('#2 two')).not.toContainText('Would')
  await expect(board.card('#1 one').getByRole('heading')).toHaveCSS('text-decoration-line', 'line-through')
  await expect(board.region.getByRole('article')).toHaveCount(3)
  await allow(card).click()
  await expect(last(board)).toContainText('Heard: Removed #1 one and #3 three.')
  await expect(board.region.getByRole('article')).toHaveCount(1)
  await expect(card).toContainText('Allowed by you, just now')
  await expect(allow(card)).toHaveCount(0)
  await card.getByText('Affected items').click()
  await expect(card.getByRole('listitem')).toHaveCount(2)
  await card.getByRole('button', { name: /^Undo: Removed #1 one/ }).click()
  await expect(board.region.getByRole('article')).toHaveCount(3)
  await expect(board.card('#1 one')).not.toContainText('Would')
  await leave(on)
})

test('denied with a reason, by keyboard: the model gets it, the focus stays on the message', async ({
  browser,
  model,
}) => {
  const on = await stage(browser, model, ['one', 'two'])
  const { board, fake } = on
  fake.handle(callThenTell(removeTasks('#1', '#2')))
  await board.send('remove both')
  const card = question(board, 'Remove 2 tasks')
  await expect(allow(card)).toBeEnabled()
  // The question came while the message field had the focus, and left it there.
  await expect(board.message).toBeFocused()
  await card.getByRole('textbox', { name: 'Reason for denying' }).focus()
  await board.page.keyboard.type('not the second')
  await board.page.keyboard.press('Enter')
  await expect(card).toContainText('Denied by you')
  await expect(card).toContainText('“not the second”')
  await expect(last(board)).toContainText('Heard: The user denied this.')
  await expect(last(board)).toBeFocused()
  expect(fake.requests.at(-1)?.toolResultsAfterLastUser[0]?.text).toContain('“not the second”')
  await expect(board.region.getByRole('article')).toHaveCount(2)
  await leave(on)
})

test('a tool allowed for the session doesn’t ask again, is shown in every tab, and can be revoked @long', async ({
  browser,
  model,
}) => {
  const on = await stage(browser, model, ['a', 'b', 'c', 'd', 'e', 'f'])
  const { board, fake } = on
  const other = await secondTab(board.page)
  fake.handle(callThenTell(removeTasks('#1', '#2')))
  await board.send('first')
  await question(board, 'Remove 2 tasks').getByRole('button', { name: 'Allow for this session' }).click()
  await expect(last(board)).toContainText('Heard: Removed')
  const granted = (tab: BoardPage) =>
    tab.page.getByRole('button', { name: '1 tool allowed for this session' })
  for (const tab of [board, other]) await expect(granted(tab)).toBeVisible()
  fake.handle(callThenTell(removeTasks('#3', '#4')))
  await expect(await board.say('second')).toContainText('Heard: Removed #3 c and #4 d.')
  await other.page.reload()
  await granted(other).click()
  await other.page.getByRole('button', { name: 'Revoke: Removing tasks' }).click()
  for (const tab of [board, other]) await expect(granted(tab)).toHaveCount(0)
  fake.handle(callThenTell(removeTasks('#5', '#6')))
  await board.send('third')
  const card = last(board).getByRole('group', { name: 'Remove 2 tasks' })
  await card.getByRole('button', { name: 'Allow for this session' }).click()
  for (const tab of [board, other]) await expect(granted(tab)).toBeVisible()
  await board.idle()
  await on.server.kill('SIGKILL')
  await on.server.start()
  for (const tab of [board, other]) await expect(granted(tab)).toHaveCount(0, { timeout: 15_000 })
  await leave(on)
})

test('a request that is answered in another tab can’t be answered again in this one', async ({
  browser,
  model,
}) => {
  const on = await stage(browser, model, ['one', 'two'])
  const { board, fake } = on
  const other = await secondTab(board.page)
  fake.handle(callThenTell(removeTasks('#1', '#2')))
  await board.send('remove both')
  const [here, there] = [question(board, 'Remove 2 tasks'), question(other, 'Remove 2 tasks')]
  await expect(here).toBeVisible()
  await expect(other.card('#1 one')).toContainText('Pending removal')
  await allow(there).click()
  await expect(here).toContainText('Allowed by you')
  await expect(allow(here)).toHaveCount(0)
  for (const tab of [board, other]) await expect(tab.region.getByRole('article')).toHaveCount(0)
  const { revisions } = await readTruth(on.server.databasePath, sessionOf(board.page))
  expect(revisions.filter(({ actor }) => actor === 'agent')).toHaveLength(1)
  await leave(on)
})

test('a request survives a reload and a killed server, and can be answered after both @long', async ({
  browser,
  model,
}) => {
  const on = await stage(browser, model, ['one', 'two'])
  const { board, fake, server } = on
  fake.handle(callThenTell(removeTasks('#1', '#2')))
  await board.send('remove both')
  await expect(allow(question(board, 'Remove 2 tasks'))).toBeEnabled()
  await board.page.reload()
  await board.ready()
  await expect(allow(question(board, 'Remove 2 tasks'))).toBeEnabled()
  await server.kill('SIGKILL')
  await server.start()
  await board.page.reload()
  await board.ready()
  await expect(board.card('#2 two')).toContainText('Pending removal')
  await allow(question(board, 'Remove 2 tasks')).click()
  await expect(last(board)).toContainText('Heard: Removed #1 one and #2 two.')
  await expect(board.replies()).toHaveCount(1)
  await leave(on)
})

test('if the user changes the board, the request is shown again, and only what is shown is done', async ({
  browser,
  model,
}) => {
  const on = await stage(browser, model, ['one', 'two'])
  const { board, fake } = on
  fake.handle(callThenTell(toolCall('clear_column', { status: 'open' })))
  await board.send('clear open')
  await expect(allow(question(board, 'Clear Open: remove 2 tasks'))).toBeEnabled()
  await addByHand(board, 'three')
  await allow(question(board, 'Clear Open: remove 2 tasks')).click()
  const again = question(board, 'Clear Open: remove 3 tasks')
  await expect(again).toContainText('The board changed')
  await expect(again.getByRole('listitem')).toHaveText([/#1 one/, /#2 two/, /#3 three/])
  const toasts = board.page.getByRole('region', { name: 'Notifications' })
  await expect(toasts.getByText('The board changed, so nothing was done')).toBeVisible()
  await expect(board.region.getByRole('article')).toHaveCount(3)
  await allow(again).click()
  await expect(board.region.getByRole('article')).toHaveCount(0)
  await expect(last(board)).toContainText('Heard: Cleared Open')
  await leave(on)
})

test('a message sent while a request is pending is answered; the request can still be answered, without a new model run', async ({
  browser,
  model,
}) => {
  const on = await stage(browser, model, ['one', 'two'])
  const { board, fake } = on
  fake.handle(callThenTell(removeTasks('#1', '#2')))
  await board.send('remove both')
  await expect(allow(question(board, 'Remove 2 tasks'))).toBeEnabled()
  fake.handle(async function* () {
    yield text('I am here.')
  })
  await expect(await board.say('are you there?')).toContainText('I am here.')
  await expect(board.card('#1 one')).toContainText('Pending removal')
  const requests = fake.requests.length
  await allow(question(board, 'Remove 2 tasks')).click()
  await expect(board.replies().first()).toContainText('Removed #1 one and #2 two.')
  await expect(board.region.getByRole('article')).toHaveCount(0)
  expect(fake.requests).toHaveLength(requests)
  await leave(on)
})

test('several requests of a step are answered at once in order, or one by one; no run is active @long', async ({
  browser,
  model,
}) => {
  const on = await stage(browser, model, ['a', 'b', 'c', 'd'])
  const { board, fake } = on
  fake.handle(callThenTell(removeTask('#1'), removeTask('#2')))
  await board.send('both')
  await board.page.getByRole('button', { name: 'Allow all 2' }).click()
  await expect(last(board)).toContainText('Heard: Removed #1 a. | Removed #2 b.')
  fake.handle(callThenTell(removeTask('#3'), removeTask('#4')))
  await board.send('the others')
  const stop = board.page.getByRole('button', { name: 'Stop', exact: true })
  await expect(question(board, 'Remove #3 c')).toBeVisible()
  await expect(stop).toHaveCount(0)
  await allow(question(board, 'Remove #3 c')).click()
  await expect(board.region.getByRole('article')).toHaveCount(1)
  await question(board, 'Remove #4 d').getByRole('button', { name: 'Deny' }).click()
  await expect(question(board, 'Remove #4 d')).toContainText('Denied by you')
  await expect(last(board)).toContainText('Heard: Removed #3 c. | The user denied this.')
  await expect(board.card('#4 d')).toBeVisible()
  await expect(board.card('#4 d')).not.toContainText('Would')
  await leave(on)
})

test('without a language model: asked, allowed, reported', async ({ board, page, server }) => {
  await board.say('add a task: one')
  await board.say('add a task: two')
  await board.send('remove #1 and #2')
  await allow(question(board, 'Remove 2 tasks')).click()
  await expect(board.region.getByRole('article')).toHaveCount(0)
  await board.idle()
  await expect(last(board)).toContainText('Removed #1 one')
  await board.say('add a task: three, category: work')
  await board.send('rename the category work to job')
  await expect(board.card('#3 three')).toContainText('Pending change')
  await question(board, 'Rename the category “work” to “job”, on 1 task')
    .getByRole('button', { name: 'Deny' })
    .click()
  await board.idle()
  await expect(board.card('#3 three')).toContainText('work')
  await expectAgreement(page, server)
})

test('a yes typed into the message field answers the request, and the result is shown under it', async ({
  board,
  page,
  server,
}) => {
  for (const title of ['one', 'two', 'three']) await board.say(`add a task: ${title}`)
  await board.send('remove #1 and #2')
  await expect(allow(question(board, 'Remove 2 tasks'))).toBeEnabled()
  await expect(await board.say('no, thanks')).toContainText('Denied, so nothing changed.')
  await expect(question(board, 'Remove 2 tasks')).toContainText('Denied by you')
  await expect(board.region.getByRole('article')).toHaveCount(3)
  await board.send('remove #1 and #2')
  const card = question(board, 'Remove 2 tasks').last()
  await expect(allow(card)).toBeEnabled()
  await expect(await board.say('Yes, do it!')).toContainText('Removed #1 one and #2 two.')
  await expect(card).toContainText('Allowed by you')
  await expect(board.log.getByRole('article', { name: 'You' }).last()).toContainText('Yes, do it!')
  await expect(board.region.getByRole('article')).toHaveCount(1)
  await card.getByRole('button', { name: /^Undo: Removed #1 one/ }).click()
  await expect(board.region.getByRole('article')).toHaveCount(3)
  await expect(await board.say('yes')).toContainText('didn’t understand')
  await expectAgreement(page, server)
})

test('axe finds nothing on a request and its answer, and they are announced once', async ({
  board,
  page,
}) => {
  for (const title of ['one', 'two', 'three']) await board.say(`add a task: ${title}`)
  const times = await listen(page)
  await board.send('remove #1 and #3')
  await expect(allow(question(board, 'Remove 2 tasks'))).toBeEnabled()
  await expect.poll(() => times('Approval needed')).toBe(1)
  await expectAccessible(page)
  await question(board, 'Remove 2 tasks').getByRole('button', { name: 'Deny' }).click()
  await board.idle()
  await expectAccessible(page)
  expect(await times('Approval needed')).toBe(1)
})

test('on a phone the hidden conversation shows that approval is needed, and everything fits @phone', async ({
  board,
  page,
}) => {
  await board.say('add a task: one')
  await board.say(`add a task: ${'Donaudampfschifffahrtsgesellschaft'.repeat(3)}`)
  const chat = page.getByRole('tab', { name: /Chat/ })
  await board.send('remove #1 and #2')
  await page.getByRole('tab', { name: /Board/ }).click()
  await expect(chat).toContainText('1 question')
  await expect(board.card('#1 one')).toContainText('Pending removal')
  await expectAccessible(page)
  await chat.click()
  await expect(allow(question(board, 'Remove 2 tasks'))).toBeEnabled()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
  await allow(question(board, 'Remove 2 tasks')).click()
  await page.getByRole('tab', { name: /Board/ }).click()
  await expect(board.region.getByRole('article')).toHaveCount(0)
})

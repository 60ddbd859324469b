/** History, undo, timelines and the trash; resending a message. */
import { expectAccessible } from './support/accessible.ts'
import type { BoardPage } from './support/board-page.ts'
import { expectAgreement } from './support/expect-agreement.ts'
import { expect, test } from './support/fixtures.ts'

test.beforeEach(async ({ board }) => {
  await board.say('add these tasks:\n- alpha\n- beta')
})

async function openFromMenu(board: BoardPage, entry: string) {
  await board.region.getByRole('button', { name: 'Board menu' }).click()
  await board.page.getByRole('menuitem', { name: entry }).click()
  return board.page.getByRole('dialog')
}

test('the history lists each revision with its author, and filters by both @long', async ({
  board,
  page,
  server,
}) => {
  await board.card('#1').getByRole('checkbox').check()
  await expect(board.cardIn('Done', '#1 alpha')).toBeVisible()
  const dialog = await openFromMenu(board, 'History…')
  const entries = dialog.getByRole('list', { name: 'Revisions' }).getByRole('listitem')
  await expect(entries).toHaveCount(4)
  await expect(entries.first()).toContainText('#1 alpha')
  await expect(entries.first()).toContainText('You')
  await dialog.getByRole('combobox', { name: 'Filter by author' }).selectOption('Taskboard')
  await expect(entries).toHaveCount(2)
  await dialog.getByRole('combobox', { name: 'Filter by author' }).selectOption('Everyone')
  await dialog.getByRole('combobox', { name: 'Filter by task' }).selectOption('#2 beta')
  await expect(entries).toHaveCount(1)
  await expect(entries.first()).toContainText('Added #2 beta')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Go to the message for revision 3' }).click()
  await expect(dialog).toBeHidden()
  await expect(board.replies().first()).toBeFocused()
  await expectAgreement(page, server)
})

test('a revision is restored after a preview, and Undo reverts that', async ({ board, page, server }) => {
  await board.say('remove #1')
  await board.say('rename #2 to gamma')
  const dialog = await openFromMenu(board, 'History…')
  await dialog.getByRole('button', { name: 'Restore revision 3…' }).click()
  const lines = dialog.getByRole('list', { name: 'Preview of changes' }).getByRole('listitem')
  await expect(lines).toHaveText(['Add #1 alpha', '#2 gamma: title “beta”'])
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(board.card('#1 alpha')).toBeVisible()
  await expect(board.card('#2 beta')).toBeVisible()
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
  await expect(board.card('#2 gamma')).toBeVisible()
  await expect(board.card('#1 alpha')).toHaveCount(0)
  await expectAgreement(page, server)
})

test('a card opens its own timeline @long', async ({ board, page }) => {
  await board.say('rename #1 to omega')
  await board.card('#1').getByRole('button', { name: 'Actions for #1 omega' }).click()
  await page.getByRole('menuitem', { name: 'History…' }).click()
  const dialog = page.getByRole('dialog', { name: 'History of #1 omega' })
  await expect(dialog.getByRole('list', { name: 'Revisions' }).getByRole('listitem')).toHaveCount(2)
})

test('removed tasks are restored from the trash, by a click and by a message', async ({
  board,
  page,
  server,
}) => {
  await board.say('remove #1')
  await board.say('remove #2')
  const dialog = await openFromMenu(board, 'Trash…')
  const gone = dialog.getByRole('list', { name: 'This board' }).getByRole('listitem')
  await expect(gone).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Restore #1 alpha' }).click()
  await expect(board.card('#1 alpha')).toBeVisible()
  await expect(gone).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expectAgreement(page, server)
})

test('a deleted board is restored from the trash of another', async ({ board, page }) => {
  await board.newBoard()
  await board.boards.getByRole('button', { name: /^Actions for .*[Aa]lpha/ }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const dialog = await openFromMenu(board, 'Trash…')
  await dialog.getByRole('list', { name: 'Boards' }).getByRole('button').first().click()
  await page.keyboard.press('Escape')
  await expect(board.boards.getByRole('link', { name: /alpha/i })).toBeVisible()
})

test('a change in the chat links to its card', async ({ board }) => {
  const reply = await board.say('add a task: gamma')
  await reply.getByRole('button', { name: /^Show on the board: Added #3/ }).click()
  await expect(board.card('#3 gamma')).toBeVisible()
})

test('an earlier message is resent with new text after the board is rolled back @long', async ({
  board,
  page,
  server,
}) => {
  await board.say('add a task: gama')
  await board.say('mark #3 as done')
  // By hand since then: it stays, and the task it belongs to with it.
  await board.card('#1').getByRole('checkbox').check()
  await expect(board.cardIn('Done', '#1 alpha')).toBeVisible()
  const mine = board.log.getByRole('article', { name: 'You' }).filter({ hasText: 'gama' })
  await mine.hover()
  await mine.getByRole('button', { name: 'Edit and send again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send again' })
  await expect(dialog.getByRole('list', { name: 'Preview of changes' })).toContainText('Remove #3 gama')
  await dialog.getByRole('textbox').fill('add a task: gamma')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(board.card('#4 gamma')).toBeVisible()
  await expect(board.card('#3')).toHaveCount(0)
  await expect(board.cardIn('Done', '#1 alpha')).toBeVisible()
  await board.idle()
  await expectAgreement(page, server)
})

test('a message is resent without rolling back the board', async ({ board, page, server }) => {
  const mine = board.log.getByRole('article', { name: 'You' }).first()
  await mine.hover()
  await mine.getByRole('button', { name: 'Edit and send again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send again' })
  await dialog.getByRole('radio', { name: 'Keep the board as it is' }).check()
  await dialog.getByRole('textbox').fill('add a task: delta')
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await expect(board.card('#3 delta')).toBeVisible()
  await expect(board.card('#1 alpha')).toBeVisible()
  await board.idle()
  await expectAgreement(page, server)
})

test('resending first shows what would be undone', async ({ board, page, server }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/boards\/[0-9a-f]+$/, async (route) => {
    if ((route.request().postData() ?? '').includes('since_turn')) await held
    await route.continue()
  })
  const mine = board.log.getByRole('article', { name: 'You' }).first()
  await mine.hover()
  await mine.getByRole('button', { name: 'Edit and send again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send again' })
  const send = dialog.getByRole('button', { name: 'Send again' })
  await dialog.getByRole('textbox').fill('add a task: delta')
  await expect(dialog.getByText('Loading…')).toBeVisible()
  await expect(send).toBeDisabled()
  release()
  await expect(dialog.getByRole('list', { name: 'Preview of changes' })).toContainText('Remove #1 alpha')
  await send.click()
  await expect(board.card('#3 delta')).toBeVisible()
  await expect(board.region.getByRole('article')).toHaveCount(1)
  await board.idle()
  await expectAgreement(page, server)
})

test('the history can be filtered by a deleted task, and by changes of the API', async ({ board, page }) => {
  const dialog = await openFromMenu(board, 'History…')
  await expect(dialog.getByRole('combobox', { name: 'Filter by author' }).getByRole('option')).toHaveText([
    'Everyone',
    'You',
    'Taskboard',
    'API',
    'Imports',
  ])
  await page.keyboard.press('Escape')
  await board.say('remove #1')
  const again = await openFromMenu(board, 'History…')
  await again.getByRole('combobox', { name: 'Filter by task' }).selectOption('#1 alpha')
  const entries = again.getByRole('list', { name: 'Revisions' }).getByRole('listitem')
  await expect(entries).toHaveText([/Removed #1 alpha/, /Added #1 alpha/])
})

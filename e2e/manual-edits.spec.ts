/** Editing the board directly: every control, checked in the rows and the log. */

import { holdActions } from './support/delay-actions.ts'
import { expectAgreement, readTruth, sessionOf } from './support/expect-agreement.ts'
import { expect, test } from './support/fixtures.ts'
import { composeEnter } from './support/keyboard.ts'
import { listen } from './support/live-region.ts'

test.beforeEach(async ({ board, page }) => {
  const times = await listen(page)
  await board.say('add these tasks:\n- alpha\n- beta\n- gamma')
  await expect(board.column('Open').getByRole('article')).toHaveCount(3)
  // It is said a moment after it is shown, and the tests count what is said from here on.
  await expect.poll(() => times('#1 alpha')).toBe(1)
})

test('the checkbox completes and reopens', async ({ board, page, server }) => {
  const times = await listen(page)
  await board.card('#1').getByRole('checkbox').check()
  await expect(board.cardIn('Done', '#1 alpha')).toBeVisible()
  await expect.poll(() => times('#1 alpha')).toBe(1)
  await board.card('#1').getByRole('checkbox').uncheck()
  await expect(board.cardIn('Open', '#1 alpha')).toBeVisible()
  await expectAgreement(page, server)
})

test('a title is edited in place: Enter saves, Escape cancels', async ({ board, page, server }) => {
  await board.card('#2').getByText('beta').click()
  await board.card('#2').getByRole('textbox').fill('beta, better')
  await composeEnter(board.card('#2').getByRole('textbox'))
  await page.keyboard.press('Enter')
  await expect(board.card('#2 beta, better')).toBeVisible()
  await board.card('#2').getByText('beta, better').click()
  await board.card('#2').getByRole('textbox').fill('not this')
  await page.keyboard.press('Escape')
  await expect(board.card('#2 beta, better')).toBeVisible()
  await expectAgreement(page, server)
})

test('a task is added with the form; an empty title adds nothing', async ({ board, page, server }) => {
  const input = board.column('In progress').getByRole('textbox', { name: 'Add task to In progress' })
  await input.press('Enter')
  await input.fill('delta')
  await input.press('Enter')
  await expect(board.cardIn('In progress', '#4 delta')).toBeVisible()
  await expect(board.region.getByRole('article')).toHaveCount(4)
  await expectAgreement(page, server)
})

test('a message is answered after the changes that were made before it', async ({ board, page }) => {
  const input = board.column('Open').getByRole('textbox', { name: 'Add task to Open' })
  const held = await holdActions(page)
  for (const title of ['delta', 'epsilon']) {
    await input.fill(title)
    await input.press('Enter')
    await expect(board.card(new RegExp(title))).toBeVisible()
  }
  await held.has(1)
  await board.send('mark epsilon as done')
  held.letGo()
  await expect(board.cardIn('Done', '#5 epsilon')).toBeVisible()
})

test('a card is dragged into another column, and within its own', async ({ board, page, server }) => {
  await board.card('#1').dragTo(board.column('Done'))
  await expect(board.cardIn('Done', '#1 alpha')).toBeVisible()
  const target = board.card('#2')
  const height = (await target.boundingBox())?.height ?? 0
  await board.card('#3').dragTo(target, { targetPosition: { x: 40, y: Math.min(4, height / 4) } })
  await expect
    .poll(() =>
      board
        .column('Open')
        .getByRole('article')
        .evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label'))),
    )
    .toEqual(['#3 gamma', '#2 beta'])
  await expectAgreement(page, server)
})

test('a card is moved by keyboard and by its menu', async ({ board, page, server }) => {
  const times = await listen(page)
  await board.card('#1').focus()
  await page.keyboard.press('Alt+Shift+ArrowRight')
  await expect(board.cardIn('In progress', '#1 alpha')).toBeVisible()
  await expect(board.card('#1')).toBeFocused()
  await expect.poll(() => times('Moved #1 alpha to In progress, 1 of 1.')).toBe(1)
  await page.keyboard.press('Alt+Shift+ArrowLeft')
  await expect(board.cardIn('Open', '#1 alpha')).toBeVisible()
  await expect.poll(() => times('#1 alpha')).toBe(2)
  const menu = board.card('#2').getByRole('button', { name: 'Actions for #2 beta' })
  await menu.click()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Edit details…' }).click()
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Title' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeFocused()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Move to…' }).click()
  await page.getByRole('menuitem', { name: 'Done' }).click()
  await expect(board.cardIn('Done', '#2 beta')).toBeVisible()
  await expectAgreement(page, server)
  expect(await times('#1 alpha')).toBe(2)
})

test('deleting offers Undo, which restores the card', async ({ board, page, server }) => {
  await board.card('#2').getByRole('button', { name: 'Actions for #2 beta' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect(board.card('#2')).toHaveCount(0)
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
  await expect(board.cardIn('Open', '#2 beta')).toBeVisible()
  await expectAgreement(page, server)
})

test('Ctrl+Z undoes the user’s change, not the agent’s; with Shift it redoes it', async ({
  board,
  page,
  server,
}) => {
  await board.card('#1').getByRole('checkbox').check()
  await expect(board.cardIn('Done', '#1 alpha')).toBeVisible()
  await board.say('add a task: by the agent')
  await board.card('#1').focus()
  await page.keyboard.press('Control+z')
  await expect(board.cardIn('Open', '#1 alpha')).toBeVisible()
  await expect(board.card('#4 by the agent')).toBeVisible()
  await page.keyboard.press('Control+Shift+z')
  await expect(board.cardIn('Done', '#1 alpha')).toBeVisible()
  await expectAgreement(page, server)
})

test('a reply’s changes can be undone one by one or all at once', async ({ board, page, server }) => {
  const reply = board.replies().first()
  await reply.getByRole('button', { name: /^Undo: Added #1/ }).click()
  await expect(board.card('#1')).toHaveCount(0)
  await reply.getByRole('button', { name: 'Undo all' }).click()
  await expect(board.region.getByRole('article')).toHaveCount(0)
  const truth = await readTruth(server.databasePath, sessionOf(page))
  expect(truth.tasks).toEqual([])
  await expectAgreement(page, server)
})

test('changes of the user while the agent runs are kept', async ({ board, page, server }) => {
  await board.send('add a task: four')
  await board.card('#3').getByRole('checkbox').check()
  await expect(board.card('#4 four')).toBeVisible()
  await expect(board.cardIn('Done', '#3 gamma')).toBeVisible()
  await expectAgreement(page, server)
})

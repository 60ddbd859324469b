/** Everything can be taken back by whoever did it, from wherever they are; and nothing that was written is lost. */
import { expectAccessible } from './support/accessible.ts'
import type { BoardPage } from './support/board-page.ts'
import { expectAgreement } from './support/expect-agreement.ts'
import { expect, secondTab, test } from './support/fixtures.ts'

const toasts = (board: BoardPage) => board.page.getByRole('region', { name: 'Notifications' })
const undo = (board: BoardPage) => toasts(board).getByRole('button', { name: 'Undo' })

async function openFromMenu(board: BoardPage, entry: string) {
  await board.region.getByRole('button', { name: 'Board menu' }).click()
  await board.page.getByRole('menuitem', { name: entry }).click()
  return board.page.getByRole('dialog')
}

async function remove(board: BoardPage, card: string) {
  await board.card(card).focus()
  await board.page.keyboard.press('Delete')
  await expect(board.card(card)).toHaveCount(0)
}

test.beforeEach(async ({ board }) => {
  await board.say('add these tasks:\n- alpha\n- beta\n- gamma')
  await expect(board.column('Open').getByRole('article')).toHaveCount(3)
})

test('a column is cleared by hand, and comes back by the toast', async ({ board, page, server }) => {
  await board.column('Open').hover()
  await board.column('Open').getByRole('button', { name: 'Actions for Open' }).click()
  await page.getByRole('menuitem', { name: 'Clear Open (3 tasks)' }).click()
  await expect(board.region.getByRole('article')).toHaveCount(0)
  await expect(undo(board)).toBeInViewport({ ratio: 1 })
  await undo(board).click()
  await expect(board.region.getByRole('article')).toHaveCount(3)
  await expect(toasts(board)).toContainText('Undone: ')
  await expectAgreement(page, server)
})

test('the toast is reached by the keyboard alone, and gives the focus back', async ({
  board,
  page,
  server,
}) => {
  await remove(board, '#2 beta')
  await expect(board.card('#3 gamma')).toBeFocused()
  await expect(undo(board)).toBeVisible()
  await page.keyboard.press('F8')
  await expect(undo(board)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(undo(board)).toHaveCount(0)
  await expect(board.card('#3 gamma')).toBeFocused()
  await remove(board, '#3 gamma')
  await expect(undo(board)).toBeVisible()
  await page.keyboard.press('F8')
  await page.keyboard.press('Enter')
  await expect(board.card('#3 gamma')).toBeVisible()
  await expect(board.card('#2 beta')).toHaveCount(0)
  await expectAgreement(page, server)
})

test('a toast that was dismissed holds no later one', async ({ board, page }) => {
  await page.clock.install()
  await remove(board, '#2 beta')
  await undo(board).hover()
  await toasts(board).getByRole('button', { name: 'Dismiss' }).click()
  await remove(board, '#3 gamma')
  await page.mouse.move(5, 5)
  await expect(undo(board)).toBeVisible()
  await page.clock.runFor(9_000)
  await expect(undo(board)).toHaveCount(0)
})

test('in a dialog: the toast is above it and reached, by pointer and by key @long', async ({
  board,
  page,
  server,
}) => {
  await board.say('add a task: delta, category: work')
  await board.region.getByRole('button', { name: 'Edit categories' }).click()
  const dialog = page.getByRole('dialog', { name: 'Categories' })
  const removal = dialog.getByRole('button', { name: 'Delete category work' })
  await removal.click()
  await expect(board.card('#4 delta')).not.toContainText('work')
  await undo(board).click()
  await expect(board.card('#4 delta')).toContainText('work')
  await removal.click()
  await expect(undo(board)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('F8')
  await page.keyboard.press('Enter')
  await expect(board.card('#4 delta')).toContainText('work')
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  // What was offered in the dialog stays when it is closed.
  await expect(toasts(board)).toContainText('Undone: Removed the category')
  await expectAgreement(page, server)
})

test('Ctrl+Z says what it took back and what it left, also from a dialog', async ({
  board,
  page,
  server,
}) => {
  const other = await secondTab(page)
  await board.card('#2').getByText('beta').click()
  await board.card('#2').getByRole('textbox').fill('beta two')
  await page.keyboard.press('Enter')
  await expect(other.card('#2 beta two')).toBeVisible()
  await other.say('rename #2 to third')
  await expect(board.card('#2 third')).toBeVisible()
  await board.card('#2').focus()
  await page.keyboard.press('Control+z')
  await expect(toasts(board)).toContainText('Error:Couldn’t undo: the title of #2 third changed since.')
  await expect(board.card('#2 third')).toBeVisible()
  await remove(board, '#1 alpha')
  await board.card('#2').focus()
  await page.keyboard.press('Control+z')
  await expect(board.card('#1 alpha')).toBeVisible()
  await expect(toasts(board)).toContainText('Undone: Removed #1 alpha.')
  await page.keyboard.press('Control+Shift+z')
  await expect(board.card('#1 alpha')).toHaveCount(0)
  await expect(toasts(board)).toContainText('Redone: Removed #1 alpha.')
  await expectAgreement(page, server)
})

test.describe('what is being written when its row goes', () => {
  test('a title: said, kept, and put on the task that comes back', async ({ board, page, server }) => {
    const other = await secondTab(page)
    await board.card('#2').getByText('beta').click()
    await board.card('#2').getByRole('textbox').fill('beta in my words')
    await remove(other, '#2 beta')
    await expect(toasts(board)).toContainText('Your text: “beta in my words”')
    await toasts(board).getByRole('button', { name: 'Restore task' }).click()
    await expect(board.card('#2 beta in my words')).toBeVisible()
    await expect(other.card('#2 beta in my words')).toBeVisible()
    await expectAgreement(page, server)
  })

  test('a title whose card only moves is saved', async ({ board, page, server }) => {
    const other = await secondTab(page)
    await board.card('#2').getByText('beta').click()
    await board.card('#2').getByRole('textbox').fill('moved and named')
    await other.say('start #2')
    await expect(board.cardIn('In progress', '#2 moved and named')).toBeVisible()
    await expectAgreement(page, server)
  })

  test('the details: the form stays, and brings the task back with them @long', async ({
    board,
    page,
    server,
  }) => {
    const other = await secondTab(page)
    await board.card('#2').getByRole('button', { name: 'Actions for #2 beta' }).click()
    await page.getByRole('menuitem', { name: 'Edit details…' }).click()
    const dialog = page.getByRole('dialog', { name: '#2 beta' })
    await dialog.getByRole('textbox', { name: 'Notes' }).fill('a long thought')
    await remove(other, '#2 beta')
    await expect(dialog.getByRole('alert')).toContainText('This task was deleted while you were editing.')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Restore and save' }).click()
    await expect(board.card('#2 beta')).toBeVisible()
    await expectAgreement(page, server)
    const state = await page.request.get(`/api${new URL(page.url()).pathname}/export?format=json`)
    expect(await state.text()).toContain('a long thought')
  })

  test('an item, and words for a list that goes', async ({ board, page, server }) => {
    await board.say('add milk and eggs to my shopping list')
    const other = await secondTab(page)
    const list = board.list('shopping')
    await list.getByText('milk', { exact: true }).click()
    await list.getByRole('textbox', { name: 'Edit milk' }).fill('oat milk')
    await other.say('remove milk from my shopping list')
    await expect(toasts(board)).toContainText('Your text: “oat milk”')
    await toasts(board).getByRole('button', { name: 'Add as new' }).click()
    await expect(board.item('shopping', 'oat milk')).toBeVisible()
    await list.getByRole('textbox', { name: 'Add to the shopping list' }).fill('half a thought')
    await other.say('delete my shopping list')
    await other.say('yes')
    await expect(toasts(board)).toContainText('Your text: “half a thought”')
    await toasts(board).getByRole('button', { name: 'Restore list' }).click()
    await expect(board.item('shopping', 'half a thought')).toBeVisible()
    await expect(board.item('shopping', 'eggs')).toBeVisible()
    await expectAgreement(page, server)
  })

  test('a value', async ({ board, page }) => {
    await board.openState()
    await board.addValue('mood', 'calm')
    const other = await secondTab(page)
    await board.onValue('mood', 'Edit')
    await board.state.getByRole('textbox', { name: 'Value of mood' }).fill('wide awake')
    await expect(other.value('mood')).toBeVisible()
    await other.onValue('mood', 'Delete')
    await expect(toasts(board)).toContainText('Your text: “wide awake”')
  })
})

test('tasks, lists and boards come back from the trash, by hand and by words', async ({
  board,
  page,
  server,
}) => {
  await board.say('add milk and eggs to my shopping list')
  await board.say('delete my shopping list')
  await board.say('yes')
  await expect(board.list('shopping')).toHaveCount(0)
  const trash = await openFromMenu(board, 'Trash…')
  await trash.getByRole('button', { name: 'Restore shopping list' }).click()
  await page.keyboard.press('Escape')
  await expect(board.item('shopping', 'milk')).toBeVisible()
  await board.say('delete my shopping list')
  await board.say('yes')
  await board.say('remove #2')
  await expect(board.card('#2')).toHaveCount(0)
  await board.say('bring back the beta task')
  await expect(board.card('#2 beta')).toBeVisible()
  await board.say('restore my shopping list')
  await expect(board.item('shopping', 'eggs')).toBeVisible()
  await expect(await board.say('bring back the zebra task')).toContainText('trash')
  await expectAgreement(page, server)
})

test('a card leads to the message that changed it last, also after a reload and from further back', async ({
  board,
  page,
}) => {
  await board.say('rename #1 to omega')
  await expect(
    board.card('#1').getByRole('button', { name: 'Show the message that changed #1 omega' }),
  ).toBeVisible()
  await page.reload()
  await board.ready()
  await board.card('#1').getByRole('button', { name: 'Show the message that changed #1 omega' }).click()
  await expect(board.replies().last()).toBeFocused()
  await expect(
    board.card('#2').getByRole('button', { name: 'Show the message that changed #2 beta' }),
  ).toHaveCount(0)
  await board.card('#2').getByRole('button', { name: 'Actions for #2 beta' }).click()
  await page.getByRole('menuitem', { name: 'Show the message' }).click()
  await expect(board.replies().first()).toBeFocused()
})

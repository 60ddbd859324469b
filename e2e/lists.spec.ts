/** Lists: every control, two tabs at once, changes by the agent, and many items. */
import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import type { BoardPage } from './support/board-page.ts'
import { holdActions } from './support/delay-actions.ts'
import { leave, stage } from './support/driven-stage.ts'
import { expectAgreement, listsOf, readTruth, sessionOf } from './support/expect-agreement.ts'
import { callFor } from './support/fake-openai-handlers.ts'
import { end, type Handler, text } from './support/fake-openai-stream.ts'
import { expect, secondTab, test } from './support/fixtures.ts'

async function paste(field: Locator, text: string): Promise<void> {
  await field.evaluate((input, pasted) => {
    const data = new DataTransfer()
    data.setData('text', pasted)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, text)
}

test('a list is created and filled, one item or several at once, and the field stays focused', async ({
  board,
  page,
  server,
}) => {
  await board.makeList('shopping')
  await expect(board.list('shopping')).toContainText('No items yet')
  const field = board.list('shopping').getByRole('textbox', { name: 'Add to the shopping list' })
  await expect(field).toBeFocused()
  await page.keyboard.type('milk')
  await page.keyboard.press('Enter')
  await expect(board.item('shopping', 'milk')).toBeVisible()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await page.keyboard.type('eggs, bread, and 1,5 kg flour')
  await page.keyboard.press('Enter')
  await expect(board.item('shopping', '1,5 kg flour')).toBeVisible()
  await paste(field, '- olive oil\n- [ ] salt, coarse\n')
  await expect(board.item('shopping', 'salt, coarse')).toBeVisible()
  await expectAgreement(page, server)
  expect(await listsOf(page)).toEqual([
    'shopping list: [ ] milk, [ ] eggs, [ ] bread, [ ] 1,5 kg flour, [ ] olive oil, [ ] salt, coarse',
  ])
})

test('adding an existing item says so, and no item is there twice', async ({ board, page, server }) => {
  await board.makeList('shopping')
  await board.addTo('shopping', 'Milk')
  await board.addTo('shopping', 'milk')
  await expect(page.getByText("'Milk' is already on the shopping list.").first()).toBeVisible()
  await expect(board.list('shopping').getByRole('checkbox')).toHaveCount(1)
  await board.addTo('shopping', `x${'y'.repeat(200)}`)
  const field = board.list('shopping').getByRole('textbox', { name: 'Add to the shopping list' })
  await expect(page.getByText('up to 200 characters').first()).toBeVisible()
  await expect(field).toHaveValue(/^xy+$/)
  await expectAgreement(page, server)
})

test('a checked item moves to the end, struck through, and returns to its place when unchecked', async ({
  board,
  page,
  server,
}) => {
  await board.makeList('shopping')
  await board.addTo('shopping', 'milk, eggs, bread')
  await board.item('shopping', 'milk').check()
  await expect(board.list('shopping')).toContainText('2 left')
  await expect(async () =>
    expect(await listsOf(page)).toEqual(['shopping list: [ ] eggs, [ ] bread, [x] milk']),
  ).toPass()
  await expect(board.list('shopping').getByText('milk')).toHaveCSS('text-decoration-line', 'line-through')
  await expectAgreement(page, server)
  await board.item('shopping', 'milk').uncheck()
  await expect(async () =>
    expect(await listsOf(page)).toEqual(['shopping list: [ ] milk, [ ] eggs, [ ] bread']),
  ).toPass()
  await expectAgreement(page, server)
})

test('an item is edited in place: Enter saves, Escape cancels, a duplicate is refused', async ({
  board,
  page,
  server,
}) => {
  await board.makeList('shopping')
  await board.addTo('shopping', 'milk, eggs')
  await board.list('shopping').getByText('milk').click()
  await page.getByRole('textbox', { name: 'Edit milk' }).fill('oat milk')
  await page.keyboard.press('Enter')
  await expect(board.item('shopping', 'oat milk')).toBeFocused()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'Edit oat milk' }).fill('not this')
  await page.keyboard.press('Escape')
  await expect(board.item('shopping', 'oat milk')).toBeFocused()
  await page.keyboard.press('Enter')
  const field = page.getByRole('textbox', { name: 'Edit oat milk' })
  await field.fill('EGGS')
  await field.press('Enter')
  await expect(page.getByText("'eggs' is already on the shopping list.").first()).toBeVisible()
  await expect(field).toHaveValue('EGGS')
  await field.press('Escape')
  await expectAgreement(page, server)
})

test('items are checked, moved and removed by keyboard', async ({ board, page, server }) => {
  await board.makeList('shopping')
  await board.addTo('shopping', 'a, b, c, d')
  await expect(board.item('shopping', 'd')).toBeVisible()
  await board.item('shopping', 'a').focus()
  await page.keyboard.press('ArrowDown')
  await expect(board.item('shopping', 'b')).toBeFocused()
  await page.keyboard.press('Alt+Shift+ArrowUp')
  await expect(async () =>
    expect(await listsOf(page)).toEqual(['shopping list: [ ] b, [ ] a, [ ] c, [ ] d']),
  ).toPass()
  await expect(board.item('shopping', 'b')).toBeFocused()
  await page.keyboard.press('End')
  await page.keyboard.press('Home')
  await expect(board.item('shopping', 'b')).toBeFocused()
  await page.keyboard.press('Space')
  await expect(board.item('shopping', 'b')).toBeChecked()
  await expect(board.item('shopping', 'a')).toBeFocused()
  await page.keyboard.press('Delete')
  await expect(board.item('shopping', 'a')).toHaveCount(0)
  await expect(board.item('shopping', 'c')).toBeFocused()
  expect(await listsOf(page)).toEqual(['shopping list: [ ] c, [ ] d, [x] b'])
  await expectAgreement(page, server)
  await page.keyboard.press('Control+z')
  await expect(board.item('shopping', 'a')).toBeVisible()
  await expectAgreement(page, server)
})

test('an item is moved and removed by its menu, and dragged', async ({ board, page, server }) => {
  await board.makeList('shopping')
  await board.addTo('shopping', 'a, b, c')
  const choose = async (item: string, entry: string) => {
    await board.item('shopping', item).hover()
    await board
      .list('shopping')
      .getByRole('button', { name: `Actions for ${item}`, exact: true })
      .click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await choose('a', 'Move to the bottom')
  await expect(async () =>
    expect(await listsOf(page)).toEqual(['shopping list: [ ] b, [ ] c, [ ] a']),
  ).toPass()
  const rows = board.list('shopping').getByRole('listitem')
  await rows
    .filter({ hasText: 'a' })
    .dragTo(rows.filter({ hasText: 'b' }), { targetPosition: { x: 60, y: 3 } })
  await expect(async () =>
    expect(await listsOf(page)).toEqual(['shopping list: [ ] a, [ ] b, [ ] c']),
  ).toPass()
  await choose('b', 'Remove')
  await expect(board.item('shopping', 'b')).toHaveCount(0)
  await board.toastUndo().click()
  await expect(board.item('shopping', 'b')).toBeVisible()
  await expectAgreement(page, server)
})

test('a list is renamed, its checked items removed, cleared and deleted, each with an undo @long', async ({
  board,
  page,
  server,
}) => {
  await board.makeList('shopping')
  await board.addTo('shopping', 'a, b, c')
  await board.item('shopping', 'a').check()
  const choose = async (list: string, entry: string) => {
    await board
      .list(list)
      .getByRole('button', { name: `Actions for the ${list} list` })
      .click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await choose('shopping', 'Rename')
  await page.getByRole('textbox', { name: 'shopping list name' }).fill('groceries')
  await page.keyboard.press('Enter')
  await expect(board.list('groceries')).toBeVisible()
  await choose('groceries', 'Remove checked items')
  await expect(board.list('groceries').getByRole('checkbox')).toHaveCount(2)
  await board.toastUndo().click()
  await expect(board.item('groceries', 'a')).toBeChecked()
  await choose('groceries', 'Clear list')
  await expect(board.list('groceries')).toContainText('No items yet')
  await expectAgreement(page, server)
  await board.toastUndo().first().click()
  await expect(board.list('groceries').getByRole('checkbox')).toHaveCount(3)
  await choose('groceries', 'Delete list')
  await expect(board.list('groceries')).toHaveCount(0)
  await expect(board.region.getByRole('button', { name: 'Lists', exact: true })).toBeFocused()
  await expectAgreement(page, server)
  await board.toastUndo().first().click()
  await expect(board.item('groceries', 'a')).toBeChecked()
  await expect(board.list('groceries').getByRole('checkbox')).toHaveCount(3)
  await expectAgreement(page, server)
  await page.reload()
  await board.ready()
  await expectAgreement(page, server)
})

test('a name in use is refused, and the text stays', async ({ board, page }) => {
  await board.makeList('shopping')
  await board.makeList('packing')
  await board.list('packing').getByRole('heading').click()
  const field = page.getByRole('textbox', { name: 'packing list name' })
  await field.fill('Shopping list')
  await field.press('Enter')
  await expect(page.getByText('List “shopping” already exists.').first()).toBeVisible()
  await expect(field).toHaveValue('Shopping list')
  await field.press('Escape')
  await expect(board.list('packing')).toBeVisible()
})

test('a second list can be named while the first is being saved; a refused name is put back', async ({
  board,
  page,
}) => {
  await board.makeList('shopping')
  const held = await holdActions(page)
  await board.makeList('packing')
  await board.region.getByRole('button', { name: 'New list' }).click()
  const field = page.getByRole('textbox', { name: 'New list name' })
  await field.fill('Shopping')
  await held.has(1)
  held.letGo()
  await expect.poll(async () => (await listsOf(page)).length).toBe(2)
  await expect(field).toHaveValue('Shopping')
  await field.press('Enter')
  await expect(page.getByText('List “shopping” already exists.').first()).toBeVisible()
  await expect(field).toHaveValue('Shopping')
  await expect(field).toBeFocused()
})

test('two tabs that add to one list lose nothing @long', async ({ board, page, server }) => {
  await board.makeList('shopping')
  const other = await secondTab(page)
  const mine = Array.from({ length: 12 }, (_, i) => `mine ${i}`)
  const theirs = Array.from({ length: 12 }, (_, i) => `theirs ${i}`)
  const fill = async (tab: BoardPage, texts: string[]) => {
    for (const text of texts) await tab.addTo('shopping', text)
  }
  await Promise.all([fill(board, mine), fill(other, theirs)])
  await board.addTo('shopping', 'both')
  await expect(other.item('shopping', 'both')).toBeVisible()
  await other.addTo('shopping', 'Both')
  await expect(board.list('shopping').getByRole('checkbox')).toHaveCount(25)
  await expectAgreement(page, server)
  await expectAgreement(other.page, server)
  const { items } = await readTruth(server.databasePath, sessionOf(page))
  expect(items.map(({ text }) => text).sort()).toEqual([...mine, ...theirs, 'both'].sort())
})

test('the menu of the board bar opens a list', async ({ board, page }) => {
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']) {
    await board.makeList(name)
    await board.addTo(name, 'a, b, c, d')
  }
  await board.region.getByRole('button', { name: 'Lists', exact: true }).click()
  await page.getByRole('menuitem', { name: 'one', exact: true }).click()
  await expect(board.list('one').getByRole('textbox', { name: 'Add to the one list' })).toBeFocused()
  await expect(board.list('one').getByRole('heading')).toBeInViewport()
})

test('five hundred items are pasted as one change, and stay quick to work with @long', async ({
  board,
  page,
  server,
}) => {
  await board.makeList('shopping')
  const lines = Array.from({ length: 500 }, (_, i) => `thing number ${i + 1}`).join('\n')
  const field = board.list('shopping').getByRole('textbox', { name: 'Add to the shopping list' })
  await paste(field, lines)
  await expect(board.list('shopping').getByRole('checkbox')).toHaveCount(500)
  await expectAgreement(page, server)
  const { revisions } = await readTruth(server.databasePath, sessionOf(page))
  expect(revisions.filter(({ reply }) => reply.includes('thing number'))).toHaveLength(1)
  const took = await board.item('shopping', 'thing number 3').evaluate(async (box) => {
    const began = performance.now()
    ;(box as HTMLInputElement).click()
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)))
    return performance.now() - began
  })
  expect(took).toBeLessThan(400)
  await expect(board.item('shopping', 'thing number 3')).toBeChecked()
  await board.addTo('shopping', 'one more')
  await expect(page.getByText('up to 500 items').first()).toBeVisible()
  await field.fill('')
  await board.item('shopping', 'thing number 1').focus()
  await page.keyboard.press('Control+z')
  await expect(board.item('shopping', 'thing number 3')).not.toBeChecked()
  await page.keyboard.press('Control+z')
  await expect(board.list('shopping')).toContainText('No items yet')
  await expectAgreement(page, server)
})

/** Puts milk and eggs on a list; takes milk off when the user got it. */
const shopper: Handler = function* (request) {
  if (request.toolResultsAfterLastUser.length > 0) yield text('Done.')
  else if (request.lastUser.includes('got milk'))
    yield callFor(request, 'remove_items', { list: 'shopping', items: ['milk'] })
  else yield callFor(request, 'add_items', { list: 'shopping', items: ['milk', 'eggs'] })
  yield end('stop')
}

test('items changed by the agent are marked and link to its message, with an undo', async ({
  browser,
  model,
}) => {
  const on = await stage(browser, model, shopper)
  const { board, server } = on
  await board.say('put milk and eggs on the list')
  await expect(board.item('shopping', 'milk')).toBeVisible()
  await expectAgreement(board.page, server)
  await board
    .list('shopping')
    .getByRole('button', { name: 'Show the message that changed the shopping list' })
    .click()
  await expect(board.replies().last()).toBeFocused()
  await board.say('I got milk')
  await expect(board.item('shopping', 'milk')).toHaveCount(0)
  await expect(
    board.list('shopping').getByRole('button', { name: /^Show the message that changed/ }),
  ).toBeVisible()
  await board
    .replies()
    .last()
    .getByRole('button', { name: /^Undo: Removed milk/ })
    .click()
  await expect(board.item('shopping', 'milk')).toBeVisible()
  await expectAgreement(board.page, server)
  await leave(on)
})

test('axe finds nothing among lists', async ({ board, page }) => {
  await board.makeList('shopping')
  await expectAccessible(page)
  await board.addTo('shopping', Array.from({ length: 30 }, (_, i) => `thing ${i}`).join(', '))
  await board.item('shopping', 'thing 2').check()
  await board.makeList('x'.repeat(60))
  await expectAccessible(page)
  await board.list('shopping').getByText('thing 4', { exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Edit thing 4' })).toBeVisible()
  await expectAccessible(page)
})

test('on a phone lists are filled, checked and moved by menu, and nothing is too wide @phone', async ({
  board,
  page,
  server,
}) => {
  await page.getByRole('tab', { name: /Board/ }).tap()
  await board.makeList('shopping')
  await board.addTo('shopping', `milk, eggs, ${'Donaudampfschifffahrtsgesellschaft'.repeat(4)}`)
  await board.item('shopping', 'milk').tap()
  await expect(board.item('shopping', 'milk')).toBeChecked()
  await board.list('shopping').getByRole('button', { name: 'Actions for eggs' }).tap()
  await page.getByRole('menuitem', { name: 'Move to the bottom' }).tap()
  await expect(async () => expect((await listsOf(page))[0]).toMatch(/Donau.*\[ \] eggs, \[x\] milk/)).toPass()
  const target = await board.list('shopping').locator('label').first().boundingBox()
  expect(target?.height).toBeGreaterThanOrEqual(40)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
  await expectAgreement(page, server)
})

/** On a phone: two panes become two tabs. */
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { expect, test } from './support/fixtures.ts'

test('chat and board are tabs, with a badge for what changed in the hidden one @phone', async ({
  board,
  page,
}) => {
  await board.say('add a task: from the phone')
  await expect(board.card('#1 from the phone')).toBeHidden()
  const tab = page.getByRole('tab', { name: /Board/ })
  await expect(tab).toContainText('1')
  await tab.click()
  await expect(board.card('#1 from the phone')).toBeVisible()
  await board.card('#1').getByRole('checkbox').check()
  await expect(board.cardIn('Done', '#1 from the phone')).toBeVisible()
  await page.getByRole('tab', { name: /Chat/ }).click()
  await expect(board.replies()).toHaveCount(1)
})

test('a card is moved by its menu @phone', async ({ board, page }) => {
  // Wider than the screen, in its card and in the toast.
  await board.say(`add a task: movable ${'Donaudampfschifffahrtsgesellschaft'.repeat(3)}`)
  await page.getByRole('tab', { name: /Board/ }).tap()
  const menu = board.card('#1').getByRole('button', { name: 'Actions for #1 movable' })
  await menu.tap()
  await page.getByRole('menuitem', { name: 'Move to…' }).tap()
  await page.getByRole('menuitem', { name: 'In progress' }).tap()
  await expect(board.cardIn('In progress', '#1 movable')).toBeVisible()
  await menu.tap()
  await page.getByRole('menuitem', { name: 'Delete' }).tap()
  const toasts = page.getByRole('region', { name: 'Notifications' })
  await expect(toasts.getByRole('button', { name: 'Dismiss' })).toBeInViewport({ ratio: 1 })
  await expect(board.toastUndo()).toBeInViewport({ ratio: 1 })
  await board.toastUndo().tap()
  await expect(board.card('#1 movable')).toBeVisible()
})

/** Buttons that are only shown on hover. */
const unseenButtons = (page: Page) =>
  page.locator('button:visible').evaluateAll((buttons) =>
    buttons
      .filter((button) => {
        for (let each: Element | null = button; each; each = each.parentElement)
          if (getComputedStyle(each).opacity === '0') return true
        return false
      })
      .map((button) => button.getAttribute('aria-label') ?? button.textContent),
  )

test('nothing is wider than the screen, and axe finds nothing @phone', async ({ board, page }) => {
  await board.say(`add a task: ${'Donaudampfschifffahrtsgesellschaft'.repeat(4)}`)
  await board.say('add milk to the shopping list')
  await board.say('show me my tasks')
  for (const name of [/Chat/, /Board/]) {
    await page.getByRole('tab', { name }).click()
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
    expect(await unseenButtons(page)).toEqual([])
    await expectAccessible(page)
  }
})

/** A slow network: the page is there before its scripts, and what is written in that time is not lost. */
import type { Page } from '@playwright/test'
import { expect, test } from './support/fixtures.ts'

/** Keeps scripts of pages from arriving until they are let go. */
async function holdScripts(page: Page) {
  const arriving = Promise.withResolvers<void>()
  await page.route('**/_next/static/chunks/*.js*', async (route) => {
    await arriving.promise
    await route.fallback()
  })
  return arriving.resolve
}

test('a form that is sent before the scripts arrive is sent once they do', async ({ board, page }) => {
  await expect(board.region).toBeVisible()
  const letGo = await holdScripts(page)
  await page.goto('/memory', { waitUntil: 'commit' })
  const input = page.getByRole('textbox', { name: 'New memory' })
  await input.fill('plans in sprints')
  await input.press('Enter')
  letGo()
  await expect(page.getByRole('listitem').getByText('plans in sprints')).toBeVisible()
})

test('what is typed on a board before the scripts arrive stays', async ({ board, page }) => {
  const letGo = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  const input = board.column('Open').getByRole('textbox', { name: 'Add task to Open' })
  await input.fill('delta')
  await input.press('Enter')
  await board.message.fill('add a task: epsilon')
  await board.message.press('Enter')
  letGo()
  await board.ready()
  console.log(
    'URL',
    page.url(),
    await input.inputValue(),
    await board.message.inputValue(),
    await board.region.getByRole('article').count(),
  )
})

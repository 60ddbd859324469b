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

test('fields that lose what is typed before the scripts arrive wait for them', async ({ board, page }) => {
  await board.makeList('shopping')
  const letGo = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  const fields = [
    board.column('Open').getByRole('textbox', { name: 'Add task to Open' }),
    board.list('shopping').getByRole('textbox', { name: 'Add to the shopping list' }),
  ]
  for (const field of fields) await expect(field).toBeDisabled()
  await board.message.fill('add a task: epsilon')
  letGo()
  for (const field of fields) await expect(field).toBeEnabled()
  await expect(board.message).toHaveValue('add a task: epsilon')
})

test('the fields of a page of its own wait too', async ({ board, page }) => {
  await expect(board.region).toBeVisible()
  const letGo = await holdScripts(page)
  await page.goto('/memory', { waitUntil: 'commit' })
  const field = page.getByRole('textbox', { name: 'New memory' })
  await expect(field).toBeDisabled()
  letGo()
  await expect(field).toBeEnabled()
})

/** Settings changed by a sentence: the Settings page shows them, and the reply can undo them. */
import { expect, test } from './support/fixtures.ts'
import { SettingsPage } from './support/settings-page.ts'

test('name and time zone by sentence: in Settings, on a new board, and undone in the reply', async ({
  board,
  page,
}) => {
  const settings = new SettingsPage(page)
  const name = page.getByLabel('Name', { exact: true })
  const zone = page.getByRole('combobox', { name: 'Time zone' })

  const named = await board.say('call me John')
  await expect(named).toContainText('Your name is now John.')
  const zoned = await board.say('Set my timezone to Pacific/Honolulu')
  await expect(zoned).toContainText('Setting changed: time zone (Pacific/Honolulu)')
  await settings.open()
  await expect(name).toHaveValue('John')
  await expect(zone).toHaveValue('Pacific / Honolulu')
  await settings.reload()
  await expect(zone).toHaveValue('Pacific / Honolulu')
  await settings.back()

  await page.getByRole('button', { name: /^Undo: Setting changed: time zone/ }).click()
  await expect(board.log).toContainText('Setting change undone: time zone (Pacific/Honolulu)')
  await page.reload()
  await board.ready()
  await expect(board.log).toContainText('Setting change undone')
  await settings.open()
  await expect(zone).toBeHidden()
  await expect(name).toHaveValue('John')
  await settings.back()

  await board.newBoard()
  await expect(await board.say('Hello')).toContainText('Hi John!')
  await expect(await board.say('What is my name?')).toContainText('Your name is John.')
})

test('an open board writes dates as a sentence asks, in another tab too', async ({ board, page }) => {
  await board.say('add a task: pay rent, due 2027-11-03')
  const card = board.card(/#1 pay rent/)
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  const there = tab.getByRole('article', { name: /#1 pay rent/ })
  await expect(there).toContainText(/Nov/)
  await board.say('show dates in Spanish')
  await expect(card).toContainText(/3 nov/)
  await expect(there).toContainText(/3 nov/)
  await expect(await board.say('set my timezone to Mars')).toContainText('Unknown time zone “Mars”')
  await expect(there).toContainText(/3 nov/)
})

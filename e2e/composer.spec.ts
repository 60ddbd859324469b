/** Writing: keys, completion, recall, drafts, limits. */
import { expect, test } from './support/fixtures.ts'
import { composeEnter } from './support/keyboard.ts'

test('Enter sends, Shift+Enter breaks the line', async ({ board, page }) => {
  await board.message.pressSequentially('add these tasks:')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('- one')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('- two')
  await composeEnter(board.message)
  await page.keyboard.press('Enter')
  await expect(board.card('#2 two')).toBeVisible()
})

test('@ and / complete from the keyboard', async ({ board, page }) => {
  await board.message.pressSequentially('@Ta')
  await expect(page.getByRole('listbox')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(board.message).toHaveValue(/^@Taskboard /)
  await board.message.fill('')
  await board.message.pressSequentially('/')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
})

test('arrow up recalls what was sent', async ({ board, page }) => {
  await board.say('add a task: said before')
  await board.message.press('ArrowUp')
  await expect(board.message).toHaveValue('add a task: said before')
  expect(page.url()).toContain('/boards/')
})

test('a draft survives a reload, and stays with its board', async ({ board, page }) => {
  await board.message.fill('half a thou')
  await page.reload()
  await board.ready()
  await expect(board.message).toHaveValue('half a thou')
  await board.newBoard()
  await expect(board.message).toHaveValue('')
})

test.describe('while the server cannot be reached', () => {
  test.use({ allowedErrors: [/net::ERR_FAILED/] })

  test('a message that can’t be sent is put back into the box', async ({ board, page }) => {
    const isPost = (method: string) => method === 'POST'
    await page.route('**/boards/**', (route) =>
      isPost(route.request().method()) ? route.abort() : route.continue(),
    )
    await board.message.fill('add a task: lost on the way')
    await board.message.press('Enter')
    await expect(board.message).toHaveValue('add a task: lost on the way', { timeout: 30_000 })
    await page.unroute('**/boards/**')
    await board.message.press('Enter')
    await expect(board.card('#1 lost on the way')).toBeVisible()
    await expect(board.log.getByRole('article', { name: 'You' })).toHaveCount(1)
  })
})

test('a message that is too long isn’t sent, and its text stays', async ({ board }) => {
  await board.message.fill('x'.repeat(8_001))
  await board.message.press('Enter')
  await expect(board.message).toHaveValue('x'.repeat(8_001))
  await expect(board.log.getByRole('article')).toHaveCount(0)
})

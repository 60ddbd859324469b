/** The list of boards: new, switch, rename, search, delete with undo, duplicate, clear. */

import { readTruth, sessionOf } from './support/expect-agreement.ts'
import { expect, test } from './support/fixtures.ts'

test('a new board is empty, and switching back shows the old one', async ({ board, page }) => {
  await board.say('add a task: on the first board')
  const first = sessionOf(page)
  await board.newBoard()
  await expect(board.region.getByRole('article')).toHaveCount(0)
  await board.say('add a task: on the second board')
  await board.boards.getByRole('link', { name: /On the first board/ }).click()
  await page.waitForURL((url) => url.pathname.includes(first))
  await expect(board.card('#1 on the first board')).toBeVisible()
  await expect(board.card('#1 on the second board')).toHaveCount(0)
})

test('a board is named by its first message, and keeps a name that the user gives it', async ({
  board,
  page,
}) => {
  await board.say('@Taskboard add a task: water the plants, category: personal')
  await expect(board.boards.getByRole('link', { name: /^Water the plants/ })).toBeVisible()
  await expect(page).toHaveTitle(/Water the plants/)
  await board.boards.getByRole('button', { name: 'Actions for Water the plants' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expect(board.boards.getByRole('textbox', { name: /^Rename / })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Garden')
  await page.keyboard.press('Enter')
  await expect(board.boards.getByRole('link', { name: /^Garden/ })).toBeVisible()
  await expect(page).toHaveTitle(/Garden/)
  await board.say('add a task: mow the lawn')
  await page.reload()
  await board.ready()
  await expect(page).toHaveTitle(/Garden/)
})

test('a deleted board is restored by Undo, and until then `/` opens another one', async ({ board, page }) => {
  await board.say('add a task: precious')
  const deleted = sessionOf(page)
  await board.boards.getByRole('button', { name: 'Actions for Precious' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.waitForURL((url) => !url.pathname.includes(deleted))
  await board.ready()
  await expect(board.boards.getByRole('link', { name: /^Precious/ })).toHaveCount(0)
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
  await board.boards.getByRole('link', { name: /^Precious/ }).click()
  await expect(board.card('#1 precious')).toBeVisible()
})

test('search finds boards by name, task and message', async ({ board, page }) => {
  await board.say('add a task: find the needle')
  await board.newBoard()
  await board.say('is there hay?')
  const search = board.boards.getByRole('searchbox')
  await search.fill('needle')
  await board.boards
    .getByRole('link', { name: /needle/i })
    .first()
    .click()
  await expect(board.card('#1 find the needle')).toBeVisible()
  await search.fill('hay')
  await expect(board.boards.getByText(/is there hay/i).first()).toBeVisible()
  expect(page.url()).toContain('/boards/')
})

test('a duplicate has the tasks without the conversation; clearing the chat keeps the board', async ({
  board,
  page,
  server,
}) => {
  await board.say('add a task: copied')
  const original = sessionOf(page)
  await board.boards.getByRole('button', { name: 'Actions for Copied' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.waitForURL((url) => !url.pathname.includes(original))
  await board.ready()
  await expect(board.card('#1 copied')).toBeVisible()
  await expect(board.log.getByRole('article')).toHaveCount(0)
  await page.goto(`/boards/${original}`)
  await board.ready()
  await board.boards.getByRole('button', { name: 'Actions for Copied', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Clear chat' }).click()
  await expect(board.log.getByRole('article')).toHaveCount(0)
  await expect(board.card('#1 copied')).toBeVisible()
  expect((await readTruth(server.databasePath, original)).messages).toEqual([])
})

test('the current model is named, with how to connect another', async ({ board, page }) => {
  await page.getByRole('button', { name: 'Offline model' }).click()
  await expect(page.getByText('OPENAI_API_KEY').first()).toBeVisible()
  expect(await board.region.getByRole('article').count()).toBe(0)
})

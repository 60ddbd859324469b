/** The library: texts added by hand or as files, found by a question, and cited by their passage. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { BoardPage } from './support/board-page.ts'
import { expect, test } from './support/fixtures.ts'

const HANDBOOK = '# Handbook\n\nWelcome to all of you.\n\n## Vacation\n\nEverybody has 25 days off a year.\n'

async function write(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Write or paste a text' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Text' }).fill(text)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
}

test('a question is answered with the passage it comes from, and the citation opens it', async ({
  board,
  page,
}) => {
  await board.boards.getByRole('link', { name: 'Library' }).click()
  await write(page, 'Handbook.md', HANDBOOK)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await page.getByRole('link', { name: 'Back to the board' }).click()
  await board.ready()
  const reply = await board.say('what does the handbook say about vacation?')
  await expect(reply).toContainText('Everybody has 25 days off a year.')
  await reply.getByRole('link', { name: 'Handbook.md, passage 2' }).click()
  const passage = page.getByRole('region', { name: 'Passage 2' })
  await expect(passage).toHaveAttribute('aria-current', 'location')
  await expect(passage).toBeInViewport()
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
})

test('files come in, the same name replaces, tags filter, and a deletion is undone', async ({
  board,
  page,
}) => {
  await page.goto('/library')
  const choose = async (...files: { name: string; mimeType: string; buffer: Buffer }[]) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Add files' }).click()
    await (await chooser).setFiles(files)
  }
  const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await choose(file('a.txt', 'apples are red'), file('b.md', 'bananas are yellow'))
  await expect(page.getByText('2 documents')).toBeVisible()
  await choose(file('A.TXT', 'apples are green'))
  await expect(page.getByText('version 2')).toBeVisible()
  await expect(page.getByText('2 documents')).toBeVisible()
  await page.getByRole('button', { name: 'Tag b.md' }).click()
  await page.getByRole('textbox', { name: 'Tags of b.md' }).fill('#Fruit, yellow')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '#fruit' }).click()
  await expect(page.getByText('1 document')).toBeVisible()
  await page.getByRole('button', { name: 'Delete b.md' }).click()
  await expect(page.getByRole('link', { name: 'b.md' })).toBeHidden()
  await board.toastUndo().click()
  await expect(page.getByRole('link', { name: 'b.md' })).toBeVisible()
  await choose({ name: 'photo.png', mimeType: 'image/png', buffer: Buffer.from([0x89, 0x50, 0, 1, 0xff]) })
  const told = page.getByRole('region', { name: 'Notifications' })
  await expect(told.getByText('“photo.png” is no text.')).toBeVisible()
  await choose(file('large.txt', 'x'.repeat(1_000_001)))
  await expect(told.getByText('“large.txt” has 1.01 MB')).toBeVisible()
  await page.goto('/')
  await board.ready()
  await expect(await board.say('search my documents for apples')).toContainText('apples are green')
  await expect(await board.say('search my documents tagged fruit for apples')).toContainText('No document')
})

test('nobody else finds or opens a document', async ({ board, page, otherBrowser }) => {
  await page.goto('/library')
  await write(page, 'Diary.txt', 'The surprise party is on Friday.')
  await page.getByRole('link', { name: 'Diary.txt' }).click()
  await expect(page.getByRole('heading', { name: 'Diary.txt' })).toBeVisible()
  const address = page.url()
  const other = new BoardPage(await (await otherBrowser()).newPage())
  await other.open()
  await expect(await other.say('search my library for the surprise party')).toContainText('No document')
  await other.page.goto(address)
  await other.page.waitForURL(/\/library$/)
  await expect(other.page.getByText('Nothing yet.')).toBeVisible()
  expect(board.page.url()).toBe(address)
})

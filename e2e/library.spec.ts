/** The library: documents written or uploaded, found by a question, and cited by passage. */
import type { Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import { BoardPage } from './support/board-page.ts'
import { leave, stage } from './support/driven-stage.ts'
import { callFor } from './support/fake-openai-handlers.ts'
import { text } from './support/fake-openai-stream.ts'
import { expect, test, watch } from './support/fixtures.ts'
import { makeProgram } from './support/programs.ts'

const HANDBOOK = '# Handbook\n\nWelcome to all of you.\n\n## Vacation\n\nEverybody has 25 days off a year.\n'
const MISSING = 'Document not found. It may have been deleted.'

async function write(page: Page, name: string, words: string): Promise<void> {
  await page.getByRole('button', { name: 'New document' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Text' }).fill(words)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
}

test('a question is answered with a passage, and the citation opens it', async ({ board, page }) => {
  await board.boards.getByRole('link', { name: 'Library' }).click()
  await write(page, 'Handbook.md', HANDBOOK)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the board' }).click()
  await board.ready()
  const reply = await board.say('what does the handbook say about vacation?')
  await expect(reply).toContainText('Everybody has 25 days off a year.')
  await reply.getByRole('link', { name: 'Handbook.md, passage 2' }).click()
  const passage = page.getByRole('region', { name: 'Passage 2' })
  await expect(passage).toHaveAttribute('aria-current', 'location')
  await expect(passage).toBeInViewport()
  await expectAccessible(page)
})

test('files are uploaded, the same name replaces, tags filter, and a deletion is undone', async ({
  board,
  page,
}) => {
  await page.goto('/library')
  const choose = async (...files: { name: string; mimeType: string; buffer: Buffer }[]) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Upload files' }).click()
    await (await chooser).setFiles(files)
  }
  const file = (name: string, words: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(words) })
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
  await expect(told.getByText('“photo.png” isn’t a text file.')).toBeVisible()
  await choose(file('large.txt', 'x'.repeat(1_000_001)))
  await expect(told.getByText('“large.txt” is 1.01 MB')).toBeVisible()
  await page.goto('/')
  await board.ready()
  await expect(await board.say('search my documents for apples')).toContainText('apples are green')
  await expect(await board.say('search my documents tagged fruit for apples')).toContainText('No results for')
})

test('other users can’t find or open a document', async ({ board, page, otherBrowser }) => {
  await page.goto('/library')
  await write(page, 'Diary.txt', 'The surprise party is on Friday.')
  await page.getByRole('link', { name: 'Diary.txt' }).click()
  await expect(page.getByRole('heading', { name: 'Diary.txt' })).toBeVisible()
  const address = page.url()
  const other = new BoardPage(await (await otherBrowser()).newPage())
  await other.open()
  await expect(await other.say('search my library for the surprise party')).toContainText('No results for')
  await other.page.goto(address)
  await expect(other.page.getByRole('status')).toHaveText(MISSING)
  await expect(other.page.getByText('No documents yet.')).toBeVisible()
  expect(board.page.url()).toBe(address)
})

test('a citation by a language model opens its passage; an invented one opens nothing', async ({
  browser,
  model,
}) => {
  // It starts a server of its own.
  test.slow()
  let made = ''
  const on = await stage(browser, model, function* (request) {
    const [found] = request.toolResultsAfterLastUser
    if (!found) return yield callFor(request, 'search_knowledge', { query: 'vacation' })
    const cite = /\[.*?, passage \d+\]\(\S+\)/.exec(found.text)?.[0] ?? 'no citation'
    // As a stream may cut it, and in the forms that sentences give it.
    yield text(`Everybody has **25 days** off (${cite.slice(0, -20)}`)
    yield text(`${cite.slice(-20)}).\n\n| what | where |\n|-|-|\n| days | ${cite} |\n\n${made}`)
  })
  const { board, server } = on
  const { page } = board
  const errors = watch(page.context())
  const other = await makeProgram(server)
  const diary = await other.ask('POST', '/api/library?name=Diary.txt', 'The surprise party is on Friday.')
  const foreign = (diary.body as { document: { id: string } }).document.id
  await page.goto('/library')
  await write(page, 'Hand[book]_2.md', HANDBOOK)
  const own = await page.getByRole('link', { name: 'Hand[book]_2.md' }).getAttribute('href')
  made = [
    `[theirs](/library/${foreign}#p1)`,
    `[nobody’s](/library/${'0'.repeat(32)}#p1)`,
    `[past the end](${own}#p99)`,
    '[an export](/library/../api/export#p1)',
    '[a script](javascript:alert(1))',
  ].join(' and ')
  await page.getByRole('link', { name: 'Back to the board' }).click()
  await board.ready()
  const reply = await board.say('how much vacation do I have?')
  const citation = reply.getByRole('link', { name: 'Hand[book]_2.md, passage 2' })
  await expect(citation).toHaveCount(2)
  for (const words of ['an export', 'a script']) {
    await expect(reply).toContainText(words)
    await expect(reply.getByRole('link', { name: words })).toHaveCount(0)
  }
  await citation.first().click()
  await expect(page.getByRole('region', { name: 'Passage 2' })).toHaveAttribute('aria-current', 'location')
  await expect(page.getByRole('region', { name: 'Passage 2' })).toBeInViewport()
  const cited = async (name: string) => {
    await page.goBack()
    await board.ready()
    await reply.getByRole('link', { name }).click()
  }
  await cited('past the end')
  await expect(page.getByRole('heading', { name: 'Hand[book]_2.md', level: 1 })).toBeVisible()
  await expect(page.locator('[aria-current="location"]')).toHaveCount(0)
  for (const name of ['theirs', 'nobody’s']) {
    await cited(name)
    await expect(page.getByRole('status')).toHaveText(MISSING)
    await expect(page.getByText('1 document')).toBeVisible()
    await expect(page.getByText(/Diary|surprise/)).toHaveCount(0)
  }
  expect(errors).toEqual([])
  await leave(on)
})

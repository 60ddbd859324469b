/** Replies as Markdown: expensive texts stay plain, errors stay contained, links show their host. */
import type { BrowserContext, Page } from '@playwright/test'
import type { Approval, Part } from '#lib/board/wire/events.ts'
import { expectAccessible } from './support/accessible.ts'
import { boardFile, importBoard } from './support/board-files.ts'
import type { BoardPage } from './support/board-page.ts'
import { expect, test } from './support/fixtures.ts'

async function openReplies(board: BoardPage, replies: readonly (string | Part)[]): Promise<string> {
  const id = await importBoard(board.page, boardFile('Replies', replies))
  await board.page.goto(`/boards/${id}`)
  await board.ready()
  return id
}

const bold = (board: BoardPage, words: string) => board.log.locator('strong', { hasText: words })

test('texts built to be slow or to overflow the stack are shown as plain text, and the board works', async ({
  board,
  page,
}) => {
  const long = [']'.repeat(60_000), '>'.repeat(200_000), '>'.repeat(2_500), '*a'.repeat(30_000)]
  const spaced = `one\n   two\n${' '.repeat(120)}- three`
  await openReplies(board, ['**first** of all', ...long, spaced, '**last** of all'])
  await expect(bold(board, 'first')).toBeVisible()
  await expect(bold(board, 'last')).toBeVisible()
  const texts = await board.replies().evaluateAll((all) => all.map((one) => one.textContent))
  expect(texts).toEqual(expect.arrayContaining(long.map((text) => expect.stringContaining(text))))
  await expect(board.replies().nth(5).getByText('two')).toHaveCSS('white-space-collapse', 'preserve')
  await expect(board.replies().locator('blockquote')).toHaveCount(0)
  await board.say('add a task: still here')
  await expect(board.card(/still here/)).toBeVisible()
  await page.goto('/')
  await board.ready()
  await expect(bold(board, 'last')).toBeVisible()
})

test('the server parses no Markdown: its page has the text, and the browser turns it into Markdown', async ({
  board,
  page,
}) => {
  const id = await openReplies(board, ['**bold** and [open it](https://evil.test/)'])
  const html = await (await page.request.get(`/boards/${id}`)).text()
  expect(html).toContain('>**bold** and [open it](https://evil.test/)</p>')
  expect(html).not.toContain('<strong>')
  await expect(bold(board, 'bold')).toBeVisible()
})

test.describe('what fails', () => {
  test.use({ allowedErrors: [/./] })
  test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

  test('a message that can’t be rendered shows its text, and the others work', async ({ board }) => {
    const approval: Approval = {
      id: 'a',
      status: 'allowed',
      ask: 'Remove it',
      rows: [],
      note: '',
      isBehind: false,
      isAgain: false,
      // A time that no calendar has.
      decidedAt: Number.MAX_SAFE_INTEGER,
    }
    const call: Part = {
      type: 'tool',
      callId: 'c',
      step: 0,
      name: 'remove_task',
      input: {},
      state: 'done',
      output: 'Removed #7.',
      revision: null,
      startedAt: 1,
      endedAt: 2,
      approval,
    }
    await openReplies(board, [call, '**fine**'])
    await expect(bold(board, 'fine')).toBeVisible()
    await expect(board.replies().first()).toHaveText('Removed #7.')
    await board.say('add a task: still here')
    await expect(board.card(/still here/)).toBeVisible()
  })

  test('without the code for Markdown replies stay plain', async ({ board, page }) => {
    await withoutCode(page, 'nofollow')
    await openReplies(board, ['**bold** words'])
    await expect(board.replies().getByText('**bold** words')).toBeVisible()
    await board.say('add a task: still here')
    await expect(board.card(/still here/)).toBeVisible()
  })

  test('the error page of a board links to the list of boards, not back to it', async ({ board, page }) => {
    const first = page.url()
    await board.newBoard()
    await withoutCode(page, 'Add value')
    await page.reload()
    await board.ready()
    await board.region.getByRole('button', { name: 'State', exact: true }).click()
    await page.getByRole('link', { name: 'Go to your boards' }).click()
    await expect(page.getByRole('heading', { name: 'Your boards' })).toBeVisible()
    await expectAccessible(page)
    const links = page.getByRole('listitem').getByRole('link')
    await expect(links).toHaveCount(2)
    await page.locator(`a[href="${new URL(first).pathname}"]`).click()
    await board.ready()
    expect(page.url()).toBe(first)
    await page.goto('/boards')
    await page.getByRole('button', { name: 'New board' }).click()
    await page.waitForURL(/\/boards\/[0-9a-f]+$/)
    await board.ready()
    expect(page.url()).not.toBe(first)
  })
})

/** No file of the app that holds these words arrives. */
async function withoutCode(page: Page, words: string): Promise<void> {
  await page.route('**/_next/static/**/*.js', async (route) => {
    const answer = await route.fetch()
    if ((await answer.text()).includes(words)) return route.abort()
    return route.fulfill({ response: answer })
  })
}

test('a link shows its host, and is confirmed once per host and browser', async ({ board, page }) => {
  const asked = await elsewhere(page.context())
  const origin = new URL(page.url()).origin
  const library = `/library/${'0'.repeat(32)}#p1`
  const links = `[open it](https://evil.test/x?d=secret), https://plain.test/a, [mail](mailto:ana@example.com),
[again](https://evil.test/y), [passage](${library}), [settings](${origin}/settings)`
  await openReplies(board, [links])
  const reply = board.replies().first()
  await expect(reply).toContainText(
    'open it (evil.test), https://plain.test/a, mail (ana@example.com), again (evil.test), passage, settings',
  )
  const link = reply.getByRole('link', { name: 'open it' })
  const question = page.getByRole('dialog', { name: 'Open link' })
  for (const button of ['left', 'middle'] as const) {
    await link.click({ button })
    await expect(question).toContainText('https://evil.test/x?d=secret')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
  }
  await link.focus()
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(link).toBeFocused()
  expect(asked).toEqual([])

  const opens = async (click: () => Promise<void>) => {
    const opened = page.context().waitForEvent('page')
    await click()
    await (await opened).close()
  }
  await link.click()
  await opens(() => question.getByRole('link', { name: 'Open link' }).click())
  await expect(question).toBeHidden()
  await opens(() => reply.getByRole('link', { name: 'again' }).click())
  await page.reload()
  await board.ready()
  await opens(() => link.click())
  await expect.poll(() => asked.length).toBe(3)
  await reply.getByRole('link', { name: 'plain.test' }).click()
  await expect(question).toContainText('plain.test')
  await page.keyboard.press('Escape')
  await reply.getByRole('link', { name: 'mail' }).click()
  await expect(question).toContainText('mailto:ana@example.com')
  await page.keyboard.press('Escape')
  await reply.getByRole('link', { name: 'settings' }).click()
  await page.waitForURL('**/settings')
  expect(asked).toHaveLength(3)
})

/** What the browser asks of other hosts; they answer. */
async function elsewhere(context: BrowserContext): Promise<string[]> {
  const asked: string[] = []
  await context.route(/^https:\/\/[a-z]+\.test\//, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ body: 'elsewhere' })
  })
  return asked
}

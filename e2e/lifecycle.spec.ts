/** Archive, export, import and checkpoints of a board, and its instructions. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Download, Locator, Page } from '@playwright/test'
import { expectAccessible } from './support/accessible.ts'
import type { BoardPage } from './support/board-page.ts'
import { expectAgreement, readTruth, sessionOf } from './support/expect-agreement.ts'
import { expect, test } from './support/fixtures.ts'

const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' })

async function boardMenu(page: Page, ...path: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Board menu' }).click()
  for (const [at, name] of path.entries()) {
    const item = page.getByRole('menuitem', { name, exact: true })
    // A menu within is opened by its key: a pointer on its way to it may open and close it.
    if (at < path.length - 1) await item.press('ArrowRight')
    else await item.click()
  }
}

async function openSheet(page: Page): Promise<Locator> {
  await boardMenu(page, 'Board settings…')
  const sheet = page.getByRole('dialog', { name: 'Board settings' })
  await expect(sheet).toBeVisible()
  return sheet
}

async function saved(page: Page, act: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), act()])
  return { name: download.suggestedFilename(), text: await textOf(download) }
}

async function textOf(download: Download): Promise<string> {
  return readFileSync(await download.path(), 'utf8')
}

async function choose(page: Page, file: string, act: () => Promise<void>): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), act()])
  await chooser.setFiles(file)
}

const importAsNew = (board: BoardPage, file: string) =>
  choose(board.page, file, async () => {
    await board.boards.getByRole('button', { name: 'Import and export' }).click()
    await board.page.getByRole('menuitem', { name: 'Import a board…' }).click()
  })

const importInto = (page: Page, sheet: Locator, file: string) =>
  choose(page, file, () => sheet.getByRole('button', { name: 'Choose a file…' }).click())

/** The open board as a file, optionally changed. */
async function fileOf(page: Page, path: string, change: (file: ExportedFile) => void = () => undefined) {
  const response = await page.request.get(`/api/boards/${sessionOf(page)}/export?format=json`)
  const file: ExportedFile = await response.json()
  change(file)
  writeFileSync(path, JSON.stringify(file))
  return path
}
type ExportedFile = { state: { tasks: { title: string }[]; [key: string]: unknown }; revisions: unknown[] }

test('an archived board is listed below the others, can be opened and found, and a message unarchives it @long', async ({
  board,
  page,
}) => {
  await board.say('add a task: an old matter')
  const old = sessionOf(page)
  await board.newBoard()
  await board.boards.getByRole('button', { name: 'Actions for An old matter' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  const link = board.boards.getByRole('link', { name: /^An old matter/ })
  await expect(link).toHaveCount(0)
  const group = board.boards.getByRole('button', { name: 'Archived 1' })
  await expect(group).toHaveAttribute('aria-expanded', 'false')
  await notifications(page).getByRole('button', { name: 'Undo' }).click()
  await expect(link).toBeVisible()
  await expect(group).toHaveCount(0)
  await board.boards.getByRole('button', { name: 'Actions for An old matter' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await board.boards.getByRole('searchbox').fill('old matter')
  await expect(link.first()).toBeVisible()
  await board.boards.getByRole('searchbox').fill('')
  await group.click()
  await link.click()
  await page.waitForURL((url) => url.pathname.includes(old))
  await board.ready()
  await expect(page.getByRole('banner').getByText('Archived')).toBeVisible()
  await expect(board.card('#1 an old matter')).toBeVisible()
  // `/` leads to a board that is in use.
  await page.goto('/')
  await page.waitForURL((url) => url.pathname.startsWith('/boards/') && !url.pathname.includes(old))
  await page.goto(`/boards/${old}`)
  await board.ready()
  await board.say('add a task: it goes on')
  await expect(page.getByRole('banner').getByText('Archived')).toHaveCount(0)
  await expect(board.boards.getByRole('button', { name: /^Archived/ })).toHaveCount(0)
  await expect(link).toBeVisible()
})

test('a board is archived and unarchived in every tab', async ({ board, page }) => {
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  await boardMenu(page, 'Archive')
  await expect(tab.getByRole('banner').getByText('Archived')).toBeVisible()
  const sheet = await openSheet(tab)
  await sheet.getByRole('button', { name: 'Unarchive' }).click()
  await expect(page.getByRole('banner').getByText('Archived')).toHaveCount(0)
  await expect(board.boards.getByRole('link', { name: /^(?!Settings|Memory|Library)/ })).toHaveCount(1)
})

test('exports are valid: JSON, Markdown, and a CSV without formulas', async ({ board, page }) => {
  const add = board.region.getByRole('textbox', { name: 'Add task to Open' })
  await add.fill('=HYPERLINK("https://evil.example","click")')
  await add.press('Enter')
  await expect(board.card(/^#1 =HYPERLINK/)).toBeVisible()
  await board.say('add a task: "water, the *plants*", high priority')
  await board.say('mark #2 as done')
  const csv = await saved(page, () => boardMenu(page, 'Export', 'CSV, for spreadsheets'))
  expect(csv.name).toMatch(/\.csv$/)
  expect(csv.text.charCodeAt(0)).toBe(0xfeff)
  const rows = csv.text.trimEnd().split('\r\n')
  expect(rows).toHaveLength(3)
  expect(rows[1]).toMatch(/^1,"'=HYPERLINK\(""https:\/\/evil\.example"",""click""\)",Open,0,"general",/)
  expect(rows[2]).toMatch(/^2,"water, the \*plants\*",Done,100,"general",high,/)
  const sheet = await openSheet(page)
  const markdown = await saved(page, () => sheet.getByRole('link', { name: 'Markdown' }).click())
  expect(markdown.name).toMatch(/\.md$/)
  expect(markdown.text).toContain('## Done\n\n- [x] #2 water, the \\*plants\\* (high priority)\n')
  const json = await saved(page, () => sheet.getByRole('link', { name: 'JSON' }).click())
  expect(json.name).toMatch(/\.json$/)
  const file = JSON.parse(json.text)
  expect(file).toMatchObject({ format: 'taskboard/2', session: { id: sessionOf(page) } })
  expect(file.state.tasks).toHaveLength(2)
  expect(file.messages).toHaveLength(4)
  await page.keyboard.press('Escape')
  const everything = await saved(page, async () => {
    await board.boards.getByRole('button', { name: 'Import and export' }).click()
    await page.getByRole('menuitem', { name: 'Export everything' }).click()
  })
  expect(everything.name).toMatch(/^taskboard \d{4}-\d\d-\d\d\.json$/)
  expect(JSON.parse(everything.text).boards).toHaveLength(1)
})

test('a file is imported as a new board, with its conversation and undo', async ({
  board,
  page,
  server,
}, info) => {
  await board.say('add a task: travels along')
  await board.say('update #1 to 50%')
  const first = sessionOf(page)
  const file = await fileOf(page, info.outputPath('board.json'))
  await importAsNew(board, file)
  await page.waitForURL((url) => !url.pathname.includes(first))
  await board.ready()
  await expect(notifications(page)).toContainText('Imported “Travels along” with its history of 3 revisions.')
  await expect(board.card('#1 travels along')).toContainText('50')
  await expect(board.log.getByRole('article')).toHaveCount(4)
  await expectAgreement(page, server)
  // The changes of a message can still be taken back, here and only here.
  await board.replies().last().getByRole('button', { name: /^Undo/ }).first().click()
  await expect(board.card('#1 travels along')).not.toContainText('50')
  await expectAgreement(page, server)
  const [task] = (await readTruth(server.databasePath, first)).tasks
  expect(task?.completion).toBe(50)
  await board.say('add a task: a second one')
  await expect(board.card('#2 a second one')).toBeVisible()
})

test('a file is added to an existing board, as one revision that one undo reverts @long', async ({
  board,
  page,
  server,
}, info) => {
  await board.say('add a task: from the file')
  await board.say('add a task: from the file too')
  const file = await fileOf(page, info.outputPath('board.json'))
  await board.newBoard()
  await board.say('add a task: was here before')
  const sheet = await openSheet(page)
  await importInto(page, sheet, file)
  await expect(sheet).toBeHidden()
  await expect(board.card('#1 was here before')).toBeVisible()
  await expect(board.card('#2 from the file')).toBeVisible()
  await expect(board.card('#3 from the file too')).toBeVisible()
  await expectAgreement(page, server)
  const { revisions } = await readTruth(server.databasePath, sessionOf(page))
  expect(revisions.at(-1)).toMatchObject({ actor: 'import', reply: expect.stringContaining('2 tasks') })
  await notifications(page).getByRole('button', { name: 'Undo' }).click()
  await expect(board.region.getByRole('article')).toHaveCount(1)
  await expectAgreement(page, server)
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await expect(board.region.getByRole('article')).toHaveCount(3)
  await page.keyboard.press('ControlOrMeta+z')
  await expect(board.region.getByRole('article')).toHaveCount(1)
})

test.describe('files that are not taken', () => {
  test.use({ allowedErrors: [/status of 400/] })

  test('an invalid file is refused with its problem, one that is too large with the limit, and nothing changes', async ({
    board,
    page,
    server,
  }, info) => {
    await board.say('add a task: stays')
    const bad = await fileOf(page, info.outputPath('bad.json'), (file) => {
      for (const task of file.state.tasks) task.title = 'x'.repeat(501)
    })
    const before = await readTruth(server.databasePath, sessionOf(page))
    const sheet = await openSheet(page)
    await importInto(page, sheet, bad)
    await expect(sheet.getByRole('alert')).toHaveText(
      'Nothing was imported. state.tasks[0].title: Titles can have up to 500 characters; this one has 501.',
    )
    const large = info.outputPath('large.json')
    writeFileSync(large, ' '.repeat(51_000_000))
    await importInto(page, sheet, large)
    await expect(sheet.getByRole('alert')).toContainText('Files can have up to 50 MB; this one has 51.')
    await page.keyboard.press('Escape')
    const text = info.outputPath('text.json')
    writeFileSync(text, 'hello')
    await importAsNew(board, text)
    await expect(notifications(page)).toContainText('The file isn’t valid JSON')
    await expect(board.boards.getByRole('link', { name: /^(?!Settings|Memory|Library)/ })).toHaveCount(1)
    expect(await readTruth(server.databasePath, sessionOf(page))).toEqual(before)
  })
})

test('a file over ten megabytes arrives complete, one over fifty is refused during the upload', async ({
  board,
  page,
  server,
}, info) => {
  await board.say('add a task: at the very end of a long file')
  const path = await fileOf(page, info.outputPath('board.json'))
  const text = readFileSync(path, 'utf8')
  const headers = { Origin: server.url, 'Content-Type': 'application/json' }
  const post = (data: string, more = {}) =>
    page.request.post('/api/boards/import', { data, headers: { ...headers, ...more } })
  const whole = await post(`${' '.repeat(12_000_000)}${text}`)
  expect(await whole.json()).toMatchObject({ ok: true, boards: [{ leftOut: [] }] })
  const large = await post(`${' '.repeat(51_000_000)}${text}`)
  expect(large.status()).toBe(413)
  expect(await large.json()).toMatchObject({ ok: false, code: 'limit' })
  for (const more of [{ Origin: 'https://evil.example' }, { Host: 'evil.example' }]) {
    expect((await post(text, more)).status()).toBe('Host' in more ? 421 : 403)
  }
  await expect(board.boards.getByRole('link', { name: /^(?!Settings|Memory|Library)/ })).toHaveCount(2)
})

test('instructions are edited with a preview, saved, and reset to default @long', async ({
  board,
  page,
}, info) => {
  const file = await fileOf(page, info.outputPath('board.json'), (exported) => {
    exported.state.user = { name: 'John', preferences: {} }
    exported.revisions = []
  })
  const first = page.url()
  await importAsNew(board, file)
  await page.waitForURL((url) => url.href !== first)
  await board.ready()
  const sheet = await openSheet(page)
  const field = sheet.getByRole('textbox', { name: 'Instructions' })
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(/Reply in the user’s language/)
  await expect(sheet.getByRole('button', { name: 'Reset' })).toBeDisabled()
  await field.fill('Call me {user.name}, not {user.nick}. {{braces}}')
  const preview = sheet.getByRole('note', { name: 'Preview' })
  await expect(preview).toHaveText('Call me "John", not {user.nick}. {braces}')
  await expect(sheet.getByText('No value for {user.nick}')).toBeVisible()
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(sheet.getByRole('button', { name: 'Reset' })).toBeEnabled()
  await field.fill('x'.repeat(4_001))
  await expect(sheet.getByText('4001 of 4000 characters')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await page.reload()
  await board.ready()
  const again = await openSheet(page)
  await expect(again.getByRole('textbox', { name: 'Instructions' })).toHaveValue(
    'Call me {user.name}, not {user.nick}. {{braces}}',
  )
  await again.getByRole('button', { name: 'Reset' }).click()
  await expect(again.getByRole('textbox', { name: 'Instructions' })).toHaveValue(
    /Reply in the user’s language/,
  )
})

test('a checkpoint is saved and restored, with a confirmation and an undo @long', async ({
  board,
  page,
  server,
}) => {
  await board.say('add a task: one')
  const sheet = await openSheet(page)
  await sheet.getByRole('textbox', { name: 'Checkpoint name' }).fill('monday')
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('list', { name: 'Checkpoints' }).getByRole('listitem')).toHaveCount(1)
  await sheet.getByRole('button', { name: 'Restore monday', exact: true }).click()
  await expect(sheet.getByText('The board already matches this checkpoint.')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Restore', exact: true })).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Close' }).first().click()
  await board.say('add a task: two')
  await board.say('mark #1 as done')
  await openSheet(page)
  await sheet.getByRole('button', { name: 'Restore monday', exact: true }).click()
  const preview = sheet.getByRole('list', { name: 'Preview of changes' })
  await expect(preview.getByRole('listitem')).toHaveText(['Remove #2 two', /^#1 one: status Open/])
  await sheet.getByRole('button', { name: 'Restore', exact: true }).click()
  await expect(sheet).toBeHidden()
  await expect(board.card('#2 two')).toHaveCount(0)
  await expect(board.cardIn('Open', '#1 one')).toBeVisible()
  await expectAgreement(page, server)
  await notifications(page).getByRole('button', { name: 'Undo' }).click()
  await expect(board.cardIn('Done', '#1 one')).toBeVisible()
  await expect(board.card('#2 two')).toBeVisible()
  await expectAgreement(page, server)
  await openSheet(page)
  await sheet.getByRole('button', { name: 'Delete checkpoint monday' }).click()
  await expect(sheet.getByRole('list', { name: 'Checkpoints' })).toHaveCount(0)
})

test('axe finds nothing in the sheet and the archive', async ({ board, page }) => {
  await sheetIsWell(board, page)
  await boardMenu(page, 'Archive')
  await board.boards.getByRole('button', { name: /^Archived/ }).waitFor()
  await expectAccessible(page)
})

test('the sheet fits a phone @phone', async ({ board, page }) => {
  await sheetIsWell(board, page, () => page.getByRole('tab', { name: /Board/ }).click())
})

async function sheetIsWell(board: BoardPage, page: Page, before?: () => Promise<void>): Promise<void> {
  await board.say('add a task: one')
  await before?.()
  const sheet = await openSheet(page)
  await sheet.getByRole('textbox', { name: 'Instructions' }).fill('Call me {user.nick}, on {today}.')
  await expect(sheet.getByText('No value for')).toBeVisible()
  await sheet.getByRole('textbox', { name: 'Checkpoint name' }).fill(`a name ${'so long '.repeat(6)}`)
  await page.keyboard.press('Enter')
  await sheet.getByRole('button', { name: /^Restore a name/ }).click()
  await expect(sheet.getByText('The board already matches this checkpoint.')).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0)
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Close' }).first().click()
}

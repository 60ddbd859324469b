/** Hostile texts in every field and reply, rendered by Chromium: nothing runs, no request leaves. */
import type { Browser, Page } from '@playwright/test'
import { BoardPage } from '../support/board-page.ts'
import { type FakeOpenAI, startFakeOpenAI } from '../support/fake-openai-server.ts'
import { text, toolCall } from '../support/fake-openai-stream.ts'
import { expect, test } from '../support/fixtures.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { covered, isWhole } from './cover.ts'
import { HOSTILE } from './hostile-strings.ts'
import { AT_ONCE, type Planted, plant, talk } from './planting.ts'
import { markupIn, provoke, type Watched, watch } from './watch.ts'
import { inParallel } from './wire.ts'

test.describe.configure({ mode: 'serial' })
test.setTimeout(isWhole ? 1_200_000 : 240_000)

const TEXTS = HOSTILE.filter((text, index) => isWhole || index % 9 === 0 || /^[=+@\-|\t]/.test(text))
/** Texts per user, below the rate limit. */
const EACH = 40
let fake: FakeOpenAI
let server: TestServer
const planted: Planted[] = []

test.beforeAll(async () => {
  fake = await startFakeOpenAI(function* (request) {
    // The first step of a turn calls a tool with the message; the second repeats it as the model's text.
    if (request.toolResultsAfterLastUser.length === 0) {
      yield toolCall('add_items', {
        list: 'said',
        items: request.lastUser
          .split('\n\n')
          .map((said) => said.slice(0, 200))
          .slice(0, 20),
      })
      return
    }
    for (const piece of request.lastUser.match(/[\s\S]{1,80}/gu) ?? []) yield text(piece)
  })
  server = await startServer({
    env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.url, INSTANT_COMMANDS: 'off' },
  })
})
test.afterAll(async () => {
  await server.stop()
  await fake.close()
})

test('hostile texts are stored unchanged, in every field', async () => {
  expect(new Set(HOSTILE).size).toBe(HOSTILE.length)
  expect(HOSTILE.length).toBeGreaterThanOrEqual(200)
  for (let at = 0; at < TEXTS.length; at += EACH) {
    const texts = TEXTS.slice(at, at + EACH)
    const one = await plant(server, texts)
    expect(one.fields).toBeGreaterThan(texts.length * 6)
    for (const [index, board] of one.boards.entries()) {
      await talk(server, one.person, board, texts.slice(index * AT_ONCE, (index + 1) * AT_ONCE))
    }
    planted.push(one)
  }
  const sum = (count: (one: Planted) => number) => planted.reduce((all, one) => all + count(one), 0)
  const [fields, boards] = [sum((one) => one.fields), sum((one) => one.boards.length) + TEXTS.length]
  covered('planted', { texts: TEXTS.length, fields, boards, users: planted.length })
})

for (const withPolicy of [true, false]) {
  const how = withPolicy ? 'with the policy, which is never needed' : 'without the policy @long'
  test(`rendered in every view, ${how}: no script runs, no request leaves`, async ({ browser }) => {
    let views = 0
    for (const [index, one] of planted.entries()) {
      const { context, page, seen } = await openAs(browser, one.person, withPolicy)
      views += await lookAround(page, seen, one.boards)
      if (index === planted.length - 1) await provoked(page, seen, withPolicy)
      await context.close()
    }
    covered(how, { texts: TEXTS.length, views })
  })
}

async function openAs(browser: Browser, { cookie }: Planted['person'], withPolicy: boolean) {
  const context = await browser.newContext({ baseURL: server.url, bypassCSP: !withPolicy })
  const [name = '', value = ''] = cookie.split(/=(.*)/s)
  await context.addCookies([{ name, value, url: server.url }])
  const seen = await watch(context, server.url)
  return { context, seen, page: await context.newPage() }
}

/** Visits every view of these boards and the other pages; returns how many. */
async function lookAround(page: Page, seen: Watched, boards: readonly string[]): Promise<number> {
  let views = 0
  const look = async (what: string) => {
    expect(await markupIn(page), what).toEqual([])
    expect(seen, what).toEqual({ ran: [], left: [], dialogs: [], violations: [] } satisfies Watched)
    views += 1
  }
  for (const board of boards) for (const draw of VIEWS) await draw(page, board, look)
  await page.getByRole('searchbox', { name: 'Search all boards' }).fill('pwn')
  await expect(page.getByRole('navigation', { name: 'Boards' }).getByText('pwn').first()).toBeVisible()
  await look('search')
  await page.goto('/settings')
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeVisible()
  await look('settings')
  for (const [path, heading] of [
    ['/memory', 'Memory'],
    ['/library', 'Library'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await look(path)
  }
  const document = page.locator('a[href^="/library/"]').first()
  await document.click()
  await page.waitForURL(/\/library\/.+/)
  await look('a document')
  await page.goto(
    `/nope?<script>pwn()</script>&x=${encodeURIComponent('"><img src=x onerror=pwn()>')}#javascript:pwn()`,
  )
  await look('no such page')
  await page.goto(`/boards/${encodeURIComponent('<img src=x onerror=pwn()>')}`)
  await look('no such board')
  return views
}

/** Tests the watch itself: without the policy a script runs, and the policy stops it. */
async function provoked(page: Page, seen: Watched, withPolicy: boolean): Promise<void> {
  await provoke(page)
  if (withPolicy) await expect.poll(() => seen.violations.length).toBeGreaterThan(0)
  else await expect.poll(() => seen.ran.length).toBeGreaterThan(0)
  expect(seen.ran.length > 0).toBe(!withPolicy)
  expect((await markupIn(page)).length).toBeGreaterThanOrEqual(2)
}

type Look = (what: string) => Promise<void>
type Draw = (page: Page, board: string, look: Look) => Promise<void>

const inMenu = async (page: Page, entry: string) => {
  await page.getByRole('button', { name: 'Board menu' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
  return page.getByRole('dialog')
}

const VIEWS: readonly Draw[] = [
  async (page, board, look) => {
    await page.goto(`/boards/${board}`)
    const screen = new BoardPage(page)
    await screen.ready()
    await expect(screen.replies().first()).toBeVisible()
    await look('board and chat')
    for (const call of await screen.log.getByRole('button', { expanded: false }).all()) await call.click()
    await look('chat with its calls open')
    const archived = screen.boards.getByRole('button', { name: /^Archived/ })
    if ((await archived.getAttribute('aria-expanded')) === 'false') await archived.click()
    await look('archived boards')
  },
  async (page, _, look) => {
    const dialog = await inMenu(page, 'History…')
    await expect(dialog.getByRole('list', { name: 'Revisions' }).getByRole('listitem').first()).toBeVisible()
    await look('history')
    await page.keyboard.press('Escape')
  },
  async (page, _, look) => {
    const dialog = await inMenu(page, 'Trash…')
    await expect(dialog.getByRole('listitem').first()).toBeVisible()
    await look('trash')
    await page.keyboard.press('Escape')
  },
  async (page, _, look) => {
    const screen = new BoardPage(page)
    await screen.openState()
    await expect(screen.state.getByRole('article').first()).toBeVisible()
    await look('state')
  },
  async (page, _, look) => {
    const dialog = await inMenu(page, 'Board settings…')
    await expect(dialog).toBeVisible()
    await look('board settings')
    await page.keyboard.press('Escape')
  },
]

test('downloads are safely named, never rendered, and no cell is a formula', async () => {
  const formats = ['json', 'md', 'csv'] as const
  const ofEach = planted.map(async ({ person }) => {
    const { boards } = JSON.parse((await person.ask({ path: '/api/boards' })).body) as {
      boards: { id: string }[]
    }
    return boards.flatMap(({ id }) => formats.map((format) => ({ person, id, format })))
  })
  const files = (await Promise.all(ofEach)).flat()
  let cells = 0
  await inParallel(files, async ({ person, id, format }) => {
    const { headers, body, status } = await person.ask({ path: `/api/boards/${id}/export?format=${format}` })
    expect(status).toBe(200)
    const named = headers['content-disposition'] ?? ''
    expect(named).toMatch(/^attachment; filename="[^"\\/\r\n]+"(; filename\*=UTF-8''[\w.!#$&+^`|~%-]+)?$/)
    const given = decodeURIComponent(/UTF-8''(.+)$/.exec(named)?.[1] ?? 'x')
    expect(given).not.toMatch(/[/\\\r\n\0<>:"|?*]|^\.|\u202e/)
    expect(headers['content-type']).toMatch(/^(application\/json|text\/markdown|text\/csv)/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    if (format === 'json') JSON.parse(body)
    if (format === 'csv') {
      for (const cell of cellsOf(body))
        expect(cell, 'a cell').not.toMatch(/^[\s\uff1d\uff0b\uff0d\uff20]*[=+@|\t\r]|^-\D|^-.*\|/)
      cells += cellsOf(body).length
    }
  })
  // The export can be imported elsewhere and gives the same export.
  const [{ person, boards }] = planted as [Planted]
  const board = boards[0]
  const file = (await person.ask({ path: `/api/boards/${board}/export?format=json` })).body
  const made = await person.ask({ method: 'POST', path: '/api/boards/import', body: file })
  expect(made.status, made.body).toBe(200)
  const id = JSON.parse(made.body).boards[0].sessionId
  const again = JSON.parse((await person.ask({ path: `/api/boards/${id}/export?format=json` })).body)
  expect(again.state.tasks.map((task: { title: string }) => task.title).sort()).toEqual(
    JSON.parse(file)
      .state.tasks.map((task: { title: string }) => task.title)
      .sort(),
  )
  covered('exports', { files: files.length, cells })
})

/** An independent RFC 4180 parser. */
function cellsOf(csv: string): string[] {
  return [...csv.matchAll(/(?:^|,|\r?\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain : quoted.replaceAll('""', '"'),
  )
}

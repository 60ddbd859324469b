/** The production server seen from a browser: paint in a second tab, first-load JavaScript, and the server's memory. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { type Echo, startEcho } from './echo.ts'
import type { Fake } from './fake-client.ts'
import { callOf, runTurns } from './load.ts'
import { one, type Row, type Section } from './report.ts'
import { type Server, startServer } from './server.ts'
import { spread } from './stats.ts'

const TITLE = 'In the browser'
const CHROMIUM = process.env.PW_CHROMIUM ?? '/usr/bin/chromium'
const ROUNDS = 60
const WARM_UP = 10
const TURNS = 200
const SETTLE_MS = 2000
/** Gzip of the scripts of a bare page of Next 16.4. */
const BARE_NEXT_KB = 133

const leftOut = (reason: string): Section => ({ title: TITLE, rows: [], notes: [`Left out: ${reason}`] })

export async function measureBrowser(fake: Fake): Promise<Section> {
  if (!existsSync('.next/BUILD_ID')) return leftOut('the app is not built; run `npm run build` first.')
  if (!existsSync(CHROMIUM)) return leftOut(`there is no ${CHROMIUM}; PW_CHROMIUM names another browser.`)
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-browser-'))
  const server = await startServer(join(folder, 'bench.db'), fake.url)
  const echo = await startEcho()
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] })
  try {
    return await measure(await browser.newContext(), server, echo)
  } finally {
    await browser.close()
    echo.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure(context: BrowserContext, server: Server, echo: Echo): Promise<Section> {
  const rssAtStart = server.rssMb()
  const first = await context.newPage()
  const scripts = watchScripts(first)
  await first.goto(`${server.url}/start`)
  await first.getByRole('textbox', { name: 'Message' }).waitFor()
  await pause(SETTLE_MS)
  const sizes = await Promise.all(scripts)
  const paint = await measurePaint(context, first, echo)
  const asked = first.waitForRequest((request) => request.method() === 'POST')
  await first.getByRole('textbox', { name: 'Message' }).fill('add a task: write the report')
  await first.keyboard.press('Enter')
  const call = await callOf(await asked)
  const rssAfterFirst = server.rssMb()
  await runTurns(server.url, call, TURNS)
  const rows: Row[] = [
    paint,
    {
      what: 'first-load JavaScript of a board, gzip',
      unit: 'kB',
      ours: one(sizes.reduce((sum, size) => sum + size, 0) / 1024),
      against: { value: BARE_NEXT_KB, what: 'bare Next page' },
    },
    { what: 'memory of the server after start', unit: 'MB', ours: one(rssAtStart) },
    { what: 'the same with three tabs open', unit: 'MB', ours: one(rssAfterFirst) },
    { what: `the same after ${TURNS} turns`, unit: 'MB', ours: one(server.rssMb()) },
  ]
  const notes = [
    `Paint: from the revision's time stamp, taken just before its commit, to the frame after the card is in the page of the second tab. Floor: a bare echo over server-sent events in the same browser. ${scripts.length} scripts.`,
  ]
  return { title: TITLE, rows, notes }
}

function watchScripts(page: Page): Promise<number>[] {
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    sizes.push(response.body().then((body) => gzipSync(body).length))
  })
  return sizes
}

/** Alternates one change and one echo; the pages stay open. */
async function measurePaint(context: BrowserContext, first: Page, echo: Echo): Promise<Row> {
  const second = await newWindow(context, first)
  await second.goto(first.url())
  await second.getByRole('textbox', { name: 'Message' }).waitFor()
  const third = await newWindow(context, first)
  await third.goto(echo.url)
  await pause(SETTLE_MS)
  const painted = new Map<string, number>()
  const bare: number[] = []
  const field = first.getByRole('textbox', { name: 'Add task to Open' })
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    const title = `paint ${round} of the bench`
    const seen = paintOf(second, title)
    await seen.armed
    await field.fill(title)
    await field.press('Enter')
    painted.set(title, await seen.at)
    const echoed = paintOf(third, title)
    await echoed.armed
    const said = echo.say(title)
    const took = (await echoed.at) - said
    if (round >= WARM_UP) bare.push(took)
  }
  const stamps = await stampsOf(first)
  const times = [...painted].slice(WARM_UP).map(([title, at]) => at - (stamps.get(title) ?? Number.NaN))
  const what = 'a change painted in a second tab'
  return { what, unit: 'ms', ours: spread(times), floor: spread(bare) }
}

/** A background tab only gets one frame a second, so each page has its own window. */
async function newWindow(context: BrowserContext, beside: Page): Promise<Page> {
  const session = await context.newCDPSession(beside)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  const opened = context.waitForEvent('page')
  const { browserContextId } = targetInfo
  await session.send('Target.createTarget', { url: 'about:blank', newWindow: true, browserContextId })
  return opened
}

/** When the card's first frame was painted, in epoch milliseconds; `armed` once the page watches for it. */
function paintOf(page: Page, title: string): { armed: Promise<void>; at: Promise<number> } {
  const armed = page.evaluate((wanted) => {
    const paint = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector(`article[aria-label$="${wanted}"]`)) return
        observer.disconnect()
        requestAnimationFrame(() => setTimeout(() => resolve(performance.timeOrigin + performance.now())))
      })
      observer.observe(document.body, { childList: true, subtree: true })
    })
    Object.assign(globalThis, { paint })
  }, title)
  const at = armed.then(() =>
    page.evaluate(() => (globalThis as unknown as { paint: Promise<number> }).paint),
  )
  return { armed, at }
}

type Exported = { revisions: { createdAt: number; changes: { after: { title?: string } | null }[] }[] }

/** When each change was stored, by the title of its task. */
async function stampsOf(page: Page): Promise<Map<string, number>> {
  const sessionId = new URL(page.url()).pathname.split('/').at(-1)
  const response = await page.request.get(
    `${new URL(page.url()).origin}/api/boards/${sessionId}/export?format=json`,
  )
  const { revisions }: Exported = await response.json()
  return new Map(
    revisions.flatMap(({ createdAt, changes }) =>
      changes.map((change): [string, number] => [change.after?.title ?? '', createdAt]),
    ),
  )
}

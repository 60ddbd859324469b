/** Wrong clocks on the server and in the browser: order and consistency depend on revisions, never on time. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { BoardPage } from '../support/board-page.ts'
import { expectAgreement } from '../support/expect-agreement.ts'
import { startServer } from '../support/server.ts'
import { expectSound, readDead } from './support/dead-file.ts'
import { figures } from './support/random.ts'
import { addTask, untilTrue, visit } from './support/visitor.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

test('T46 clocks: a server far ahead, behind, and jumping back; a browser a day off', async ({ browser }) => {
  test.setTimeout(120_000)
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-clock-'))
  const skewFile = join(folder, 'skew')
  const set = async (ms: number) => {
    writeFileSync(skewFile, String(ms))
    await new Promise((done) => setTimeout(done, 150))
  }
  await set(400 * DAY_MS)
  const skewed = resolve('e2e/faults/support/skewed-clock.mjs')
  const env = { SKEW_FILE: skewFile, NODE_OPTIONS: `--import=${skewed}` }
  const server = await startServer({ env, databasePath: join(folder, 'taskboard.db') })
  const visitor = await visit(server.url)
  const say = async (text: string) => {
    const { turns: before } = await visitor.exported()
    expect(await visitor.send(text)).toEqual({ ok: true })
    return untilTrue(async () => {
      const { turns } = await visitor.exported()
      return (
        turns.length > before.length && turns.every(({ status }: { status: string }) => status !== 'running')
      )
    }, `“${text}” is answered`)
  }

  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await page.clock.install({ time: Date.now() - DAY_MS })
  const board = new BoardPage(page)
  await board.open()
  // The server's clock is over a year ahead, the browser's a day behind, and the server's then goes back and on.
  const steps = [400 * DAY_MS, 400 * DAY_MS - HOUR_MS, -2 * DAY_MS, 0]
  for (const [i, skew] of steps.entries()) {
    await set(skew)
    for (const n of [1, 2])
      expect(await visitor.run(addTask(`step ${i} task ${n}`))).toMatchObject({ ok: true })
    await say(`add a task: said at step ${i}`)
    const field = board.column('Open').getByRole('textbox', { name: 'Add task to Open' })
    await field.fill(`browser at step ${i}`)
    await field.press('Enter')
    await expect(board.card(new RegExp(` browser at step ${i}$`))).toBeVisible()
  }
  await page.clock.runFor(2_000)
  await expectAgreement(page, server)
  await board.page.reload()
  await board.ready()
  await expectAgreement(page, server)

  const exported = await visitor.exported()
  const titles = exported.state.tasks.map(({ title }: { title: string }) => title)
  expect(titles).toEqual(
    steps.flatMap((_, i) => [`step ${i} task 1`, `step ${i} task 2`, `said at step ${i}`]),
  )
  const asked = exported.messages.filter(({ role }: { role: string }) => role === 'user')
  expect(asked.map(({ parts }: { parts: { text: string }[] }) => parts[0]?.text)).toEqual(
    steps.map((_, i) => `add a task: said at step ${i}`),
  )
  await context.close()
  await server.kill('SIGKILL')
  expectSound(await readDead(server.databasePath))
  figures(null, { 'jumps of the clock': steps.length, tasks: titles.length })
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

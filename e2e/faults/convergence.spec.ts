/** Two tabs, a phone and the agent change one board at once over a flaky network: all end in the same state. */
import { type BrowserContext, devices, expect, test } from '@playwright/test'
import { BoardPage, type ColumnName } from '../support/board-page.ts'
import { expectAgreement, readTruth, screenOf, sessionOf } from '../support/expect-agreement.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { expectSound, readDead } from './support/dead-file.ts'
import { type Dice, figures, openDice, size } from './support/random.ts'
import { pause } from './support/visitor.ts'

const COLUMNS: readonly ColumnName[] = ['Open', 'In progress', 'Done']

type Hand = { board: BoardPage; context: BrowserContext; errors: string[] }

/** One user action, as far as the screen allows; targets that no longer exist are skipped. */
async function act({ board }: Hand, dice: Dice, name: string): Promise<void> {
  const { page } = board
  const cards = board.region.getByRole('article')
  const count = await cards.count()
  const quick = { timeout: 3_000 }
  const what = count < 3 ? 'add' : dice.pick(['add', 'status', 'rename', 'remove', 'move', 'undo', 'agent'])
  const card = cards.nth(count > 0 ? dice.between(0, count - 1) : 0)
  if (what === 'add') {
    const column = dice.pick(COLUMNS)
    const field = board.column(column).getByRole('textbox', { name: `Add task to ${column}` })
    await field.fill(name, quick)
    await field.press('Enter', quick)
  } else if (what === 'status') await card.getByRole('checkbox').click(quick)
  else if (what === 'rename') {
    await card.focus(quick)
    await page.keyboard.press('F2')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  } else if (what === 'remove') {
    await card.focus(quick)
    await page.keyboard.press('Delete')
  } else if (what === 'move') {
    await card.focus(quick)
    await page.keyboard.press(dice.pick(['Alt+Shift+ArrowUp', 'Alt+Shift+ArrowDown', 'Alt+Shift+ArrowRight']))
  } else if (what === 'undo') {
    const button = board.region.getByRole('button', { name: 'Undo', exact: true })
    if (await button.isEnabled()) await button.click(quick)
  } else {
    await board.message.fill(`add tasks: ${name} one, ${name} two, ${name} three`, quick)
    await board.message.press('Enter', quick)
  }
}

async function settled(hands: readonly Hand[], server: TestServer): Promise<number> {
  const began = Date.now()
  const [first] = hands
  if (!first) throw new Error('nobody is there')
  for (const { board } of hands) {
    await board.ready()
    await expect(board.page.locator('header').getByRole('status')).toHaveText('', { timeout: 15_000 })
    await board.idle()
  }
  const screen = () => Promise.all(hands.map(({ board }) => screenOf(board.page)))
  await expect(async () => {
    const [one, ...others] = await screen()
    for (const other of others) expect(other).toEqual(one)
  }).toPass({ timeout: 10_000 })
  const took = Date.now() - began
  for (const { board } of hands) await expectAgreement(board.page, server)
  return took
}

test('T5 tabs, a phone and the agent until quiet: screens, rows and a fresh reload agree', async ({
  browser,
}) => {
  test.setTimeout(size(150_000, 1_800_000))
  const dice = openDice()
  const server = await startServer()
  const runs = size(1, 12)
  const steps = size(24, 40)
  let settledIn = 0
  let done = 0
  let missed = 0
  for (let run = 0; run < runs; run++) {
    const desk = await browser.newContext({ baseURL: server.url, viewport: { width: 1280, height: 800 } })
    const first = new BoardPage(await desk.newPage())
    await first.open()
    const second = new BoardPage(await desk.newPage())
    await second.page.goto(first.page.url())
    const state = await desk.storageState()
    const phone = await browser.newContext({
      ...devices['Pixel 7'],
      baseURL: server.url,
      storageState: state,
    })
    const third = new BoardPage(await phone.newPage())
    await third.page.goto(first.page.url())
    await third.page.getByRole('tab', { name: /Board/ }).click()
    const hands: Hand[] = [
      { board: first, context: desk, errors: [] },
      { board: second, context: desk, errors: [] },
      { board: third, context: phone, errors: [] },
    ]
    for (const { board, errors } of hands) {
      await board.ready()
      board.page.on('console', (message) => {
        const isNetwork = /ERR_|Failed to load resource|Failed to fetch|fetch failed/.test(message.text())
        if (message.type() === 'error' && !isNetwork) errors.push(message.text())
      })
      board.page.on('pageerror', (error) => errors.push(error.message))
    }
    for (let step = 0; step < steps; step++) {
      const hand = dice.pick(hands)
      if (dice.chance(0.08)) {
        await hand.context.setOffline(true)
        const away = dice.between(0, size(1_500, 5_000))
        void pause(away)
          .then(() => hand.context.setOffline(false))
          .catch(() => undefined)
      }
      const isPhone = hand.context === phone
      try {
        await act(hand, isPhone ? withoutChat(dice) : dice, `r${run} s${step}`)
        done += 1
      } catch {
        // Another client removed or moved it in the meantime.
        missed += 1
      }
    }
    for (const { context } of hands) await context.setOffline(false)
    settledIn = Math.max(settledIn, await settled(hands, server))
    const before = await screenOf(first.page)
    await first.page.reload()
    await first.ready()
    expect(await screenOf(first.page)).toEqual(before)
    for (const { errors } of hands) expect(errors).toEqual([])
    await desk.close()
    await phone.close()
  }
  expect(missed).toBeLessThan(done / 2)
  await server.kill('SIGKILL')
  expectSound(await readDead(server.databasePath))
  figures(dice, { runs, done, 'passed over': missed, 'agree after ms': settledIn })
  await server.stop()
})

/** On the phone the conversation is behind its tab. */
const withoutChat = (dice: Dice): Dice => ({
  ...dice,
  pick: (from) => dice.pick(from.filter((one) => one !== 'agent')),
})

test('T9 reloads at random moments of a turn: its text and results are shown once', async ({ browser }) => {
  test.setTimeout(size(90_000, 300_000))
  const dice = openDice()
  const server = await startServer()
  const context = await browser.newContext({ baseURL: server.url })
  const board = new BoardPage(await context.newPage())
  await board.open()
  const reloads = size(8, 50)
  for (let i = 0; i < reloads; i++) {
    await board.send(`add a task: reload number ${i}`)
    await pause(dice.between(0, 250))
    await board.page.reload()
    await board.ready()
    await board.idle()
    await expect(board.card(new RegExp(` reload number ${i}$`))).toHaveCount(1)
    await expect(board.replies().last()).toContainText(`reload number ${i}`)
  }
  await expectAgreement(board.page, server)
  const { messages, turns } = await readTruth(server.databasePath, sessionOf(board.page))
  expect(messages).toHaveLength(reloads * 2)
  for (const { parts } of messages.filter(({ role }) => role === 'assistant'))
    expect(parts.filter(({ type }) => type === 'tool')).toHaveLength(1)
  expect(turns.map(({ status }) => status)).toEqual(turns.map(() => 'completed'))
  figures(dice, { reloads, turns: turns.length })
  await context.close()
  await server.stop()
})

/** Several agents on one board: a mention picks who answers, and all work on the same state. */

import { BoardPage } from './support/board-page.ts'
import { callFor } from './support/fake-openai-handlers.ts'
import { startFakeOpenAI } from './support/fake-openai-server.ts'
import { text } from './support/fake-openai-stream.ts'
import { expect, test } from './support/fixtures.ts'
import { startServer } from './support/server.ts'

test('a mention is completed and picks the agent, and the reply shows its name', async ({ board, page }) => {
  await board.message.pressSequentially('@li')
  await expect(page.getByRole('option', { name: /@Lists/ })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(board.message).toHaveValue('@Lists ')
  await board.message.pressSequentially('add milk to the shopping list')
  await page.keyboard.press('Enter')
  await expect(board.item('shopping', 'milk')).toBeVisible()
  const reply = board.log.getByRole('article', { name: 'Lists' })
  await expect(reply).toContainText('Lists')
  await page.reload()
  await board.ready()
  await expect(board.log.getByRole('article', { name: 'Lists' })).toHaveCount(1)
})

test('Lists doesn’t change tasks, and Planner changes nothing without approval', async ({ board }) => {
  await board.say('add a task: write the report')
  await board.send('@Lists remove #1')
  await expect(board.log.getByRole('article', { name: 'Lists' })).toContainText('Try @Taskboard')
  await expect(board.card('#1 write the report')).toBeVisible()
  await board.send('@Planner set #1 to high priority')
  const asked = board.log.getByRole('article', { name: 'Planner' })
  await expect(asked.getByRole('button', { name: 'Allow', exact: true })).toBeVisible()
  await expect(board.card('#1 write the report')).not.toContainText('high')
  await asked.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(board.card('#1 write the report')).toContainText(/high/i)
})

test('Planner plans the day from due dates, asked directly or through another agent', async ({ board }) => {
  await board.say('add a task: pay the rent, due today, high priority')
  await board.send('@Planner plan my day')
  const planned = board.log.getByRole('article', { name: 'Planner' })
  await expect(planned).toContainText('#1')
  await expect(planned).toContainText('pay the rent')
  await board.idle()
  const handed = await board.say('ask the planner to plan my day')
  await expect(handed).toContainText('Planner takes over')
  await expect(handed).toContainText('pay the rent')
  await expect(board.cardIn('Open', '#1 pay the rent')).toBeVisible()
})

test('a part is handed off within the turn, and the other agent’s changes wait for approval', async ({
  browser,
}) => {
  // Planner offers fewer tools than a whole board has.
  const fake = await startFakeOpenAI('scripted', { tools: [] })
  fake.handle(function* (request) {
    const done = request.toolResultsAfterLastUser.length
    const names = request.tools.map(({ name }) => name)
    if (done === 0) return yield callFor(request, 'hand_over', { agent: 'planner', part: 'plan the day' })
    if (done === 1) {
      yield text(names.includes('remove_task') ? 'still Taskboard' : 'Planner here. ')
      return yield callFor(request, 'update_task_status', { task: '#1', status: 'in_progress' })
    }
    yield text('Planned.')
  })
  const server = await startServer({
    env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.url, INSTANT_COMMANDS: 'on' },
  })
  const context = await browser.newContext({ baseURL: server.url })
  const board = new BoardPage(await context.newPage())
  await board.open()
  await board.say('add a task: write the report')
  await board.send('please plan my day somehow')
  const reply = board.replies().last()
  await expect(reply).toContainText('Planner takes over')
  await expect(reply).toContainText('Planner here.')
  await expect(board.cardIn('Open', '#1 write the report')).toBeVisible()
  await reply.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect(board.cardIn('In progress', '#1 write the report')).toBeVisible()
  await expect(reply).toContainText('Planned.')
  expect(fake.requests.some(({ system }) => system?.startsWith('You are Planner.'))).toBe(true)
  await context.close()
  await server.stop()
  await fake.close()
})

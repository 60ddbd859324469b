/** Texts that take long to read are read in threads of the built server, and end with it. */
import { BoardPage } from './support/board-page.ts'
import { expect, test } from './support/fixtures.ts'
import { startServer } from './support/server.ts'
import { readTruth, sessionOf } from './support/truth.ts'

test('a long message is read in a thread, too many commands are refused in words, and the server ends in time', async ({
  browser,
}) => {
  const server = await startServer()
  const context = await browser.newContext({ baseURL: server.url })
  const board = new BoardPage(await context.newPage())
  await board.open()
  const steps = Array.from({ length: 30 }, (_, i) => `add a task: step number ${i + 1}`)
  await board.send(steps.join('\n'))
  await expect(board.card(/step number 30$/)).toBeVisible()
  await board.send('remove x, '.repeat(800))
  await expect(board.replies().last()).toContainText('A message can have up to 60 commands')
  const sessionId = sessionOf(board.page)
  await context.close()
  // Its idle thread keeps nothing alive.
  await server.kill('SIGTERM')
  const { tasks, turns } = await readTruth(server.databasePath, sessionId)
  expect(tasks).toHaveLength(30)
  expect(turns.map(({ status }) => status)).toEqual(['completed', 'completed'])
  expect(server.log()).not.toMatch(/failed|Warning/)
  await server.stop()
})

/** Long texts are parsed in threads of the built server, which end with it. */
import { taskRow } from '#lib/board/testing.ts'
import { LIMITS } from '#lib/limits.ts'
import { BoardPage } from './support/board-page.ts'
import { readTruth, sessionOf } from './support/expect-agreement.ts'
import { expect, test } from './support/fixtures.ts'
import { startServer } from './support/server.ts'

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

test('a change larger than a page of the feed makes an open board reload itself', async ({
  board,
  page,
  server,
}) => {
  const notes = 'x'.repeat(LIMITS.notesChars)
  const tasks = Array.from({ length: LIMITS.pageBytes / LIMITS.notesChars + 1 }, (_, i) =>
    taskRow(i + 1, { id: `task-number-${i}`, title: `from the file ${i + 1}`, notes, rank: 'a0' }),
  )
  const data = {
    format: 'taskboard/2',
    session: { name: 'Large', nextNumber: 1, createdAt: 1 },
    state: { tasks, categories: [{ id: 'category-1', name: 'general', rank: 'a0' }] },
  }
  const path = `/api/boards/${sessionOf(page)}/import`
  const answer = await page.request.post(path, { data, headers: { origin: server.url } })
  expect(await answer.json()).toMatchObject({ ok: true })
  await expect(board.card(/from the file 1$/)).toBeVisible()
  // The feed goes on from the snapshot.
  await board.send('add a task: after the file')
  await expect(board.card(/after the file$/)).toBeVisible()
})

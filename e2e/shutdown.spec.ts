/** Shutdown: running turns are stored, readers are notified, and the process exits in time. */
import { request } from 'node:http'
import { createClient } from '@libsql/client'
import { BoardPage } from './support/board-page.ts'
import { readTruth, sessionOf } from './support/expect-agreement.ts'
import { callFor } from './support/fake-openai-handlers.ts'
import { startFakeOpenAI } from './support/fake-openai-server.ts'
import { end, gate, type Handler, text } from './support/fake-openai-stream.ts'
import { expect, test } from './support/fixtures.ts'
import { startServer, type TestServer } from './support/server.ts'

const WITHIN_MS = 10_000

const halfDone: Handler = async function* (asked) {
  if (asked.toolResultsAfterLastUser.length === 0) {
    yield callFor(asked, 'add_task', { title: 'made by the model' })
    return yield end('stop')
  }
  yield text('Half of it. ')
  yield gate()
}

/** An open feed; `ended` resolves with all it sent if it is closed properly, and rejects if it breaks. */
function openFeed({ port }: TestServer, cookie: string): Promise<{ ended: Promise<string> }> {
  return new Promise((opened, refused) => {
    const headers = { host: `localhost:${port}`, cookie }
    const sent = request({ host: '127.0.0.1', port, path: '/api/feed?after=0', headers, agent: false })
    sent.on('error', refused)
    sent.on('response', (answer) => {
      let said = ''
      const ended = new Promise<string>((resolve, reject) => {
        answer.on('end', () => resolve(said)).on('error', reject)
      })
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk
        opened({ ended })
      })
    })
    sent.end()
  })
}

test('SIGTERM, twice: the turn is stored with its text, readers are notified, and the process exits in time', async ({
  browser,
}) => {
  const fake = await startFakeOpenAI(halfDone)
  const server = await startServer({
    env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.url, INSTANT_COMMANDS: 'off' },
  })
  const context = await browser.newContext({ baseURL: server.url })
  const board = new BoardPage(await context.newPage())
  await board.open()
  const sessionId = sessionOf(board.page)
  await board.send('go')
  await expect(board.replies().last()).toContainText('Half of it.')
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  await context.close()

  const feed = await openFeed(server, cookie)
  const asked = Date.now()
  const gone = server.kill('SIGTERM')
  process.kill(server.pid(), 'SIGTERM')
  await gone
  expect(Date.now() - asked).toBeLessThan(WITHIN_MS)

  const said = await feed.ended
  expect(said).toContain('"status":"interrupted"')
  expect(said).toContain('The server stopped before finishing')
  const { turns, messages, tasks } = await readTruth(server.databasePath, sessionId)
  expect(turns.map(({ status }) => status)).toEqual(['interrupted'])
  expect(messages.at(-1)?.text).toContain('Half of it.')
  expect(tasks.map(({ title }) => title)).toEqual(['made by the model'])
  await server.stop()
  await fake.close()
})

test('SIGTERM without any open connection: the turn of a program is stored too', async ({ browser }) => {
  const fake = await startFakeOpenAI(halfDone)
  const server = await startServer({
    env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.url, INSTANT_COMMANDS: 'off' },
  })
  const context = await browser.newContext({ baseURL: server.url })
  const board = new BoardPage(await context.newPage())
  await board.open()
  const sessionId = sessionOf(board.page)
  await board.send('go')
  await expect(board.replies().last()).toContainText('Half of it.')
  await context.close()
  // Storing has to wait for another program, and the process must not exit before.
  const other = createClient({ url: `file:${server.databasePath}` })
  const held = await other.transaction('write')
  const gone = server.kill('SIGTERM')
  await new Promise((resolve) => setTimeout(resolve, 1_000))
  await held.rollback()
  other.close()
  await gone
  const { turns, messages } = await readTruth(server.databasePath, sessionId)
  expect(turns.map(({ status }) => status)).toEqual(['interrupted'])
  expect(messages.at(-1)?.text).toContain('Half of it.')
  await server.stop()
  await fake.close()
})

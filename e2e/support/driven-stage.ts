/** A server whose model is a fake one that answers when told to, and a browser on a new board. */
import { type Browser, expect } from '@playwright/test'
import { BoardPage } from './board-page.ts'
import { callFor, type HandlerName } from './fake-openai-handlers.ts'
import { type FakeOpenAI, startFakeOpenAI } from './fake-openai-server.ts'
import { end, gate, type Handler, text } from './fake-openai-stream.ts'
import { startServer, type TestServer } from './server.ts'

export type Stage = { fake: FakeOpenAI; server: TestServer; board: BoardPage }

/** A server whose model is ours to drive, and a browser on a new board. */
export async function stage(
  browser: Browser,
  handler: Handler | HandlerName,
  env: Record<string, string> = {},
): Promise<Stage> {
  const fake = await startFakeOpenAI(handler)
  const server = await startServer({
    env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.url, INSTANT_COMMANDS: 'off', ...env },
  })
  const context = await browser.newContext({ baseURL: server.url })
  const board = new BoardPage(await context.newPage())
  await board.open()
  return { fake, server, board }
}

export async function leave({ fake, server, board }: Stage): Promise<void> {
  await board.page.context().close()
  await server.stop()
  await fake.close()
  expect(fake.problems).toEqual([])
}

export const stop = (board: BoardPage) => board.page.getByRole('button', { name: 'Stop', exact: true })
export const last = (board: BoardPage) => board.replies().last()

/** A tool call, then text in pieces, each behind a gate. */
export const toolThenPieces = (...pieces: string[]): Handler =>
  async function* (request) {
    if (request.toolResultsAfterLastUser.length === 0) {
      yield callFor(request, 'add_task', { title: 'made by the model' })
      return yield end('stop')
    }
    for (const piece of pieces) {
      yield text(piece)
      yield gate()
    }
  }

/** A server with a fake model that answers on command, and a browser on a new board. */
import type { Browser } from '@playwright/test'
import { BoardPage } from './board-page.ts'
import { callFor, type HandlerName } from './fake-openai-handlers.ts'
import { end, gate, type Handler, text } from './fake-openai-stream.ts'
import { clearModelServer, type ModelServer } from './model-server.ts'

export type Stage = ModelServer & { board: BoardPage }

/** Starts both. */
export async function stage(
  browser: Browser,
  model: ModelServer,
  handler: Handler | HandlerName,
): Promise<Stage> {
  model.fake.handle(handler)
  const context = await browser.newContext({ baseURL: model.server.url })
  const board = new BoardPage(await context.newPage())
  await board.open()
  return { ...model, board }
}

export async function leave({ board, ...model }: Stage): Promise<void> {
  await board.page.context().close()
  await clearModelServer(model)
}

export const stop = (board: BoardPage) => board.page.getByRole('button', { name: 'Stop', exact: true })
export const last = (board: BoardPage) => board.replies().last()

/** A tool call, then text in pieces, each held until released. */
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

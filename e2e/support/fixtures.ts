/** Playwright's `test` with a server, a page that fails on console errors, and a board. */
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { BoardPage } from './board-page.ts'
import { type ModelServer, startModelServer, stopModelServer } from './model-server.ts'
import { startServer, type TestServer } from './server.ts'

type PerTest = {
  /** A new user on a new board. */
  board: BoardPage
  /** Another browser, which shares only the server with `board`. */
  otherBrowser: () => Promise<BrowserContext>
  /** Console errors that this test provokes on purpose. */
  allowedErrors: RegExp[]
}
type PerWorker = { server: TestServer; serverEnv: Record<string, string>; model: ModelServer }

export const test = base.extend<PerTest, PerWorker>({
  serverEnv: [{}, { option: true, scope: 'worker' }],
  allowedErrors: [[], { option: true }],
  server: [
    async ({ serverEnv }, use) => {
      const server = await startServer({ env: serverEnv })
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  model: [
    async ({ serverEnv }, use) => {
      const model = await startModelServer(serverEnv)
      await use(model)
      await stopModelServer(model)
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ server }, use) => use(server.url),
  context: async ({ context, allowedErrors }, use) => {
    const errors = watch(context)
    await use(context)
    expect(errors.filter((error) => !allowedErrors.some((pattern) => pattern.test(error)))).toEqual([])
  },
  board: async ({ page }, use) => {
    const board = new BoardPage(page)
    await board.open()
    await use(board)
  },
  otherBrowser: async ({ browser, server, allowedErrors }, use) => {
    const contexts: { context: BrowserContext; errors: string[] }[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL: server.url })
      contexts.push({ context, errors: watch(context) })
      return context
    })
    for (const { context, errors } of contexts) {
      await context.close()
      expect(errors.filter((error) => !allowedErrors.some((pattern) => pattern.test(error)))).toEqual([])
    }
  },
})

/** Any console error, uncaught exception or unhandled rejection, on any page of a browser. */
export function watch(context: BrowserContext): string[] {
  const errors: string[] = []
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  context.on('weberror', (error) => errors.push(error.error().message))
  return errors
}

export async function secondTab(page: Page): Promise<BoardPage> {
  const tab = await page.context().newPage()
  await tab.goto(page.url())
  const board = new BoardPage(tab)
  await board.ready()
  return board
}

export { expect }

/** A server whose model is ours to drive, and a board on it: for what has to be seen on both sides. */
import type { Browser } from '@playwright/test'
import { BoardPage } from './board-page.ts'
import { expectAgreement } from './expect-agreement.ts'
import { expect } from './fixtures.ts'
import { clearModelServer, type ModelServer } from './model-server.ts'

export type Stage = ModelServer & { board: BoardPage; errors: string[] }

/** A server whose model is ours to drive, and a board with these tasks, added by hand. */
export async function stage(browser: Browser, model: ModelServer, tasks: readonly string[]): Promise<Stage> {
  const { server } = model
  const context = await browser.newContext({ baseURL: server.url })
  const errors: string[] = []
  context.on('console', (message) => {
    // What a browser says of a server that is killed on purpose.
    if (message.type() === 'error' && !/ERR_|Failed to load resource/.test(message.text()))
      errors.push(message.text())
  })
  context.on('weberror', (error) => errors.push(error.error().message))
  const board = new BoardPage(await context.newPage())
  await board.open()
  for (const task of tasks) await addByHand(board, task)
  return { ...model, board, errors }
}

export async function leave({ board, errors, ...model }: Stage): Promise<void> {
  await expectAgreement(board.page, model.server)
  await board.page.context().close()
  expect(errors).toEqual([])
  await clearModelServer(model)
}

export async function addByHand(board: BoardPage, title: string): Promise<void> {
  const field = board.column('Open').getByRole('textbox', { name: 'Add task to Open' })
  await field.fill(title)
  await field.press('Enter')
  await expect(board.card(new RegExp(`^#\\d+ ${title}$`))).toBeVisible()
}

/** The history and the trash, against a real file. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#db/testing.ts'
import type { Outcome } from '#lib/board/model/command.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { finishTurn } from '#lib/turns/turns.ts'
import { execute } from '../commands/execute.ts'
import { addTask, type Board, by, newBoard, runningTurn } from '../commands/execute-cases.ts'
import { preview } from '../commands/preview.ts'
import { resolveRemoved } from '../commands/resolve-removed.ts'
import { readBoard } from '../commands/session-state.ts'
import { readHistory } from './history.ts'
import { readTrash } from './trash.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const DAY_MS = 86_400_000
const run = (board: Board, name: string, input: object): Promise<Outcome> =>
  execute(by(board), { name, input })

async function history(board: Board, filter = {}) {
  const page = await readHistory(board.userId, board.sessionId, filter)
  if (!page.ok) throw new Error(page.message)
  return page.entries.map((entry) => entry.reply)
}

async function trash(board: Board, now?: number) {
  const found = await readTrash(board.userId, board.sessionId, now)
  if (!found.ok) throw new Error(found.message)
  return found
}

test('lists every revision in words, newest first, by actor and by task', async () => {
  const board = await newBoard()
  const made = await execute(by(board), addTask('one'))
  await execute({ ...by(board), actor: 'agent' }, addTask('two'))
  await run(board, 'undo', {})
  expect(await history(board)).toEqual([
    'Undone: Added #2 two.',
    'Added #2 two.',
    'Added #1 one.',
    'Created the board.',
  ])
  expect(await history(board, { actor: 'agent' })).toEqual(['Added #2 two.'])
  const task = made.ok ? made.changes[0]?.id : undefined
  expect(await history(board, { row: task })).toEqual(['Added #1 one.'])
  expect(await history(board, { before: 3 })).toEqual(['Added #1 one.', 'Created the board.'])
})

test('other users can’t read it', async () => {
  const board = await newBoard()
  const other = await newBoard()
  expect(await readHistory(other.userId, board.sessionId, {})).toMatchObject({ code: 'not_found' })
  expect(await readTrash(other.userId, board.sessionId)).toMatchObject({ code: 'not_found' })
})

test('removed tasks and lists are restored completely, each once', async () => {
  const board = await newBoard()
  const made = await execute(by(board), addTask('book dentist'))
  const task = made.ok ? (made.changes[0]?.id ?? '') : ''
  await run(board, 'add_items', { id: newId(), list: 'shopping', items: ['milk', 'eggs'] })
  const before = await readBoard(board.userId, board.sessionId)
  await run(board, 'remove_task', { task })
  await run(board, 'delete_list', { list: 'shopping' })
  const { rows } = await trash(board)
  expect(rows.map(({ name }) => name)).toEqual(['shopping list', '#1 book dentist'])
  for (const { id } of rows) expect(await run(board, 'bring_back', { row: id })).toMatchObject({ ok: true })
  expect((await readBoard(board.userId, board.sessionId))?.board).toEqual(before?.board)
  expect((await trash(board)).rows).toEqual([])
  expect(await run(board, 'bring_back', { row: task })).toMatchObject({ ok: false, code: 'not_found' })
})

test('a list whose name is in use stays in the trash, with a message', async () => {
  const board = await newBoard()
  await run(board, 'create_list', { id: newId(), name: 'packing' })
  await run(board, 'delete_list', { list: 'packing' })
  await run(board, 'create_list', { id: newId(), name: 'Packing' })
  const [gone] = (await trash(board)).rows
  expect(await run(board, 'bring_back', { row: gone?.id })).toMatchObject({ ok: false, code: 'exists' })
})

test('after thirty days a task is no longer in the trash', async () => {
  const board = await newBoard()
  const made = await execute(by(board), addTask('old'))
  await run(board, 'remove_task', { task: made.ok ? made.changes[0]?.id : '' })
  expect((await trash(board, Date.now() + 29 * DAY_MS)).rows).toHaveLength(1)
  const late = Date.now() + 31 * DAY_MS
  expect((await trash(board, late)).rows).toHaveLength(0)
  expect(await resolveRemoved(board.sessionId, 'old', late)).toMatchObject({ code: 'not_found' })
  const command = { name: 'bring_back', input: { row: made.ok ? made.changes[0]?.id : '' } }
  expect(await execute(by(board, { now: late }), command)).toMatchObject({ code: 'not_found' })
  expect(await execute(by(board), command)).toMatchObject({ ok: true })
})

test('a preview shows what a restore would change, row by row, and writes nothing', async () => {
  const board = await newBoard()
  const made = await execute(by(board), addTask('one'))
  const task = made.ok ? (made.changes[0]?.id ?? '') : ''
  await run(board, 'update_task', { task, title: 'uno', completion: 50 })
  await execute(by(board), addTask('two'))
  const before = await readBoard(board.userId, board.sessionId)
  const shown = await preview(by(board), { name: 'restore', input: { revision: 2 } })
  expect(shown).toMatchObject({ ok: true })
  expect(shown.ok && shown.lines.map(({ text }) => text)).toEqual([
    '#1 uno: title “one”, Open, 0%',
    'Remove #2 two',
  ])
  expect(await readBoard(board.userId, board.sessionId)).toEqual(before)
})

test('all changes of the agent since a message are undone at once; edits of the user stay', async () => {
  const board = await newBoard()
  const first = await runningTurn(board)
  const made = await execute({ ...by(board), actor: 'agent', turn: first.token }, addTask('by words'))
  const task = made.ok ? (made.changes[0]?.id ?? '') : ''
  await run(board, 'update_task', { task, title: 'by hand' })
  await finishTurn(first.turn, {
    status: 'completed',
    parts: [],
    notice: null,
    inputTokens: 0,
    outputTokens: 0,
  })
  const second = await runningTurn(board)
  await execute({ ...by(board), actor: 'agent', turn: second.token }, addTask('later'))
  const undone = await run(board, 'undo', { since_turn: first.turn.id })
  expect(undone).toMatchObject({ ok: true })
  expect(undone.ok && undone.left).toContain('changed since: #1 by hand')
  const { board: rows } = (await readBoard(board.userId, board.sessionId)) ?? {}
  expect([...(rows?.tasks.values() ?? [])].map(({ title }) => title)).toEqual(['by hand'])
})

test('removed rows are found by words', async () => {
  const board = await newBoard()
  const removed = async (title: string) => {
    const made = await execute(by(board), addTask(title))
    const task = made.ok ? made.changes[0]?.id : ''
    await run(board, 'remove_task', { task })
    return task
  }
  const dentist = await removed('Book dentist')
  const first = await removed('Call Ana')
  await removed('Call Ana at work')
  await removed('Packing tape')
  const list = newId()
  await run(board, 'create_list', { id: list, name: 'packing' })
  await run(board, 'delete_list', { list: 'packing' })
  const find = (words: string) => resolveRemoved(board.sessionId, words)
  expect(await find('the dentist task')).toEqual({ ok: true, id: dentist })
  expect(await find('#1')).toEqual({ ok: true, id: dentist })
  expect(await find('call ana')).toEqual({ ok: true, id: first })
  expect(await find('ana')).toMatchObject({ code: 'ambiguous' })
  for (const words of ['the packing list', 'my packing_list', 'Packing List'])
    expect(await find(words)).toEqual({ ok: true, id: list })
  expect(await find('zebra')).toMatchObject({
    code: 'not_found',
    message:
      'Nothing in the trash matches. Most recent: packing list, #4 Packing tape and #3 Call Ana at work.',
  })
})

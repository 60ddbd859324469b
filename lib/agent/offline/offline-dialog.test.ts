/** Clarifying questions and their answers through the real agent, read from the stored messages alone. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#db/testing.ts'
import { saveSettings } from '#lib/identity/account.ts'
import { type Board, newBoard } from '#lib/session/commands/execute-cases.ts'
import { exportSession } from '#lib/session/transfer/export.ts'
import { exported, send } from '../../../e2e/support/fake-openai-turns.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

async function tasksOf(board: Board) {
  return (await exported(board)).state.tasks.map(({ number, title, status, dueDate }) => ({
    number,
    title,
    status,
    dueDate,
  }))
}

async function lastParts(board: Board) {
  return (await exportSession(board.userId, board.sessionId))?.messages.at(-1)?.parts ?? []
}

describe('a question and its answer', () => {
  test('the answer completes the message, once', async () => {
    const board = await newBoard()
    expect((await send(board, 'add a task')).said).toContain('What’s the task?')
    expect(await lastParts(board)).toContainEqual(
      expect.objectContaining({ type: 'reading', text: 'add a task' }),
    )
    await send(board, 'call Ana')
    expect(await lastParts(board)).toContainEqual(
      expect.objectContaining({ type: 'reading', text: 'add a task: call Ana', completes: 'add a task' }),
    )
    await send(board, 'water the fern')
    expect((await tasksOf(board)).map(({ title }) => title)).toEqual(['call Ana'])
  })

  test('another command is carried out and ends the question', async () => {
    const board = await newBoard()
    await send(board, 'add a task: call Ana')
    await send(board, 'rename #1')
    await send(board, 'mark #1 as done')
    await send(board, 'Ring Ana')
    expect(await tasksOf(board)).toEqual([{ number: 1, title: 'call Ana', status: 'done', dueDate: null }])
  })

  test('candidates are offered as choices; never mind ends the question', async () => {
    const board = await newBoard()
    await send(board, 'add a task: paint the fence')
    await send(board, 'add a task: paint the shed')
    await send(board, 'remove paint')
    expect(await lastParts(board)).toContainEqual({
      type: 'choices',
      options: [
        { label: '#1 paint the fence', say: 'remove #1' },
        { label: '#2 paint the shed', say: 'remove #2' },
      ],
    })
    expect((await send(board, 'none of them')).said).toBe('OK, nothing changed.')
    await send(board, 'finish paint')
    await send(board, 'the second one')
    expect((await tasksOf(board)).map(({ status }) => status)).toEqual(['open', 'done'])
  })

  test('a repeated answer says so', async () => {
    const board = await newBoard()
    const { said } = await send(board, 'add take out the bins every monday')
    expect(said).toContain('Added')
    expect(said).toContain('Tasks can’t repeat yet')
  })
})

test('dates are read in the order set in the settings', async () => {
  const board = await newBoard()
  await saveSettings(board.userId, { dateOrder: 'day-first' })
  await send(board, 'add a task: pay the tax, due 3/4/2031')
  await saveSettings(board.userId, { dateOrder: 'month-first' })
  await send(board, 'add a task: pay the rent, due 3/4/2031')
  await saveSettings(board.userId, { dateOrder: 'auto', dateLanguage: 'en-GB' })
  await send(board, 'add a task: pay the gas, due 3/4/2031')
  expect((await tasksOf(board)).map(({ dueDate }) => dueDate)).toEqual([
    '2031-04-03',
    '2031-03-04',
    '2031-04-03',
  ])
})

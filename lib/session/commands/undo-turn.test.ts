/** The changes of one turn are undone together, also if the turn undid some of them itself. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#db/testing.ts'
import { execute } from './execute.ts'
import { addTask, by, newBoard, rowsOf, runningTurn } from './execute-cases.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

async function turnOf() {
  const board = await newBoard()
  await execute(by(board), addTask('mine'))
  const { turn, token } = await runningTurn(board)
  const agent = (command: object) => execute(by(board, { actor: 'agent', turn: token }), command)
  const undoTurn = () => execute(by(board), { name: 'undo', input: { turn: turn.id } })
  const titles = async () => (await rowsOf(board)).map((row) => row.title)
  return { board, agent, undoTurn, titles }
}

test('an undo and its redo within the turn don’t count as changes', async () => {
  const { agent, undoTurn, titles } = await turnOf()
  await agent({ name: 'undo', input: {} })
  expect(await titles()).toEqual([])
  await agent({ name: 'redo', input: {} })
  expect(await titles()).toEqual(['mine'])
  expect(await undoTurn()).toMatchObject({ ok: false, code: 'nothing_to_undo' })
  expect(await titles()).toEqual(['mine'])
})

test('what the turn added and undid isn’t restored', async () => {
  const { agent, undoTurn, titles } = await turnOf()
  const made = await agent(addTask('made'))
  const kept = await agent(addTask('kept'))
  expect(kept.ok).toBe(true)
  await agent({ name: 'undo', input: { revision: made.ok ? made.revision : 0 } })
  expect(await titles()).toEqual(['mine', 'kept'])
  expect(await undoTurn()).toMatchObject({ ok: true })
  expect(await titles()).toEqual(['mine'])
})

test('changes of others that the turn undid are restored', async () => {
  const { agent, undoTurn, titles } = await turnOf()
  await agent({ name: 'undo', input: {} })
  expect(await undoTurn()).toMatchObject({ ok: true })
  expect(await titles()).toEqual(['mine'])
})

test('what can’t be undone because its task was deleted is named by that task', async () => {
  const board = await newBoard()
  const add = addTask('first name')
  await execute(by(board), add)
  const task = add.input.id
  const edited = await execute(by(board), { name: 'update_task', input: { task, notes: 'a note' } })
  await execute(by(board), { name: 'remove_task', input: { task } })
  const revision = edited.ok ? edited.revision : 0
  expect(await execute(by(board), { name: 'undo', input: { revision } })).toMatchObject({
    code: 'moved_on',
    message: 'Couldn’t undo: #1 first name changed since.',
  })
})

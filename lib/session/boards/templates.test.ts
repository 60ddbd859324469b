import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '#db/client.ts'
import { boardTemplates } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { LIMITS } from '#lib/limits.ts'
import { readApiState } from '../commands/api-state.ts'
import { execute } from '../commands/execute.ts'
import { addTask, type Board, by, newBoard } from '../commands/execute-cases.ts'
import { createSession } from './create-board.ts'
import { getInstructions, setInstructions } from './instructions.ts'
import { deleteTemplate, listTemplates, renameTemplate, saveTemplate } from './templates.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

async function filledBoard(): Promise<Board> {
  const board = await newBoard()
  for (const [name, input] of [
    ['add_category', { id: newId(), name: 'garden' }],
    ['add_items', { id: newId(), list: 'shopping', items: ['milk', 'eggs'] }],
    ['set_value', { key: 'mood', value: 'calm' }],
    ['set_value', { key: 'code', value: 5, ttl_seconds: 60 }],
  ] as const) {
    expect((await execute(by(board), { name, input })).ok).toBe(true)
  }
  await execute(by(board), addTask('stays here'))
  await setInstructions(board.userId, board.sessionId, 'Be brief.')
  return board
}

async function madeFrom(board: Board, given: object) {
  const made = await createSession(board.userId, Date.now(), given)
  if (!made.ok) throw new Error(made.message)
  const { state } = (await readApiState(board.userId, made.sessionId)) ?? {}
  return { sessionId: made.sessionId, state }
}

test('a new board from a template has values, categories, lists and instructions, and no tasks', async () => {
  const board = await filledBoard()
  expect(await saveTemplate(board.userId, board.sessionId, ' Weekly ')).toMatchObject({
    ok: true,
    template: { name: 'Weekly' },
    replaced: false,
  })
  const { sessionId, state } = await madeFrom(board, { template: 'weekly' })
  expect(state).toEqual({
    tasks: [],
    categories: ['general', 'work', 'personal', 'garden'],
    mood: 'calm',
    shopping_list: ['milk', 'eggs'],
    user: { preferences: {} },
  })
  expect(await getInstructions(board.userId, sessionId)).toEqual({ ok: true, own: 'Be brief.' })
  // The boards are apart from then on.
  await execute({ ...by(board), sessionId }, { name: 'delete_list', input: { list: 'shopping' } })
  expect((await readApiState(board.userId, board.sessionId))?.state.shopping_list).toEqual(['milk', 'eggs'])
})

test('what is given with a new board goes over the template', async () => {
  const board = await filledBoard()
  await saveTemplate(board.userId, board.sessionId, 'Weekly')
  const { state } = await madeFrom(board, {
    template: 'Weekly',
    state: { mood: 'busy', categories: ['trips'], tasks: [{ title: 'pack', category: 'trips' }] },
  })
  expect(state).toMatchObject({ mood: 'busy', shopping_list: ['milk', 'eggs'] })
  expect(state?.categories).toEqual(['general', 'trips'])
  expect(state?.tasks).toMatchObject([{ title: 'pack', category: 'trips' }])
})

test('the same name updates a template, another name is another one', async () => {
  const board = await filledBoard()
  await saveTemplate(board.userId, board.sessionId, 'Weekly')
  await execute(by(board), { name: 'set_value', input: { key: 'mood', value: 'tired' } })
  expect(await saveTemplate(board.userId, board.sessionId, 'WEEKLY')).toMatchObject({
    template: { name: 'Weekly' },
    replaced: true,
  })
  await saveTemplate(board.userId, board.sessionId, 'Monthly')
  expect((await listTemplates(board.userId)).map(({ name }) => name)).toEqual(['Monthly', 'Weekly'])
  expect((await madeFrom(board, { template: 'Weekly' })).state).toMatchObject({ mood: 'tired' })
})

test('a template is renamed and deleted', async () => {
  const board = await filledBoard()
  await saveTemplate(board.userId, board.sessionId, 'Weekly')
  await saveTemplate(board.userId, board.sessionId, 'Monthly')
  const id = (await listTemplates(board.userId)).find(({ name }) => name === 'Weekly')?.id ?? ''
  expect(await renameTemplate(board.userId, id, 'monthly')).toMatchObject({ ok: false, code: 'exists' })
  expect(await renameTemplate(board.userId, id, ' ')).toMatchObject({ ok: false, code: 'invalid' })
  expect(await renameTemplate(board.userId, id, 'weekly')).toEqual({ ok: true })
  expect(await renameTemplate(board.userId, id, 'Every week')).toEqual({ ok: true })
  expect(await createSession(board.userId, Date.now(), { template: 'Weekly' })).toEqual({
    ok: false,
    code: 'not_found',
    message: 'No template called “Weekly”. Templates: Every week, Monthly.',
  })
  expect(await deleteTemplate(board.userId, id)).toEqual({ ok: true })
  expect(await deleteTemplate(board.userId, id)).toMatchObject({ ok: false, code: 'not_found' })
  expect((await listTemplates(board.userId)).map(({ name }) => name)).toEqual(['Monthly'])
})

test('a template belongs to its user', async () => {
  const [mine, other] = [await filledBoard(), await newBoard()]
  await saveTemplate(mine.userId, mine.sessionId, 'Weekly')
  const [{ id } = { id: '' }] = await listTemplates(mine.userId)
  const missing = { ok: false, code: 'not_found' }
  expect(await listTemplates(other.userId)).toEqual([])
  expect(await saveTemplate(other.userId, mine.sessionId, 'Taken')).toMatchObject(missing)
  expect(await renameTemplate(other.userId, id, 'Taken')).toMatchObject(missing)
  expect(await deleteTemplate(other.userId, id)).toMatchObject(missing)
  expect(await createSession(other.userId, Date.now(), { template: 'Weekly' })).toEqual({
    ...missing,
    message: 'No template called “Weekly”.',
  })
  await saveTemplate(other.userId, other.sessionId, 'Weekly')
  expect((await madeFrom(mine, { template: 'Weekly' })).state).toMatchObject({ mood: 'calm' })
})

test('there is a limit, and a corrupted template is refused', async () => {
  const board = await newBoard()
  for (let i = 0; i < LIMITS.templatesPerUser; i++) await saveTemplate(board.userId, board.sessionId, `t${i}`)
  expect(await saveTemplate(board.userId, board.sessionId, 'more')).toMatchObject({
    ok: false,
    code: 'limit',
  })
  expect(await saveTemplate(board.userId, board.sessionId, 't3')).toMatchObject({ ok: true, replaced: true })
  await database()
    .update(boardTemplates)
    .set({ rows: { categories: 'none' } })
  expect(await createSession(board.userId, Date.now(), { template: 't3' })).toMatchObject({
    ok: false,
    message: 'Template “t3” is corrupted. Save it again, or delete it.',
  })
})

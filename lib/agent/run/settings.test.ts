/** Settings changed in a conversation: with the offline model and with a language model over HTTP. */

import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { read } from '#db/client.ts'
import { users } from '#db/schema.ts'
import { replyIdOf } from '#lib/board/model/id.ts'
import { saveSettings } from '#lib/identity/account.ts'
import { toUser } from '#lib/identity/auth.ts'
import { settingsValues } from '#lib/identity/settings.ts'
import { decideFact, revertMemories } from '#lib/memory/agent-changes.ts'
import { createSession } from '#lib/session/boards/create-board.ts'
import { type Board, by, newBoard } from '#lib/session/commands/execute-cases.ts'
import { sessionState } from '#lib/session/commands/session-state.ts'
import { subscribe } from '#lib/session/feed/notify.ts'
import { callFor } from '../../../e2e/support/fake-openai-handlers.ts'
import { text } from '../../../e2e/support/fake-openai-stream.ts'
import { exported, type FakeModel, openFake, send } from '../../../e2e/support/fake-openai-turns.ts'

let fake: FakeModel
beforeAll(async () => {
  fake = await openFake('scripted')
  return fake.close
})

async function valuesOf({ userId }: Board) {
  const [row] = await read((db) => db.select().from(users).where(eq(users.id, userId)))
  if (!row) throw new Error('There is no user.')
  return settingsValues(toUser(row))
}

async function lastChange(board: Board) {
  const { turns, messages } = await exported(board)
  const replyId = replyIdOf(turns.at(-1)?.id ?? '')
  const parts = messages.find(({ id }) => id === replyId)?.parts ?? []
  const fact = parts.flatMap((part) => (part.type === 'tool' && part.fact ? [part.fact] : []))[0]
  return { replyId, fact, id: fact?.id ?? '' }
}

describe.each(['offline', 'responses', 'chat'] as const)('%s', (model) => {
  beforeEach(() => {
    if (model === 'offline') fake.disconnect()
    else fake.connect(model)
    return () => expect(fake.problems).toEqual([])
  })

  test('a name goes to the settings, is known on every board, and the reply can undo it', async () => {
    const [board, stranger] = [await newBoard(), await newBoard()]
    await saveSettings(board.userId, { displayName: 'Ana' })
    expect((await send(board, 'call me John')).said).toContain('Your name is now John.')
    expect((await valuesOf(board)).displayName).toBe('John')
    expect(await sessionState(by(board)).get('user.name')).toBeUndefined()
    const made = await createSession(board.userId)
    if (!made.ok) throw new Error(made.message)
    const second = { ...board, sessionId: made.sessionId }
    expect((await send(second, 'What is my name?')).said).toBe('Your name is John.')
    expect((await send(second, 'Hello')).said).toMatch(/^Hi John!/)
    expect((await send(stranger, 'Hello')).said).not.toContain('John')

    const { replyId, id, fact } = await lastChange(board)
    expect(fact).toMatchObject({ did: 'set', state: 'done' })
    expect(await decideFact(stranger, replyId, id, false)).toMatchObject({ code: 'not_found' })
    expect(await decideFact(board, replyId, id, false)).toEqual({ ok: true })
    expect((await valuesOf(board)).displayName).toBe('Ana')
    expect((await lastChange(board)).fact?.state).toBe('undone')
  })

  test('a time zone is set as chosen, open boards are told, and undo leaves it to the browser again', async () => {
    const board = await newBoard()
    const told: unknown[] = []
    const stop = subscribe(
      board.userId,
      (event) => event?.kind === 'person' && told.push(event.person.timeZone),
    )
    const { said } = await send(board, 'Set my timezone to Pacific/Honolulu')
    expect(said).toContain('Your time zone is now Pacific/Honolulu.')
    expect((await valuesOf(board)).timeZone).toBe('Pacific/Honolulu')
    const { replyId } = await lastChange(board)
    expect(await revertMemories(board, replyId)).toEqual({ ok: true })
    stop()
    expect((await valuesOf(board)).timeZone).toBeNull()
    expect(told).toEqual(['Pacific/Honolulu', null])
  })

  test('an unknown time zone is refused with what to do, and nothing changes', async () => {
    const board = await newBoard()
    const before = await valuesOf(board)
    const { said } = await send(board, 'set my timezone to Mars')
    expect(said).toContain(
      'Unknown time zone “Mars”. Use a name like Europe/Berlin, or choose one in Settings.',
    )
    expect(await valuesOf(board)).toEqual(before)
    expect((await lastChange(board)).fact).toBeUndefined()
  })

  test('what the user changed in Settings since stays on undo', async () => {
    const board = await newBoard()
    await send(board, 'my name is John')
    const { replyId } = await lastChange(board)
    await saveSettings(board.userId, { displayName: 'Jack' })
    expect(await revertMemories(board, replyId)).toEqual({ ok: true })
    expect((await valuesOf(board)).displayName).toBe('Jack')
  })

  test('a name on the board answers before the one in the settings', async () => {
    const board = await newBoard()
    await saveSettings(board.userId, { displayName: 'Ana' })
    await sessionState(by(board)).set('user_name', 'John')
    expect((await send(board, 'What is my name?')).said).toContain('John')
  })
})

describe('offline only', () => {
  beforeEach(() => fake.disconnect())

  test.each([
    ['use day-first dates', { dateOrder: 'day-first' }],
    ['weeks start on Monday', { weekStart: 'monday' }],
    ['show dates in German', { dateLanguage: 'de' }],
    ['set my timezone to new york', { timeZone: 'America/New_York' }],
  ])('%s', async (words, expected) => {
    const board = await newBoard()
    await send(board, words)
    expect(await valuesOf(board)).toMatchObject(expected)
  })

  test('a setting that is already so says so, and offers no undo', async () => {
    const board = await newBoard()
    await send(board, 'my name is John')
    expect((await send(board, 'my name is John')).said).toBe('Your name is already John.')
    expect((await lastChange(board)).fact).toBeUndefined()
  })

  test('an unknown name is asked for, and a greeting needs none', async () => {
    const board = await newBoard()
    expect((await send(board, 'What is my name?')).said).toContain('Say “my name is …”')
    expect((await send(board, 'hi')).said).toMatch(/^Hi! /)
  })

  test('a name that the board holds changes with the setting', async () => {
    const board = await newBoard()
    await sessionState(by(board)).set('user.name', 'Ana')
    await send(board, 'my name is John')
    expect(await sessionState(by(board)).get('user.name')).toBe('John')
    expect((await valuesOf(board)).displayName).toBe('John')
  })
})

test('a name that the user didn’t give waits for a click', async () => {
  fake.connect('chat')
  fake.handle(function* (request) {
    if (request.toolResultsAfterLastUser.length > 0) return yield text('Done.')
    yield callFor(request, 'update_settings', { name: 'Mallory' })
  })
  const board = await newBoard()
  await send(board, 'what is on my board?')
  const { replyId, id, fact } = await lastChange(board)
  expect(fact).toMatchObject({ did: 'set', state: 'open' })
  expect((await valuesOf(board)).displayName).toBe('')
  expect(await decideFact(board, replyId, id, true)).toEqual({ ok: true })
  expect((await valuesOf(board)).displayName).toBe('Mallory')
  expect(fake.problems).toEqual([])
})

/** Sentences of the published designs, without a model: what each does, and what is said. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '#db/testing.ts'
import { by, newBoard, rowsOf } from '#lib/session/commands/execute-cases.ts'
import { sessionState } from '#lib/session/commands/session-state.ts'
import { send } from '../../../e2e/support/fake-openai-turns.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

/** The reply to the last of these sentences, and the board. */
async function replyTo(...sentences: string[]) {
  const board = await newBoard()
  let said = ''
  for (const sentence of sentences) said = (await send(board, sentence)).said
  return { said, rows: await rowsOf(board), state: await sessionState(by(board)).getAll(), board }
}

describe('a persistent task manager', () => {
  test('Update the completion rate of task 1 to 50%', async () => {
    const { said, rows } = await replyTo(
      'add a task: write report',
      'Update the completion rate of task 1 to 50%',
    )
    expect(said).toBe('Updated #1 write report: In progress, 50%.')
    expect(rows).toMatchObject([{ completion: 50 }])
  })

  test.each([
    'set task 1 completion to 30%',
    'set the completion percentage of task 1 to 30%',
    'change #1 completion rate to 30%',
  ])('%s', async (sentence) => {
    expect((await replyTo('add a task: write report', sentence)).rows).toMatchObject([{ completion: 30 }])
  })

  test.each([
    ['Add a new task with 0% completion: call Bob', 0],
    ['Add a new task with 40% completion: call Bob', 40],
    ['add a task with 25% done: call Bob', 25],
  ])('%s', async (sentence, completion) => {
    expect((await replyTo(sentence)).rows).toMatchObject([{ title: 'call Bob', completion }])
  })

  test.each([
    'List all tasks with their completion rates',
    'list all tasks with completion',
    'show my tasks with their progress',
  ])('%s', async (sentence) => {
    const { said } = await replyTo('add a task: write report', 'update task 1 to 50%', sentence)
    expect(said).toContain('50%')
  })

  test.each(['exit', 'quit', 'bye'])('%s', async (sentence) => {
    expect((await replyTo(sentence)).said).toBe(
      'Everything is saved. You can close this page whenever you like.',
    )
  })
})

describe('a shopping list', () => {
  const FILLED = 'Add milk, eggs, and bread to the shopping list'

  test.each(['I got everything', 'I bought everything', 'we got all of it'])('%s', async (sentence) => {
    const { said, state } = await replyTo(FILLED, sentence)
    expect(said).toBe('Cleared the shopping list (3 items).')
    expect(state).toMatchObject({ shopping_list: [] })
  })

  test('I got everything, with two lists that have items', async () => {
    const { said, state } = await replyTo(FILLED, 'add a bike to my wishlist', 'I got everything')
    expect(said).toContain('Which list?')
    expect(state).toMatchObject({ wish_list: ['bike'] })
  })

  test('add a bike to my wishlist; I bought the bike', async () => {
    expect((await replyTo(FILLED, 'add a bike to my wishlist')).state).toMatchObject({ wish_list: ['bike'] })
    expect((await replyTo(FILLED, 'add a bike to my wishlist', 'I bought the bike')).state).toMatchObject({
      wish_list: [],
      shopping_list: ['milk', 'eggs', 'bread'],
    })
  })

  test('list items', async () => {
    expect((await replyTo('list items')).said).toBe('No lists yet.')
    expect((await replyTo(FILLED, 'list items')).said).toContain('- [ ] eggs')
  })
})

describe('agent state', () => {
  test('My preferences are theme dark and language en', async () => {
    const { state } = await replyTo('My preferences are theme dark and language en')
    expect(state).toMatchObject({ user: { preferences: { theme: 'dark', language: 'en' } } })
  })

  test('my email is alice@example.com', async () => {
    const { said } = await replyTo('my email is alice@example.com', 'what is my email?')
    expect(said).toBe('Your email is alice@example.com.')
  })

  test('remember the code is 5 for 10 minutes', async () => {
    const { said, board } = await replyTo('remember the code is 5 for 10 minutes')
    expect(said).toBe('Noted: code (temporary).')
    expect(await sessionState(by(board, { now: Date.now() + 9 * 60_000 })).get('code')).toBe(5)
    expect(await sessionState(by(board, { now: Date.now() + 11 * 60_000 })).get('code')).toBeUndefined()
  })

  test.each(['show my state', 'export the state', "Can you tell me what's in your session_state?"])(
    '%s: readable, without JSON',
    async (sentence) => {
      const { said } = await replyTo('my name is John and I am 30', 'increment the counter', sentence)
      expect(said).toContain('- Counter: 1')
      expect(said).toContain('- Your name: John')
      expect(said).not.toMatch(/[{}"]/)
    },
  )

  test.each(['clear the state', 'forget everything', 'reset my state'])(
    '%s: asked about first, then done by a yes',
    async (sentence) => {
      const first = await replyTo('increment the counter', 'my favourite colour is green', sentence)
      expect(first.said).toBe('Delete what is saved here: counter and your profile? Tasks and lists stay.')
      expect(first.state).toMatchObject({ counter: 1 })
      const { state } = await replyTo(
        'increment the counter',
        'my favourite colour is green',
        sentence,
        'yes',
      )
      expect(state).toEqual({})
    },
  )

  test('clear the state, with nothing saved', async () => {
    expect((await replyTo('clear the state')).said).toContain('Nothing is saved on this board.')
  })

  test('delete everything you know about me', async () => {
    const { state } = await replyTo(
      'my favourite colour is green',
      'increment the counter',
      'delete everything you know about me',
    )
    expect(state).toEqual({ counter: 1 })
  })

  test('back up the board', async () => {
    expect((await replyTo('back up the board')).said).toContain('Board settings → Export')
  })

  test.each([
    ["What's my name?", 'Your name isn’t set yet. Say “my name is …” to tell me.'],
    ['How old am I?', 'Your age isn’t set yet.'],
  ])('%s, when nothing is known', async (sentence, expected) => {
    expect((await replyTo(sentence)).said).toBe(expected)
  })
})

import { expect, test, vi } from 'vitest'
import { LIMITS, TURN_LIMITS } from '#lib/limits.ts'
import { CONTEXT } from '#lib/understand/testing.ts'
import { understand } from '#lib/understand/understand.ts'
import { createOfflineModel } from './offline-model.ts'
import { TOO_MANY } from './offline-replies.ts'
import { understandFor } from './understand-for.ts'

const long = (sentence: string) => sentence.padEnd(TURN_LIMITS.inlineChars + 1, ' please')

/** 300 tasks, 48 lists, 46 categories: the most that a message is parsed against. */
const FULL = {
  ...CONTEXT,
  categories: Array.from({ length: 46 }, (_, i) => `category ${i}`),
  tasks: Array.from({ length: 300 }, (_, i) => ({
    ...{ number: i + 1, title: `task number ${i} about ${i % 7} things`, status: 'open' as const },
  })),
  lists: Array.from({ length: 48 }, (_, i) => ({
    name: `list ${i}`,
    items: Array.from({ length: 40 }, (_, j) => `item ${i} of ${j}`),
  })),
}

/** As another instance of the module throws it. */
const LATE = Object.assign(new Error(), { name: 'OutOfTime' })

test('a long message is parsed in a thread with the same result, without blocking the event loop', async () => {
  const text = 'mark task number 3 as done, '.repeat(20)
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  }, 1)
  const read = await understandFor('ana')(text, FULL)
  clearInterval(counting)
  expect(read).toEqual(understand(text, FULL))
  expect(turns).toBeGreaterThan(10)
})

test('a short message needs no thread, a long one does, also as the previous message', async () => {
  const inThread = vi.fn(async () => understand('help', CONTEXT))
  const read = understandFor('ana', inThread)
  expect(await read('mark #1 as done', CONTEXT)).toMatchObject({ kind: 'commands' })
  expect(inThread).not.toHaveBeenCalled()
  await read(long('mark #1 as done'), CONTEXT)
  await read('yes', { ...CONTEXT, asked: long('mark it') })
  expect(inThread.mock.calls).toHaveLength(2)
})

test('a short message goes to a thread too if the names on the board are very long', async () => {
  const inThread = vi.fn(async () => understand('help', CONTEXT))
  const read = understandFor('ana', inThread)
  const named = (chars: number) => ({
    ...FULL,
    tasks: FULL.tasks.map((task) => ({ ...task, title: `${task.title} ${'x'.repeat(chars)}` })),
  })
  await read('show all tasks about things '.repeat(5), named(0))
  expect(inThread).not.toHaveBeenCalled()
  await read('show all tasks about things '.repeat(5), named(480))
  expect(inThread).toHaveBeenCalledOnce()
})

test('a message that takes too long is called too complex, without any call', async () => {
  const text = long('mark #1 as done')
  const late = understandFor('ana', () => Promise.reject(LATE))
  expect(await late(text, CONTEXT)).toMatchObject({ kind: 'too-complex', intents: [] })
  const broken = understandFor('ana', () => Promise.reject(new Error('broken')))
  await expect(broken(text, CONTEXT)).rejects.toThrow('broken')
})

test('commands are counted first: those over the limit are not parsed', () => {
  const most = TURN_LIMITS.toolCalls
  expect(understand('remove x, '.repeat(most), FULL)).toMatchObject({ kind: 'commands' })
  expect(understand('remove x, '.repeat(most + 1), FULL)).toMatchObject({ kind: 'too-many', intents: [] })
  const looks = vi.fn()
  const watched = {
    ...FULL,
    get tasks() {
      looks()
      return FULL.tasks
    },
  }
  understand('remove x, '.repeat(most + 1), watched)
  const few = looks.mock.calls.length
  looks.mockClear()
  understand('remove x, '.repeat(LIMITS.messageChars / 10), watched)
  expect(looks.mock.calls.length).toBe(few)
})

test('a message with too many commands is answered without a call', async () => {
  const board = {
    vocabulary: async () => ({ ...FULL, values: {}, checkpoints: [] }),
    shown: async () => [],
    asked: async () => null,
    touched: async () => ({}),
  }
  const calendar = { timeZone: 'UTC' }
  const model = createOfflineModel({ turnId: 't', calendar, now: Date.now, board, connectHint: '' })
  const prompt = [
    { role: 'user' as const, content: [{ type: 'text' as const, text: 'remove x, '.repeat(800) }] },
  ]
  const { content } = await model.doGenerate({ prompt })
  expect(content).toEqual([{ type: 'text', text: TOO_MANY }])
})

/** Long conversations: a model gets the last messages and a small summary, and can search for the rest. */

import { beforeAll, describe, expect, test, vi } from 'vitest'
import { write } from '#db/client.ts'
import { messages, sessions, turns } from '#db/schema.ts'
import { replyIdOf } from '#lib/board/model/id.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { type Board, newBoard } from '#lib/session/commands/execute-cases.ts'
import { readSnapshot } from '#lib/session/queries/snapshot.ts'
import { callFor } from '../../../e2e/support/fake-openai-handlers.ts'
import { type Handler, text } from '../../../e2e/support/fake-openai-stream.ts'
import { begin, type FakeModel, openFake } from '../../../e2e/support/fake-openai-turns.ts'

const FACT = 'The spare key is under the blue flowerpot.'
let fake: FakeModel
beforeAll(async () => {
  fake = await openFake()
  fake.connect('chat')
  return fake.close
})

/** A board with this many answered messages; the user's second one has the fact. */
async function talkedTo(count: number): Promise<Board> {
  const board = await newBoard()
  const { sessionId, userId } = board
  const talked = Array.from({ length: count / 2 }, (_, n) => {
    const id = `turn-${sessionId.slice(0, 8)}-${n}`
    const at = 1_000 + n
    const said = n === 1 ? FACT : `Message number ${n} about the weather of day ${n}.`
    const where = { sessionId, turnId: id, version: 1, createdAt: at }
    // Some were stopped or failed.
    const status = n % 7 === 0 ? 'stopped' : n % 11 === 0 ? 'failed' : 'completed'
    const run = { run: 1, model: 'm', leaseToken: '', leaseUntil: 0, startedAt: at, endedAt: at }
    const parts = [{ type: 'text' as const, text: said }]
    const answer = [{ type: 'text' as const, text: `Noted, number ${n}. ${'More words. '.repeat(20)}` }]
    return {
      turn: { id, sessionId, userId, status, ...run } as const,
      messages: [
        { ...where, id: `${id}-user`, role: 'user' as const, parts, position: 2 * n + 1 },
        { ...where, id: replyIdOf(id), role: 'assistant' as const, parts: answer, position: 2 * n + 2 },
      ],
    }
  })
  await write(async (tx) => {
    for (let from = 0; from < talked.length; from += 200) {
      const some = talked.slice(from, from + 200)
      await tx.insert(turns).values(some.map(({ turn }) => turn))
      await tx.insert(messages).values(some.flatMap((one) => one.messages))
    }
    await tx.update(sessions).set({ nextPosition: count + 1 })
  })
  return board
}

/** Searches for the question, then repeats what was found. */
const searches: Handler = function* (request) {
  if (request.tools.length === 0) return yield text('They talk about the weather.')
  const result = request.toolResultsAfterLastUser[0]
  if (result) return yield text(result.text)
  yield callFor(request, 'search_history', { query: 'spare key' })
}

/** Reads only the last page of messages: reading all would take too long. */
async function ask({ userId, sessionId }: Board, words: string): Promise<{ said: string }> {
  await begin({ userId, sessionId }, words)
  return vi.waitFor(
    async () => {
      const screen = { model: { kind: 'offline', name: '' }, agents: [] } as const
      const snapshot = await readSnapshot(userId, sessionId, screen)
      const reply = snapshot?.messages.at(-1)
      if (reply?.role !== 'assistant' || snapshot?.session.busy) throw new Error('still running')
      return { said: reply.parts.map((part) => (part.type === 'text' ? part.text : '')).join('') }
    },
    { timeout: 20_000, interval: 20 },
  )
}

/** Requests outside the turns can come at any time. */
const firstOfTurn = () => fake.requests.find(({ tools }) => tools.length > 0)
const sizeOf = () => JSON.stringify(firstOfTurn()?.messages).length

describe('at message 2000', () => {
  test('a fact from message 3 is found, with a request no larger than at message 60', async () => {
    fake.handle(searches)
    const short = await talkedTo(60)
    fake.requests.length = 0
    expect((await ask(short, 'Where is the spare key?')).said).toContain('blue flowerpot')
    const few = sizeOf()
    const long = await talkedTo(2_000)
    fake.requests.length = 0
    const { said } = await ask(long, 'Where is the spare key?')
    expect(said).toContain('blue flowerpot')
    const request = firstOfTurn()
    if (!request) throw new Error('no request')
    expect(sizeOf()).toBeLessThan(few * 1.15)
    const sent = request.messages.filter(({ text: words }) => /^(Message number|Noted)/.test(words))
    expect(sent).toHaveLength(TURN_LIMITS.historyMessages)
    expect(sent[0]?.text).toContain('number 990')
    const [data] = request.messages.filter(({ text: words }) => words.includes('<earlier>'))
    expect(data?.text).toContain('"messages":1980')
    expect(data?.text).not.toContain('flowerpot')
  })

  test('older messages are summarized and stored, by the model and by rule, and read back', async () => {
    const board = await talkedTo(100)
    fake.handle(searches)
    await ask(board, 'Where is the spare key?')
    await expect
      .poll(
        async () => {
          fake.requests.length = 0
          await ask(board, 'And now?')
          return firstOfTurn()?.messages.find(({ text: words }) => words.includes('<earlier>'))?.text
        },
        { timeout: 20_000 },
      )
      .toContain('"summary":"They talk about the weather."')
  })
})

test('stopped and failed turns stay in the history, and a long message keeps its beginning', async () => {
  const board = await talkedTo(20)
  await ask(board, `Remember this list: ${'apples and pears, '.repeat(440)}`)
  fake.handle(searches)
  fake.requests.length = 0
  await ask(board, 'What did I say?')
  const words = firstOfTurn()?.messages.map((message) => message.text) ?? []
  // 0 and 7 were stopped.
  expect(words.some((said) => said.startsWith('Message number 7 '))).toBe(true)
  const long = words.find((said) => said.startsWith('Remember this list'))
  expect(long?.length).toBe(TURN_LIMITS.historyMessageChars)
})

/** Runs with a scripted model: what is stored, what the model gets, and the text of each ending. */
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { APICallError } from 'ai'
import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { database } from '#db/client.ts'
import { turns } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import { newId } from '#lib/board/model/new-id.ts'
import type { Message } from '#lib/board/wire/events.ts'
import { type Board, newBoard, rowsOf } from '#lib/session/commands/execute-cases.ts'
import { exportSession } from '#lib/session/transfer/export.ts'

const chosen = vi.hoisted(() => ({ model: null as unknown }))
vi.mock('../models/choose-model.ts', () => ({
  chooseModel: () => ({ model: chosen.model, isInstant: false }),
  modelInfo: () => ({ kind: 'openai', name: 'mock' }),
}))
const control = await import('./control.ts')

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
}
const finish = (unified: 'stop' | 'tool-calls' | 'length'): LanguageModelV4StreamPart => ({
  type: 'finish',
  finishReason: { unified, raw: unified },
  usage,
})
const say = (...texts: string[]): LanguageModelV4StreamPart[] => [
  { type: 'text-start', id: '1' },
  ...texts.map((delta): LanguageModelV4StreamPart => ({ type: 'text-delta', id: '1', delta })),
  { type: 'text-end', id: '1' },
  finish('stop'),
]
const call = (toolName: string, input: object | string, toolCallId = newId()): LanguageModelV4StreamPart => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input: typeof input === 'string' ? input : JSON.stringify(input),
})
const calls = (...parts: LanguageModelV4StreamPart[]) => [...parts, finish('tool-calls')]

/** Answers each call with the next stream and records the requests. */
function script(...answers: (LanguageModelV4StreamPart[] | Error)[]) {
  const asked: LanguageModelV4CallOptions[] = []
  chosen.model = new MockLanguageModelV4({
    doStream: async (options) => {
      asked.push(options)
      const answer = answers[Math.min(asked.length, answers.length) - 1]
      if (!answer || answer instanceof Error) throw answer ?? new Error('nothing to answer')
      return {
        stream: simulateReadableStream({ chunks: answer, initialDelayInMs: null, chunkDelayInMs: null }),
      }
    },
  })
  return asked
}

async function send(board: Board, text: string): Promise<{ reply: Message; status: string; turnId: string }> {
  const sent = await control.sendMessage(board.userId, board.sessionId, { id: newId(), text })
  if (!sent.ok) throw new Error(sent.message)
  return ended(board)
}

async function ended(board: Board) {
  return vi.waitFor(
    async () => {
      const exported = await exportSession(board.userId, board.sessionId)
      const turn = exported?.turns.at(-1)
      const reply = exported?.messages.filter((message) => message.role === 'assistant').at(-1)
      if (!turn || turn.status === 'running' || !reply) throw new Error('still running')
      return { reply, status: turn.status, turnId: turn.id }
    },
    { timeout: 8_000, interval: 5 },
  )
}

const noticeOf = (reply: Message) => reply.parts.find((part) => part.type === 'notice')?.text ?? ''
const stateOf = (options: LanguageModelV4CallOptions | undefined) => {
  const texts = (options?.prompt ?? []).flatMap((message) =>
    message.role === 'user' ? message.content.map((part) => (part.type === 'text' ? part.text : '')) : [],
  )
  return texts.filter((text) => text.includes('<session_state>'))
}
const add = (title: string) => ({
  title,
  category: 'work',
  notes: null,
  priority: null,
  effort: null,
  due_date: null,
  status: null,
  completion: null,
})

test('a tool call changes the board, and the next step sees it in the context block', async () => {
  const board = await newBoard()
  const asked = script(calls(call('add_task', add('review'))), say('Added ', 'it.'))
  const { reply, status } = await send(board, '@Taskboard add a task: review')
  expect(status).toBe('completed')
  expect((await rowsOf(board)).map((row) => row.title)).toEqual(['review'])
  expect(reply.parts).toMatchObject([
    {
      type: 'tool',
      name: 'add_task',
      state: 'done',
      output: 'Added #1 review (work).',
      revision: 2,
      step: 0,
    },
    { type: 'text', text: 'Added it.' },
  ])
  expect(stateOf(asked[0])).toHaveLength(1)
  expect(stateOf(asked[1])).toHaveLength(1)
  expect(stateOf(asked[0])[0]).not.toContain('review')
  expect(stateOf(asked[1])[0]).toContain('"title":"review"')
  const lastUser = asked[1]?.prompt.filter((message) => message.role === 'user').at(-1)
  expect(JSON.stringify(lastUser)).toContain('@Taskboard add a task: review')
})

test('history is read from the database, calls with their results', async () => {
  const board = await newBoard()
  script(calls(call('add_task', add('one'))), say('Done.'))
  await send(board, 'first')
  const asked = script(say('Hello.'))
  await send(board, 'second')
  const roles = asked[0]?.prompt.map((message) => message.role)
  expect(roles).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user', 'user'])
})

test('a refusal is returned to the model as text, and nothing is written', async () => {
  const board = await newBoard()
  const asked = script(
    calls(
      call('update_task_status', { task: '#9', status: 'done' }),
      call('add_task', { ...add('x'), category: 'nope' }),
    ),
    say('Sorry.'),
  )
  const { reply } = await send(board, 'mark #9 done')
  expect(reply.parts).toMatchObject([
    { state: 'refused', output: 'There is no task #9. The task list is empty.' },
    { state: 'refused', output: expect.stringContaining('Categories: general, work and personal') },
    { type: 'text' },
  ])
  expect(JSON.stringify(asked[1]?.prompt.at(-1))).toContain('There is no task #9')
  expect(await rowsOf(board)).toEqual([])
})

test('malformed arguments, unknown tools and repeated call ids end with a sentence and a working board', async () => {
  const board = await newBoard()
  script(
    calls(call('add_task', '{"title": "half', 'same')),
    calls(call('send_mail', { to: 'x' }, 'same')),
    calls(call('add_task', add('whole'), 'same')),
    calls(call('add_task', add('second'), 'same')),
    say('Done at last.'),
  )
  const { reply, status } = await send(board, 'add things')
  expect(status).toBe('completed')
  expect(reply.parts.map((part) => (part.type === 'tool' ? part.state : part.type))).toEqual([
    'failed',
    'failed',
    'done',
    'done',
    'text',
  ])
  expect((await rowsOf(board)).map((row) => row.title)).toEqual(['whole', 'second'])
})

test('a model that calls tools endlessly is stopped at the limit, and the reply says so', async () => {
  const board = await newBoard()
  const asked = script(calls(call('list_tasks', { status: null, category: null, words: null, due: null })))
  const { reply, status } = await send(board, 'loop')
  expect(asked).toHaveLength(10)
  expect(status).toBe('failed')
  expect(noticeOf(reply)).toContain('10 steps')
})

test.each([
  [401, 'rejected the API key'],
  [404, 'not found'],
  [429, 'rate limit is reached. Wait a minute'],
])('status %i is said in words', async (statusCode, words) => {
  const board = await newBoard()
  const fields = { message: 'sk-secret', url: 'http://x', requestBodyValues: {}, isRetryable: false }
  script(new APICallError({ ...fields, statusCode }))
  const { reply, status } = await send(board, 'hello')
  expect(status).toBe('failed')
  expect(noticeOf(reply)).toContain(words)
  expect(JSON.stringify(reply)).not.toContain('sk-secret')
})

test('silence and a broken-off answer are failures with a message', async () => {
  const board = await newBoard()
  script([finish('stop')])
  expect(noticeOf((await send(board, 'a')).reply)).toContain('returned an empty reply')
  script([
    { type: 'text-start', id: '1' },
    { type: 'text-delta', id: '1', delta: 'Half an ans' },
  ])
  const cut = await send(board, 'b')
  expect(cut.status).toBe('failed')
  expect(cut.reply.parts[0]).toMatchObject({ type: 'text', text: 'Half an ans' })
  expect(noticeOf(cut.reply)).toContain('was interrupted')
})

test('stop keeps changes made; the run’s late call changes nothing; continue and retry work', async () => {
  const board = await newBoard()
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  let steps = 0
  chosen.model = new MockLanguageModelV4({
    doStream: async () => {
      steps += 1
      if (steps === 1)
        return { stream: simulateReadableStream({ chunks: calls(call('add_task', add('kept'))) }) }
      const stream = new ReadableStream<LanguageModelV4StreamPart>({
        async start(controller) {
          controller.enqueue({ type: 'text-start', id: '1' })
          controller.enqueue({ type: 'text-delta', id: '1', delta: 'Working' })
          await gate
          for (const part of calls(call('add_task', add('late')))) controller.enqueue(part)
          controller.close()
        },
      })
      return { stream }
    },
  })
  await control.sendMessage(board.userId, board.sessionId, { id: newId(), text: 'go' })
  const turn = await vi.waitFor(async () => {
    const exported = await exportSession(board.userId, board.sessionId)
    if (!JSON.stringify(exported?.messages).includes('Working')) throw new Error('not there yet')
    return exported?.turns[0]
  })
  const who = { ...board, turnId: turn?.id ?? '' }
  expect(await control.stop(who)).toEqual({ ok: true })
  release()
  const stopped = await vi.waitFor(async () => {
    const found = await ended(board)
    if (!noticeOf(found.reply)) throw new Error('not closed yet')
    return found
  })
  expect(stopped.status).toBe('stopped')
  expect(noticeOf(stopped.reply)).toBe('Stopped. 1 change made.')
  expect((await rowsOf(board)).map((row) => row.title)).toEqual(['kept'])
  expect(await control.stop(who)).toMatchObject({ ok: false, code: 'turn_over' })

  script(say('Went on.'))
  await control.continueTurn(who)
  const continued = await vi.waitFor(async () => {
    const found = await ended(board)
    if (found.status !== 'completed') throw new Error('not completed')
    return found
  })
  expect(continued.reply.parts.map((part) => part.type)).toEqual(['tool', 'text', 'text'])
  expect(noticeOf(continued.reply)).toBe('')

  script(say('From the start.'))
  await control.retryTurn(who)
  const retried = await vi.waitFor(async () => {
    const found = await ended(board)
    if (!JSON.stringify(found.reply.parts).includes('From the start')) throw new Error('not yet')
    return found
  })
  expect(retried.reply.parts).toEqual([{ type: 'text', text: 'From the start.' }])
  expect(await rowsOf(board)).toEqual([])
})

test('a message sent during a run is queued and answered next', async () => {
  const board = await newBoard()
  script(say('One.'), say('Two.'))
  await control.sendMessage(board.userId, board.sessionId, { id: newId(), text: 'first' })
  await control.sendMessage(board.userId, board.sessionId, { id: newId(), text: 'second' })
  const texts = await vi.waitFor(async () => {
    const exported = await exportSession(board.userId, board.sessionId)
    const found = exported?.messages.map((message) => JSON.stringify(message.parts)) ?? []
    if (found.length < 4 || exported?.turns.some((turn) => turn.status === 'running'))
      throw new Error('not yet')
    return found.map((parts) => JSON.parse(parts)[0].text)
  })
  expect(texts).toEqual(['first', 'One.', 'second', 'Two.'])
})

test('tokens are counted on the turn', async () => {
  const board = await newBoard()
  script(calls(call('get_summary', {})), say('Fine.'))
  const { turnId } = await send(board, 'summary')
  const [row] = await database().select().from(turns).where(eq(turns.id, turnId))
  expect(row).toMatchObject({ inputTokens: 20, outputTokens: 10, run: 1, model: 'mock' })
})

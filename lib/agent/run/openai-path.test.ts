/** A message end to end: real HTTP to two fake OpenAI servers, both APIs, the command bus, the rows, the reply. */
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Board, expectLogGivesRows, newBoard } from '#lib/session/commands/execute-cases.ts'
import { SEED_SENTENCES, startAimock } from '../../../e2e/support/aimock.ts'
import { boardTools } from '../../../e2e/support/fake-openai-checks.ts'
import { callFor, type HandlerName, scriptedAgent } from '../../../e2e/support/fake-openai-handlers.ts'
import type { FakeRequest, Flavour } from '../../../e2e/support/fake-openai-request.ts'
import { type FakeOpenAI, startFakeOpenAI } from '../../../e2e/support/fake-openai-server.ts'
import {
  error,
  gate,
  type Handler,
  hang,
  reasoning,
  start,
  text,
} from '../../../e2e/support/fake-openai-stream.ts'
import {
  begin,
  connect,
  ended,
  exported,
  type FakeModel,
  openFake,
  saying,
  send,
} from '../../../e2e/support/fake-openai-turns.ts'
import { stop } from './control.ts'

const { FIRST_CHUNK_MS } = vi.hoisted(() => ({ FIRST_CHUNK_MS: 1_200 }))
vi.mock('#lib/limits.ts', async (original) => {
  const limits = await original<typeof import('#lib/limits.ts')>()
  return { ...limits, TURN_LIMITS: { ...limits.TURN_LIMITS, firstChunkMs: FIRST_CHUNK_MS } }
})

const FLAVOURS = ['responses', 'chat'] as const satisfies Flavour[]
let fake: FakeModel
beforeAll(async () => {
  fake = await openFake()
  return fake.close
})

/** Clears earlier requests, and answers with this. */
function script(handler: Parameters<FakeOpenAI['handle']>[0]): void {
  fake.requests.length = 0
  fake.handle(handler)
}

const talkThenCall: Handler = function* (request) {
  if (request.toolResultsAfterLastUser.length > 0) return yield text('There it is.')
  yield reasoning('The user wants a task.')
  yield text('I add it. ')
  yield callFor(request, 'add_task', { title: 'one' })
}

const ROADMAP = { number: 1, title: 'review the Q2 roadmap', category: 'work' }
const DENTIST = { number: 2, title: 'book dentist appointment', category: 'personal', status: 'open' }

async function seedConversation(): Promise<void> {
  const board = await newBoard()
  const [add, another, show, mark, summarize] = SEED_SENTENCES
  expect(await send(board, add)).toMatchObject({
    status: 'completed',
    said: 'Done. Added #1 review the Q2 roadmap (work).',
    rows: [{ ...ROADMAP, status: 'open' }],
  })
  expect(await send(board, another)).toMatchObject({
    status: 'completed',
    said: 'Done. Added #2 book dentist appointment (personal).',
    rows: [{ ...ROADMAP, status: 'open' }, DENTIST],
  })
  const shown = await send(board, show)
  expect(shown.said).toContain('| #1 | review the Q2 roadmap | Open | work |')
  expect(shown.said).toContain('| #2 | book dentist appointment | Open | personal |')
  const marked = await send(board, mark)
  expect(marked.said).toBe('Done. Moved #1 review the Q2 roadmap to In progress.')
  expect(marked.rows).toEqual([{ ...ROADMAP, status: 'in_progress' }, DENTIST])
  const summary = await send(board, summarize)
  expect(summary).toMatchObject({ status: 'completed', notice: '' })
  expect(summary.said).toContain('**Total: 2 tasks**')
  expect(summary.said).toContain('Open 1, In progress 1, Done 0')
  const { messages, turns } = await exported(board)
  expect(messages).toHaveLength(10)
  expect(new Set(turns.map((turn) => `${turn.status} ${turn.model}`))).toEqual(
    new Set(['completed gpt-6-luna']),
  )
  await expectLogGivesRows(board)
}

describe.each(FLAVOURS)('%s', (flavour) => {
  beforeEach(() => {
    fake.connect(flavour)
    script(scriptedAgent)
  })

  test('the seed conversation, against our fake', async () => {
    await seedConversation()
    expect(fake.problems).toEqual([])
    expect(fake.requests).toHaveLength(10)
    for (const request of fake.requests) {
      expect(request).toMatchObject({ flavour, model: 'gpt-6-luna', stateBlocks: 1 })
      expect(request.tools.map((tool) => tool.name).sort()).toEqual(boardTools().sort())
      expect(request.system).toMatch(/^You are Taskboard\./)
    }
  })

  test('the seed conversation, against a third-party fake', async () => {
    const aimock = await startAimock()
    onTestFinished(aimock.close)
    connect(aimock.url, flavour)
    await seedConversation()
    expect(aimock.statuses()).toEqual(Array.from({ length: 10 }, () => 200))
  })

  test('updating and removing by title', async () => {
    const board = await newBoard()
    await send(board, '@Taskboard add a task: one')
    await send(board, '@Taskboard add a task: two')
    expect((await send(board, 'update task 1 to 50%')).said).toContain('Updated #1 one: In progress, 50%')
    expect((await send(board, 'remove task 2')).said).toBe('Done. Removed #2 two.')
    expect((await send(board, 'remove task 2')).said).toMatch(/^That was not possible\. #2 two was removed/)
    expect((await send(board, 'list all tasks')).rows).toMatchObject([{ number: 1, status: 'in_progress' }])
    expect(fake.problems).toEqual([])
  })

  test('history is read from the database: each message, call and result once', async () => {
    const board = await newBoard()
    const [add, , show] = SEED_SENTENCES
    await send(board, add)
    await send(board, show)
    expect(fake.problems).toEqual([])
    const outline = ({ messages }: FakeRequest) =>
      messages.map((message) => {
        if (message.toolCalls.length > 0) return message.toolCalls.map((call) => `calls ${call.name}`).join()
        if (message.role === 'tool') return message.toolResults.map((result) => result.text).join()
        return message.text.includes('<session_state>') ? 'state' : message.text
      })
    const result = 'Added #1 review the Q2 roadmap (work).'
    const first = [add, 'calls add_task', result, `Done.\n\n${result}`]
    expect(fake.requests.map(outline)).toEqual([
      ['state', add],
      ['state', add, 'calls add_task', result],
      [...first, 'state', show],
      [...first, 'state', show, 'calls list_tasks', expect.stringContaining('| #1 | review')],
    ])
    expect(fake.requests[2]?.toolResultsAfterLastUser).toEqual([])
  })

  test('a model that reasons and talks before it calls', async () => {
    const board = await newBoard()
    script(talkThenCall)
    const { status, parts, rows } = await send(board, 'one, please')
    expect(status).toBe('completed')
    expect(parts.map((part) => part.type)).toEqual(['text', 'tool', 'text'])
    expect(rows).toHaveLength(1)
    expect(fake.problems).toEqual([])
  })

  test('a compatible server that stores none of its answers', async () => {
    const forgetful = await startFakeOpenAI(talkThenCall, { stores: false })
    onTestFinished(forgetful.close)
    connect(forgetful.url, flavour, { TASKBOARD_MODEL: 'qwen3' })
    const board = await newBoard()
    expect(await send(board, 'one, please')).toMatchObject({ status: 'completed', notice: '' })
    expect(forgetful.problems).toEqual([])
  })

  /** After any failure: no unexpected row, and the next message is answered. */
  async function expectWell(board: Board, titles: string[]): Promise<void> {
    script(scriptedAgent)
    const next = await send(board, '@Taskboard add a task: after it')
    expect(next).toMatchObject({ status: 'completed', notice: '' })
    expect(next.rows.map((row) => row.title)).toEqual([...titles, 'after it'])
    expect(fake.problems).toEqual([])
    await expectLogGivesRows(board)
  }

  test.each<[HandlerName, { requests: number; notice: string }]>([
    ['http401', { requests: 1, notice: 'rejected the API key' }],
    ['http404', { requests: 1, notice: 'Model “gpt-6-luna” not found' }],
    ['http429', { requests: 2, notice: 'Try again in 1 second.' }],
    ['http500', { requests: 2, notice: 'provider had an error' }],
    ['withheld', { requests: 1, notice: 'content filter blocked' }],
    ['silence', { requests: 1, notice: 'returned an empty reply' }],
  ])('%s ends as failed, with a sentence', async (name, { requests, notice }) => {
    const board = await newBoard()
    script(name)
    const reply = await send(board, 'hello')
    expect(reply).toMatchObject({ status: 'failed', said: '', rows: [] })
    expect(reply.notice).toContain(notice)
    expect(fake.requests).toHaveLength(requests)
    await expectWell(board, [])
  })

  test.each<[HandlerName, string[]]>([
    ['hang', []],
    ['hang-after-head', []],
    ['hang-after-tool', ['kept']],
  ])('%s ends when the first chunk is late', async (name, titles) => {
    const board = await newBoard()
    script(name)
    await begin(board, 'hello')
    const reply = await ended(board, FIRST_CHUNK_MS + 2_000)
    expect(reply.status).toBe('failed')
    expect(reply.notice).toContain('didn’t respond within 1.2 seconds')
    expect(reply.rows.map((row) => row.title)).toEqual(titles)
    await expectWell(board, titles)
  })

  test('an answer that breaks off keeps what was received', async () => {
    const board = await newBoard()
    script('cut')
    await begin(board, 'hello')
    await saying(board, 'Half an ans')
    fake.release()
    const reply = await ended(board)
    expect(reply).toMatchObject({ status: 'failed', said: 'Half an ans' })
    expect(reply.notice).toContain('was interrupted')
    await expectWell(board, [])
  })

  test('an error in the middle of an answer is reported as such', async () => {
    const board = await newBoard()
    script(() => [text('Half an ans'), gate(), error('rate_limit_exceeded')])
    await begin(board, 'hello')
    await saying(board, 'Half an ans')
    fake.release()
    const reply = await ended(board)
    expect(reply).toMatchObject({ status: 'failed', said: 'Half an ans' })
    expect(reply.notice).toContain('The model’s rate limit is reached. Wait a minute, then retry.')
    await expectWell(board, [])
  })

  test('an answer cut at the token limit says so', async () => {
    const board = await newBoard()
    script('too-long')
    const reply = await send(board, 'hello')
    expect(reply).toMatchObject({ status: 'completed', said: 'The answer is' })
    expect(reply.notice).toContain('length limit')
    await expectWell(board, [])
  })

  test.each<[HandlerName, string[], string[]]>([
    ['malformed-then-recover', ['add_task failed', 'add_task done'], ['whole']],
    ['unknown-tool-then-recover', ['send_mail failed', 'add_task done'], ['whole']],
    ['repeated-ids', ['add_task done', 'add_task done'], ['first', 'second']],
  ])('%s ends well', async (name, tools, titles) => {
    const board = await newBoard()
    script(name)
    const reply = await send(board, 'hello')
    expect(reply).toMatchObject({ status: 'completed', notice: '' })
    expect(reply.tools).toEqual(tools)
    expect(reply.rows.map((row) => row.title)).toEqual(titles)
    await expectWell(board, titles)
  })

  test('endless calls stop at the limit', async () => {
    const board = await newBoard()
    script('endless-loop')
    const reply = await send(board, 'loop')
    expect(fake.requests).toHaveLength(10)
    expect(reply.status).toBe('failed')
    expect(reply.notice).toContain('Stopped after 10 steps')
    await expectWell(board, [])
  })

  test('a turn that hangs in mid-sentence can be stopped', async () => {
    const board = await newBoard()
    script(() => [start, text('Working'), hang])
    await begin(board, 'hello')
    const { turns } = await saying(board, 'Working')
    expect(await stop({ ...board, turnId: turns[0]?.id ?? '' })).toEqual({ ok: true })
    await vi.waitFor(async () => expect((await ended(board)).notice).toBe('Stopped. No changes made.'))
    await expectWell(board, [])
  })
})

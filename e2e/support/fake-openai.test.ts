import { createOpenAI } from '@ai-sdk/openai'
import { APICallError, isStepCount, jsonSchema, type ModelMessage, streamText, ToolLoopAgent, tool } from 'ai'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  call,
  type FakeOpenAI,
  faults,
  finish,
  gate,
  hang,
  scriptedAgent,
  startFakeOpenAI,
  status,
  text,
} from './fake-openai.ts'

let fake: FakeOpenAI
const ran: { name: string; input: unknown }[] = []

beforeEach(async () => {
  ran.length = 0
  fake = await startFakeOpenAI(scriptedAgent())
})
afterEach(() => fake.stop())

const word = { type: 'string' }
const maybe = { type: ['string', 'null'] }

function schema(properties: Record<string, object>, rest: object = {}) {
  const required = Object.keys(properties)
  return { type: 'object', properties, required, additionalProperties: false, ...rest }
}

function makeTool(name: string, parameters: object, strict = true) {
  return tool({
    description: name,
    strict,
    inputSchema: jsonSchema<Record<string, unknown>>(parameters as Parameters<typeof jsonSchema>[0]),
    execute: async (input) => {
      ran.push({ name, input })
      return `${name} says ${JSON.stringify(input)}`
    },
  })
}

const tools = {
  add_task: makeTool('add_task', schema({ title: word, category: maybe })),
  update_task_status: makeTool('update_task_status', schema({ task: word, status: word })),
  list_tasks: makeTool('list_tasks', schema({ words: maybe })),
  get_summary: makeTool('get_summary', schema({})),
}

describe.each(['responses', 'chat'] as const)('%s', (flavour) => {
  function model(apiKey = 'test-key') {
    const openai = createOpenAI({ baseURL: fake.url, apiKey })
    return flavour === 'chat' ? openai.chat('gpt-6-luna') : openai.responses('gpt-6-luna')
  }
  function stream(prompt: string | ModelMessage[], more: object = {}) {
    const given = typeof prompt === 'string' ? { prompt } : { messages: prompt }
    const settings = { model: model(), tools, maxRetries: 0, onError: () => undefined, ...more }
    return streamText({ ...settings, ...given })
  }
  async function failure(result: ReturnType<typeof stream>): Promise<unknown> {
    for await (const part of result.stream) if (part.type === 'error') return part.error
    throw new Error('it did not fail')
  }

  test('an agent holds the seed conversation, its history growing', async () => {
    const agent = new ToolLoopAgent({
      model: model(),
      tools,
      instructions: 'Keep the board.',
      toolCallConcurrency: 1,
    })
    const history: ModelMessage[] = []
    const sentences = [
      '@Taskboard add a task: review the Q2 roadmap, category: work',
      '@Taskboard add a task: book dentist appointment, category: personal',
      '@Taskboard show me my tasks',
      '@Taskboard mark task #1 as in_progress',
      "@Taskboard summarize what I've got open",
    ]
    for (const sentence of sentences) {
      history.push({ role: 'user', content: sentence })
      const result = await agent.stream({ messages: history })
      const steps = await result.steps
      expect(steps.at(-1)?.text).toMatch(/^Done\. \w+ says/)
      for (const step of steps) history.push(...step.response.messages)
    }
    expect(fake.refusals).toEqual([])
    expect(ran).toEqual([
      { name: 'add_task', input: { title: 'Review the Q2 roadmap', category: 'work' } },
      { name: 'add_task', input: { title: 'Book dentist appointment', category: 'personal' } },
      { name: 'list_tasks', input: { words: null } },
      { name: 'update_task_status', input: { task: '#1', status: 'in_progress' } },
      { name: 'get_summary', input: {} },
    ])
    expect(fake.requests).toHaveLength(10)
    expect(fake.requests[9]).toMatchObject({
      flavour,
      apiKey: 'test-key',
      model: 'gpt-6-luna',
      system: 'Keep the board.',
      lastUser: "@Taskboard summarize what I've got open",
      toolResultsAfterLastUser: [{ text: 'get_summary says {}' }],
    })
    expect(fake.requests[9]?.tools.map(({ name }) => name)).toEqual(Object.keys(tools))
  })

  test('chunks come when the test says so, and a state block is data, not the question', async () => {
    const between = gate()
    let wentOn = false
    fake.handle(async function* () {
      yield* text('one ')
      yield between
      wentOn = true
      yield* text('two')
    })
    const state = 'As data:\n<session_state>\n{"tasks":[{"number":1}]}\n</session_state>'
    const result = stream([
      { role: 'user', content: 'hello' },
      { role: 'user', content: state },
    ])
    const chunks = result.textStream[Symbol.asyncIterator]()
    expect((await chunks.next()).value).toBe('one ')
    await between.reached
    expect(wentOn).toBe(false)
    between.release()
    expect((await chunks.next()).value).toBe('two')
    expect((await chunks.next()).done).toBe(true)
    expect(fake.requests[0]).toMatchObject({ lastUser: 'hello', stateBlock: { tasks: [{ number: 1 }] } })
  })

  test('several calls of one step, text before them, and the ids of the fake', async () => {
    fake.once(() => [
      ...text('Let me see.'),
      call('get_summary', {}),
      call('list_tasks', { words: 'a' }, 'mine'),
    ])
    fake.once((request) => text(request.toolResultsAfterLastUser.map(({ id }) => id).join(' and ')))
    const result = stream('what is open', { stopWhen: isStepCount(3) })
    expect((await result.steps).map((step) => step.toolCalls.length)).toEqual([2, 0])
    expect(await result.text).toMatch(/^call_\d+_1_0 and mine$/)
    expect(fake.refusals).toEqual([])
    expect(fake.requests[1]?.messages[1]).toMatchObject({ role: 'assistant', text: 'Let me see.' })
  })

  test('an answer that is cut short by its length says so', async () => {
    fake.once(() => [...text('half'), finish('length')])
    expect(await stream('hello').finishReason).toBe('length')
  })

  test.each([
    [401, faults.unauthorized],
    [429, faults.tooMany],
    [500, faults.broken],
  ])('an HTTP error %i arrives as one', async (code, fault) => {
    fake.once(fault)
    const error = await failure(stream('hello'))
    expect(APICallError.isInstance(error) && error.statusCode).toBe(code)
  })

  test('errors and cuts in the middle of a stream arrive as errors', async () => {
    fake.once(faults.brokenAfter('some '))
    expect(await failure(stream('hello'))).toBeInstanceOf(Error)
    fake.once(faults.cutAfter('some '))
    expect(await failure(stream('hello'))).toBeInstanceOf(Error)
    expect(fake.refusals).toEqual([])
  })

  test('a hanging answer ends when the client goes away', async () => {
    const stop = new AbortController()
    const at = gate()
    fake.once(() => [...text('some '), at, hang()])
    const result = stream('hello', { abortSignal: stop.signal })
    await at.reached
    at.release()
    stop.abort()
    const types: string[] = []
    for await (const part of result.stream) types.push(part.type)
    expect(types.at(-1)).toBe('abort')
  })

  test('silence before the first word meets the timeout of the step', async () => {
    fake.once(faults.hang)
    const types: string[] = []
    for await (const part of stream('hello', { timeout: { stepMs: 50 } }).stream) types.push(part.type)
    expect(types).toEqual(['start', 'abort'])
  })

  test('malformed arguments and unknown tools reach the SDK as they are', async () => {
    fake.once(faults.malformedCall('add_task'))
    fake.once(faults.unknownTool)
    for (const name of ['add_task', 'launch_rocket']) {
      const [bad] = await stream('hello').toolCalls
      expect(bad).toMatchObject({ toolName: name, invalid: true })
    }
    expect(ran).toEqual([])
  })

  test('calls without end stop at the step limit; repeated ids keep their results apart', async () => {
    fake.handle(faults.endlessCalls('list_tasks', { words: 'x' }))
    expect(await stream('hello', { stopWhen: isStepCount(4) }).steps).toHaveLength(4)
    fake.handle(faults.sameCallIds('list_tasks', [{ words: 'a' }, { words: 'b' }]))
    const result = stream('hello', { stopWhen: isStepCount(5) })
    expect(await result.text).toBe('Both are done.')
    expect(fake.requests.at(-1)?.toolResultsAfterLastUser.map(({ id }) => id)).toEqual(['call_0', 'call_0'])
    expect(fake.refusals).toEqual([])
  })

  test.each<[string, object, boolean?]>([
    ['is missing from required', { ...schema({ title: word }), required: [] }],
    ['additionalProperties must be false', { ...schema({ title: word }), additionalProperties: true }],
    ['"minLength" is not supported', schema({ title: { type: 'string', minLength: 1 } })],
    ['"default" is not supported', schema({ title: { type: 'string', default: '' } })],
    ['"$schema" is not supported', schema({}, { $schema: 'http://json-schema.org/draft-07/schema#' })],
    ['an array needs items', schema({ many: { type: 'array' } })],
    ['x is not strict', schema({}), false],
  ])('a schema is refused: %s', async (reason, parameters, strict = true) => {
    const error = await failure(stream('hello', { tools: { x: makeTool('x', parameters, strict) } }))
    expect(APICallError.isInstance(error) && [error.statusCode, error.message]).toEqual([
      400,
      expect.stringContaining(reason),
    ])
  })

  test('a tool that is not offered is refused', async () => {
    const without = { tools: { list_tasks: tools.list_tasks } }
    const error = await failure(stream('@Taskboard mark task #1 as in_progress', without))
    expect(error).toMatchObject({ message: 'the tool update_task_status is not offered' })
  })

  test('the next request can be waited for, and a late status is an error of the stream', async () => {
    const coming = fake.nextRequest()
    fake.once(() => [...text('a'), status(500, 'broke')])
    const error = failure(stream('hello'))
    expect((await coming).lastUser).toBe('hello')
    expect(String(await error)).toContain('broke')
  })
})

const user = { role: 'user', content: 'hi' }
const called = { type: 'function_call', call_id: 'c1', name: 'x', arguments: '{}' }
const answered = { type: 'function_call_output', call_id: 'c1', output: 'ok' }

test.each([
  ["Item with id 'msg_gone' not found.", [{ type: 'item_reference', id: 'msg_gone' }, user]],
  ['No tool call found for function call output with call_id c1.', [user, answered]],
  ['No tool output found for function call c1.', [user, called, user]],
  ['No tool output found for function call c1.', [user, called]],
  [
    'arguments of x (c1) in the history are not a JSON object',
    [user, { ...called, arguments: '"{' }, answered],
  ],
  ['there are no messages', []],
])('a history is refused: %s', async (reason, input) => {
  const body = JSON.stringify({ model: 'm', stream: true, input })
  const response = await fetch(`${fake.url}/responses`, { method: 'POST', body })
  expect(response.status).toBe(400)
  expect(fake.refusals).toEqual([expect.stringContaining(reason)])
})

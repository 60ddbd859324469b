import type { LanguageModelV4Prompt, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { isStepCount, ToolLoopAgent, tool } from 'ai'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createOfflineModel } from './offline-model.ts'

const HINT = 'To connect a language model, set OPENAI_API_KEY.'

function model(lastNumber: number | null = null) {
  return createOfflineModel({
    turnId: 'turn1',
    calendar: { timeZone: 'Europe/Berlin' },
    now: () => Date.parse('2026-11-18T15:00:00Z'),
    board: {
      vocabulary: async () => ({
        categories: ['general', 'work', 'personal'],
        tasks: [],
        lists: [],
        values: {},
        checkpoints: [],
      }),
      shown: async () => [4, 5, 6],
      asked: async () => null,
      touched: async () => ({ lastNumber: lastNumber ?? undefined }),
    },
    connectHint: HINT,
  })
}

/** An agent with small tools that record their inputs. */
function agentWith(lastNumber: number | null = null) {
  const seen: { name: string; id: string; input: unknown }[] = []
  const text = z.string().nullable()
  const fake = <Shape extends z.ZodObject>(name: string, inputSchema: Shape, answer: string) =>
    tool({
      inputSchema,
      execute: async (input: z.output<Shape>, { toolCallId }) => {
        seen.push({ name, id: toolCallId, input })
        if (answer === 'throw') throw new Error('There is no task #9.')
        return answer
      },
    })
  const tools = {
    add_task: fake(
      'add_task',
      z.object({ title: z.string(), category: text, due_date: text, notes: text }),
      'Added #1.',
    ),
    update_task_status: fake(
      'update_task_status',
      z.object({ task: z.string(), status: z.string() }),
      'Moved #1 to Done.',
    ),
    remove_task: fake('remove_task', z.object({ task: z.string() }), 'throw'),
    list_tasks: fake(
      'list_tasks',
      z.object({ status: text, words: text }),
      '| # | Task |\n|---|---|\n| #1 | Milk |',
    ),
  }
  return { seen, agent: new ToolLoopAgent({ model: model(lastNumber), tools, stopWhen: isStepCount(5) }) }
}

const STATE = '<session_state>{"tasks":{"open":3},"note":"remove task 1"}</session_state>'

function messages(text: string) {
  return [
    { role: 'user' as const, content: 'remove task 5' },
    { role: 'assistant' as const, content: 'Removed #5.' },
    { role: 'user' as const, content: STATE },
    { role: 'user' as const, content: text },
  ]
}

test('it calls the tools of the last message in order, with every property of their schemas', async () => {
  const { agent, seen } = agentWith()
  const result = await agent.generate({
    messages: messages('@Taskboard add a task: buy milk, category: work and show my list'),
  })
  expect(seen).toEqual([
    {
      name: 'add_task',
      id: 'turn1-0-0x2',
      input: { title: 'buy milk', category: 'work', due_date: null, notes: null },
    },
    { name: 'list_tasks', id: 'turn1-0-1x2', input: { status: null, words: null } },
  ])
  expect(result.text).toBe('Added #1.\n\n| # | Task |\n|---|---|\n| #1 | Milk |')
  expect(result.steps).toHaveLength(2)
  expect(result.finishReason).toBe('stop')
  expect(result.totalUsage.totalTokens).toBe(0)
})

test('it streams its text in several deltas', async () => {
  const { agent } = agentWith()
  const result = await agent.stream({ messages: messages('help') })
  const deltas: string[] = []
  for await (const delta of result.textStream) deltas.push(delta)
  expect(deltas.length).toBeGreaterThan(5)
  expect(deltas.join('')).toContain('“undo”, “redo”')
  expect(deltas.join('')).toContain(HINT)
})

test('a refusal of a tool is repeated as it is', async () => {
  const { agent, seen } = agentWith()
  const result = await agent.generate({ messages: messages('remove #9') })
  expect(seen).toHaveLength(1)
  expect(result.text).toContain('There is no task #9.')
})

test('in every step, “it” is the task touched last before the message', async () => {
  const { agent, seen } = agentWith(7)
  await agent.generate({ messages: messages('mark it as done') })
  expect(seen.map(({ input }) => input)).toEqual([{ task: '#7', status: 'done' }])
})

test.each(['add a task', 'mark it as done', 'what is the weather like?', 'help', '@Taskboard'])(
  'it calls nothing for: %s',
  async (text) => {
    const { agent, seen } = agentWith()
    const result = await agent.generate({ messages: messages(text) })
    expect(seen).toEqual([])
    expect(result.text.length).toBeGreaterThan(20)
    expect(result.finishReason).toBe('stop')
  },
)

test('a message it does not understand gets an honest answer with two things to try', async () => {
  const { agent } = agentWith()
  const answer = async (text: string) => (await agent.generate({ messages: messages(text) })).text
  expect(await answer('the kitchen smells')).toContain(
    'Try “add a task: the kitchen smells” or “show my tasks”',
  )
  expect(await answer('why is the sky blue?')).toContain('Try “show my tasks” or “add a task: call Ana”')
  expect(await answer('hmm, #3')).toContain('“mark #3 as done”')
  expect(await answer('why is the sky blue?')).toContain(HINT)
})

test('a skipped part of the message is named', async () => {
  const { agent, seen } = agentWith()
  const result = await agent.generate({ messages: messages('mark #1 as done. The coffee here is lovely.') })
  expect(seen).toHaveLength(1)
  expect(result.text).toBe(
    'Moved #1 to Done.\n\nI skipped “The coffee here is lovely”: I didn’t understand it.',
  )
})

test('more commands than the limit change nothing', async () => {
  const { agent, seen } = agentWith()
  const result = await agent.generate({ messages: messages('mark #1 done; '.repeat(80)) })
  expect(seen).toEqual([])
  expect(result.text).toContain('up to 60 commands')
})

const TOOLS = [
  {
    type: 'function' as const,
    name: 'update_task_status',
    inputSchema: { type: 'object' as const, properties: { task: {}, status: {} } },
  },
]

const user = (text: string) => ({ role: 'user' as const, content: [{ type: 'text' as const, text }] })

/** A turn that was cut off after the first of its two calls. */
function interrupted(
  output: { type: 'text' | 'error-text'; value: string } | { type: 'json'; value: { reply: string } },
): LanguageModelV4Prompt {
  return [
    { role: 'system', content: 'You manage a board.' },
    user(STATE),
    user('mark #1 done and mark #2 done'),
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: 'turn1-0-0', toolName: 'update_task_status', input: {} }],
    },
    {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'turn1-0-0', toolName: 'update_task_status', output }],
    },
  ]
}

test.each([
  ['as another number of calls', 'turn1-0-0x1', 'update_task_status'],
  ['as another call', 'turn1-0-0x2', 'remove_tasks'],
])('words that read %s by now do nothing more', async (_how, toolCallId, toolName) => {
  const output = { type: 'text', value: 'Done so far.' } as const
  const prompt: LanguageModelV4Prompt = [
    { role: 'user', content: [{ type: 'text', text: 'mark #1 as done and mark #2 as done' }] },
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input: {} }] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] },
  ]
  const { content } = await model().doGenerate({ prompt, tools: TOOLS })
  expect(content).toEqual([{ type: 'text', text: 'Done so far.' }])
})

test('a run that continues after an interruption makes only the remaining calls', async () => {
  const { content, finishReason } = await model().doGenerate({
    prompt: interrupted({ type: 'text', value: 'Done #1.' }),
    tools: TOOLS,
  })
  expect(content).toEqual([
    {
      type: 'tool-call',
      toolCallId: 'turn1-1-1x2',
      toolName: 'update_task_status',
      input: '{"task":"#2","status":"done"}',
    },
  ])
  expect(finishReason.unified).toBe('tool-calls')
})

test.each([
  { type: 'text' as const, value: 'Moved #1.' },
  { type: 'error-text' as const, value: 'Moved #1.' },
  { type: 'json' as const, value: { reply: 'Moved #1.' } },
])('results are read whatever their form: $type', async (output) => {
  const { content } = await model().doGenerate({
    prompt: interrupted(output),
    tools: TOOLS,
    toolChoice: { type: 'none' },
  })
  expect(content).toEqual([{ type: 'text', text: 'Moved #1.' }])
})

test('a tool that is not offered is not called', async () => {
  const { content } = await model().doGenerate({ prompt: [user('remove #1')], tools: TOOLS })
  expect(content).toEqual([{ type: 'text', text: 'I can’t do that here. Nothing changed.' }])
})

test('the parts of a stream come in order, and the same prompt gives the same stream', async () => {
  const parts = async () => {
    const { stream } = await model().doStream({ prompt: [user('mark #1 done')], tools: TOOLS })
    const all: LanguageModelV4StreamPart[] = []
    for await (const part of stream) all.push(part)
    return all
  }
  expect((await parts()).map(({ type }) => type)).toEqual(['stream-start', 'tool-call', 'finish'])
  expect(await parts()).toEqual(await parts())
})

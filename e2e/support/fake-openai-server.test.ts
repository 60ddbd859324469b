/** The fake server's rules: what it refuses, and how it is controlled. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { HandlerName } from './fake-openai-handlers.ts'
import { type FakeOpenAI, startFakeOpenAI } from './fake-openai-server.ts'

let fake: FakeOpenAI
beforeEach(async () => {
  fake = await startFakeOpenAI('scripted', { tools: ['add_task'] })
})
afterEach(() => fake.close())

const text = { type: 'string' }
const schema = (more: object = {}) => ({
  type: 'object',
  properties: { title: text },
  required: ['title'],
  additionalProperties: false,
  ...more,
})
const toolOf = (parameters: object = schema(), more: object = {}) => ({
  name: 'add_task',
  strict: true,
  parameters,
  ...more,
})
const state = (...tasks: object[]) => `Data:\n<session_state>\n${JSON.stringify({ tasks })}\n</session_state>`
const asked = { role: 'user', content: '@Taskboard add a task: x' }
const board = { role: 'user', content: state() }
const called = (id: string) => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'add_task', arguments: '{"title":"x"}' } }],
})
const result = (id: string, content = 'Added #1 x.') => ({
  role: 'tool',
  tool_call_id: id,
  content,
})

async function post(path: string, body: object, url = fake.url): Promise<Response> {
  const headers = { authorization: 'Bearer sk-test', 'content-type': 'application/json' }
  return fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

function ask(messages: object[], tools: object[] = [toolOf()], url = fake.url): Promise<Response> {
  const functions = tools.map((tool) => ({ type: 'function', function: tool }))
  return post('/chat/completions', { model: 'm', stream: true, messages, tools: functions }, url)
}

test('a valid request is answered', async () => {
  const response = await ask([board, asked])
  expect(response.status).toBe(200)
  expect(await response.text()).toContain('"name":"add_task"')
  expect(fake.problems).toEqual([])
})

test.each<[string, object]>([
  ['is not required', toolOf(schema({ required: [] }))],
  ['requires other', toolOf(schema({ required: ['title', 'other'] }))],
  ['additionalProperties is not false', toolOf(schema({ additionalProperties: true }))],
  ['strict is not true', toolOf(schema(), { strict: false })],
  ['strict is not true', toolOf(schema(), { strict: undefined })],
  ['maxLength is no keyword', toolOf(schema({ properties: { title: { ...text, maxLength: 3 } } }))],
  ['$schema is no keyword', toolOf(schema({ $schema: 'x' }))],
  ['has no type', toolOf(schema({ properties: { title: {} } }))],
  ['add_task.title[]: has no type', toolOf(schema({ properties: { title: { type: 'array', items: {} } } }))],
  ['takes no object', toolOf({ type: 'string' })],
  ['The tool add_task is missing', toolOf(schema(), { name: 'other' })],
  ['no name for a tool', toolOf(schema(), { name: 'a b' })],
])('a tool is refused: %s', async (problem, tool) => {
  expect((await ask([board, asked], [tool])).status).toBe(400)
  expect(fake.problems.join(' ')).toContain(problem)
})

test.each<[string, object[]]>([
  ['There are 0 state blocks', [asked]],
  ['There are 2 state blocks', [board, board, asked]],
  ['no JSON with tasks', [{ role: 'user', content: '<session_state>{</session_state>' }, asked]],
  ['does not show #1', [board, asked, called('a'), result('a')]],
  [
    'calls #1 “y”',
    [{ role: 'user', content: state({ number: 1, title: 'y' }) }, asked, called('a'), result('a')],
  ],
  ['unknown call b', [board, asked, called('a'), result('a', 'no'), result('b', 'no')]],
  ['The call a has no result', [board, asked, called('a')]],
  ['The call a has no result', [board, asked, called('a'), asked]],
  ['The call a has two results', [board, asked, called('a'), result('a', 'no'), result('a', 'no')]],
  ['too long', [board, asked, called('a'.repeat(41)), result('a'.repeat(41), 'no')]],
  ['The body is wrong', [{ role: 'nobody', content: '' }]],
])('a conversation is refused: %s', async (problem, messages) => {
  expect((await ask(messages)).status).toBe(400)
  expect(fake.problems.join(' ')).toContain(problem)
})

test('an item that was never stored is refused', async () => {
  const input = [{ type: 'item_reference', id: 'msg_gone' }, board, asked]
  const tools = [{ type: 'function', ...toolOf() }]
  expect((await post('/responses', { model: 'm', stream: true, input, tools })).status).toBe(400)
  expect(fake.problems).toEqual(['There is no stored item msg_gone.'])
})

test('without a key no request is answered', async () => {
  const response = await fetch(`${fake.url}/responses`, { method: 'POST', body: '{}' })
  expect(response.status).toBe(401)
})

describe('as a program', () => {
  async function start(): Promise<{ url: string; control: string }> {
    const child = spawn(process.execPath, ['e2e/support/fake-openai-server.ts', '--port', '0'])
    onTestFinished(async () => {
      const gone = once(child, 'exit')
      child.kill()
      await gone
    })
    const [line] = await once(createInterface(child.stdout), 'line')
    return { url: String(line), control: String(line).replace('/v1', '/control') }
  }
  const answersWith = (control: string, handler: HandlerName | 'nobody') =>
    fetch(control, { method: 'POST', body: JSON.stringify({ handler }) })

  test('it prints its URL and is controlled over HTTP', async () => {
    const { url, control } = await start()
    expect((await answersWith(control, 'nobody')).status).toBe(400)
    expect((await answersWith(control, 'gated-text')).status).toBe(200)
    const refused = await ask([board, asked], [toolOf()], url)
    expect(refused.status).toBe(400)
    const { problems } = await (await fetch(`${control}/requests`)).json()
    expect(problems).toContain('The tool list_tasks is missing.')
  })
})

test('a gate opens only when released', async () => {
  fake.handle('gated-text')
  const control = fake.url.replace('/v1', '/control')
  const answer = ask([board, asked])
  await expect.poll(async () => (await (await fetch(`${control}/requests`)).json()).waiting).toBe(1)
  await fetch(`${control}/release`, { method: 'POST' })
  const reader = (await answer).body?.pipeThrough(new TextDecoderStream()).getReader()
  let read = ''
  const readUntil = async (words: string) => {
    for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
      read += piece.value
      if (read.includes(words)) return
    }
  }
  await readUntil('One ')
  expect(read).not.toContain('two ')
  await expect.poll(() => fake.waiting()).toBe(1)
  fake.release()
  await readUntil('two ')
  expect(read).not.toContain('three.')
  fake.release()
  await readUntil('[DONE]')
  expect(read).toContain('three.')
})

test('a client that disconnects loses its place at the gate', async () => {
  fake.handle('slow-first')
  const leave = new AbortController()
  const body = { model: 'm', stream: true, messages: [board, asked], tools: [] }
  const functions = [{ type: 'function', function: toolOf() }]
  const left = fetch(`${fake.url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-test' },
    body: JSON.stringify({ ...body, tools: functions }),
    signal: leave.signal,
  })
  await expect.poll(() => fake.waiting()).toBe(1)
  leave.abort()
  await expect(left).rejects.toThrow('abort')
  await expect.poll(() => fake.waiting()).toBe(0)
})

/** A request to a model server, the same for both OpenAI APIs. */
import { z } from 'zod'

export type Flavour = 'responses' | 'chat'
export type FakeToolCall = { id: string; name: string; arguments: string }
export type FakeToolResult = { callId: string; name: string | null; text: string; error: boolean }
export type FakeMessage = {
  role: 'user' | 'assistant' | 'tool'
  text: string
  toolCalls: FakeToolCall[]
  toolResults: FakeToolResult[]
}
export type FakeTool = { name: string; strict: boolean; parameters: unknown }
export type FakeRequest = {
  flavour: Flavour
  model: string
  system: string
  messages: FakeMessage[]
  tools: FakeTool[]
  /** The last user message that isn't a context block. */
  lastUser: string
  /** The JSON between the tags of the context block; `null` if it is missing or invalid. */
  state: unknown
  stateBlocks: number
  toolResultsAfterLastUser: FakeToolResult[]
  /** Items that the request refers to by id and this server doesn't have. */
  unknownItems: string[]
  /** The client lets the server store the answer, to refer to it later. */
  store: boolean
}

/** What a Responses server stores of its answers, by item id. */
export type StoredItem =
  | { type: 'text'; text: string }
  | { type: 'call'; call: FakeToolCall }
  | { type: 'reasoning' }

const parts = z.array(
  z.object({ type: z.enum(['text', 'input_text', 'output_text']), text: z.string() }).strict(),
)
const content = z.union([z.string(), parts.min(1)])
const functionFields = { name: z.string(), parameters: z.unknown(), strict: z.boolean().optional() }

const chatMessage = z.discriminatedUnion('role', [
  z.object({ role: z.enum(['system', 'developer']), content }),
  z.object({ role: z.literal('user'), content }),
  z.object({
    role: z.literal('assistant'),
    content: content.nullish(),
    tool_calls: z
      .array(
        z.object({
          id: z.string(),
          type: z.literal('function'),
          function: z.object({ name: z.string(), arguments: z.string() }),
        }),
      )
      .optional(),
  }),
  z.object({ role: z.literal('tool'), tool_call_id: z.string(), content }),
])
const chatBody = z.object({
  model: z.string().min(1),
  stream: z.literal(true),
  messages: z.array(chatMessage).min(1),
  tools: z.array(z.object({ type: z.literal('function'), function: z.object(functionFields) })).default([]),
})

const responsesItem = z.union([
  z.object({ role: z.enum(['system', 'developer', 'user', 'assistant']), content }),
  z.object({
    type: z.literal('function_call'),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  z.object({ type: z.literal('function_call_output'), call_id: z.string(), output: content }),
  z.object({ type: z.literal('item_reference'), id: z.string() }),
  z.object({
    type: z.literal('reasoning'),
    id: z.string(),
    summary: z.array(z.unknown()),
    encrypted_content: z.string().nullish(),
  }),
])
const responsesBody = z.object({
  model: z.string().min(1),
  stream: z.literal(true),
  store: z.boolean().nullish(),
  input: z.array(responsesItem).min(1),
  tools: z.array(z.object({ type: z.literal('function'), ...functionFields })).default([]),
})

const STATE_BLOCK = /<session_state>([\s\S]*?)<\/session_state>/g

/** Throws a sentence if the body doesn't match OpenAI's API. */
export function readRequest(
  flavour: Flavour,
  body: unknown,
  stored: ReadonlyMap<string, StoredItem>,
): FakeRequest {
  return flavour === 'chat'
    ? fromChat(parse(chatBody, body))
    : fromResponses(parse(responsesBody, body), stored)
}

function parse<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw new Error(`The body is wrong: ${z.prettifyError(result.error)}`)
}

function fromChat(body: z.output<typeof chatBody>): FakeRequest {
  const said = conversation()
  for (const message of body.messages) {
    if (message.role === 'tool') said.result(message.tool_call_id, textOf(message.content))
    else if (message.role === 'assistant') {
      said.say(textOf(message.content ?? ''))
      for (const { id, function: called } of message.tool_calls ?? []) said.call({ id, ...called })
    } else said.add(message.role, textOf(message.content))
  }
  const tools = body.tools.map((tool) => tool.function)
  return toRequest('chat', body, said, tools)
}

function fromResponses(
  body: z.output<typeof responsesBody>,
  stored: ReadonlyMap<string, StoredItem>,
): FakeRequest {
  const said = conversation()
  const unknownItems: string[] = []
  for (const item of body.input) {
    if ('role' in item) {
      if (item.role === 'assistant') said.say(textOf(item.content))
      else said.add(item.role, textOf(item.content))
    } else if (item.type === 'function_call') {
      said.call({ id: item.call_id, name: item.name, arguments: item.arguments })
    } else if (item.type === 'function_call_output') said.result(item.call_id, textOf(item.output))
    else if (item.type === 'item_reference') {
      const found = stored.get(item.id)
      if (!found) unknownItems.push(item.id)
      else if (found.type === 'text') said.say(found.text)
      else if (found.type === 'call') said.call(found.call)
    } else if (!item.encrypted_content) unknownItems.push(item.id)
  }
  return { ...toRequest('responses', body, said, body.tools), unknownItems, store: body.store !== false }
}

type Conversation = ReturnType<typeof conversation>

/** Collects messages: consecutive text and calls of an assistant are one message. */
function conversation() {
  const system: string[] = []
  const messages: FakeMessage[] = []
  const names = new Map<string, string>()
  const open = (role: 'assistant' | 'tool'): FakeMessage => {
    const last = messages.at(-1)
    if (last?.role === role) return last
    const made: FakeMessage = { role, text: '', toolCalls: [], toolResults: [] }
    messages.push(made)
    return made
  }
  return {
    system,
    messages,
    add(role: 'system' | 'developer' | 'user', text: string) {
      if (role === 'user') messages.push({ role, text, toolCalls: [], toolResults: [] })
      else system.push(text)
    },
    say(text: string) {
      if (text) open('assistant').text += text
    },
    call(call: FakeToolCall) {
      names.set(call.id, call.name)
      open('assistant').toolCalls.push(call)
    },
    result(callId: string, text: string) {
      const failure = /^\{"error":(".*")\}$/s.exec(text)?.[1]
      const plain = failure === undefined ? text : String(JSON.parse(failure))
      const result = { callId, name: names.get(callId) ?? null, text: plain, error: failure !== undefined }
      open('tool').toolResults.push(result)
    },
  }
}

function toRequest(
  flavour: Flavour,
  { model }: { model: string },
  { system, messages }: Conversation,
  tools: { name: string; strict?: boolean; parameters?: unknown }[],
): FakeRequest {
  const blocks = messages.flatMap((message) => [...message.text.matchAll(STATE_BLOCK)])
  const asked = messages.findLastIndex((message) => message.role === 'user' && !isState(message.text))
  return {
    flavour,
    model,
    system: system.join('\n'),
    messages,
    tools: tools.map(({ name, strict, parameters }) => ({ name, strict: strict ?? false, parameters })),
    lastUser: messages[asked]?.text ?? '',
    state: readJson(blocks.at(-1)?.[1] ?? ''),
    stateBlocks: blocks.length,
    toolResultsAfterLastUser: messages.slice(asked + 1).flatMap((message) => message.toolResults),
    unknownItems: [],
    store: false,
  }
}

export function isState(text: string): boolean {
  return text.search(STATE_BLOCK) !== -1
}

function textOf(value: z.output<typeof content>): string {
  return typeof value === 'string' ? value : value.map((part) => part.text).join('')
}

/** `null` if it isn't JSON, which the checks report. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

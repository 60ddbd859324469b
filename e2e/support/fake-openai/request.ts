/** A request of either flavour, as one shape. */

export type Flavour = 'responses' | 'chat'
export type FakeToolCall = { id: string; name: string; args: string }
export type FakeToolResult = { id: string; text: string }
export type FakeMessage = {
  role: 'system' | 'user' | 'assistant' | 'tool'
  text: string
  toolCalls: FakeToolCall[]
  toolResults: FakeToolResult[]
}
export type JsonSchema = { [keyword: string]: unknown; properties?: Record<string, JsonSchema> }
export type FakeTool = { name: string; description: string; strict: boolean; parameters: JsonSchema }

export type FakeRequest = {
  flavour: Flavour
  /** Counts up per fake, from 1. */
  number: number
  apiKey: string
  model: string
  system: string
  messages: FakeMessage[]
  tools: FakeTool[]
  /** The last message of the user that is not a state block. */
  lastUser: string
  toolResultsAfterLastUser: FakeToolResult[]
  /** What stands between `<session_state>` and `</session_state>`, parsed; of several the last. */
  stateBlock: unknown
  stateBlocks: unknown[]
  raw: Record<string, unknown>
}

type Json = Record<string, unknown>
type Stored = ReadonlyMap<string, Json>

const STATE = /<session_state>([\s\S]*?)<\/session_state>/g

/** `stored` holds the output items sent so far: the Responses API lets a request point at them by id. */
export function readRequest(
  flavour: Flavour,
  raw: Json,
  from: { number: number; apiKey: string; stored: Stored },
): FakeRequest {
  const all = flavour === 'chat' ? chatMessages(raw) : responsesMessages(raw, from.stored)
  const messages = all.filter((message) => message.role !== 'system')
  const system = all.filter((message) => message.role === 'system').map((message) => message.text)
  const stateBlocks = all.flatMap(({ text }) => [...text.matchAll(STATE)].map((match) => parse(match[1])))
  const asked = messages.findLastIndex(
    ({ role, text }) => role === 'user' && !text.includes('<session_state>'),
  )
  return {
    flavour,
    number: from.number,
    apiKey: from.apiKey,
    model: String(raw.model),
    system: system.join('\n'),
    messages,
    tools: list(raw.tools).map((tool) => toolOf(flavour === 'chat' ? object(tool.function) : tool)),
    lastUser: messages[asked]?.text ?? '',
    toolResultsAfterLastUser: messages.slice(asked + 1).flatMap((message) => message.toolResults),
    stateBlock: stateBlocks.at(-1) ?? null,
    stateBlocks,
    raw,
  }
}

function chatMessages(raw: Json): FakeMessage[] {
  return list(raw.messages).map((message) => {
    const text = textOf(message.content)
    if (message.role === 'tool') {
      return { ...empty('tool'), toolResults: [{ id: String(message.tool_call_id), text }] }
    }
    const toolCalls = list(message.tool_calls).map((call) => {
      const { name, arguments: args } = object(call.function)
      return { id: String(call.id), name: String(name), args: String(args) }
    })
    return { ...empty(roleOf(message.role)), text, toolCalls }
  })
}

/** Items become messages: calls of one step stand with the assistant's text before them. */
function responsesMessages(raw: Json, stored: Stored): FakeMessage[] {
  const messages: FakeMessage[] = []
  if (raw.instructions) messages.push({ ...empty('system'), text: String(raw.instructions) })
  const items = typeof raw.input === 'string' ? [{ role: 'user', content: raw.input }] : list(raw.input)
  for (const given of items) {
    const item = given.type === 'item_reference' ? (stored.get(String(given.id)) ?? given) : given
    const last = messages.at(-1)
    if (item.type === 'function_call') {
      const call = { id: String(item.call_id), name: String(item.name), args: String(item.arguments) }
      if (last?.role === 'assistant') last.toolCalls.push(call)
      else messages.push({ ...empty('assistant'), toolCalls: [call] })
    } else if (item.type === 'function_call_output') {
      const result = { id: String(item.call_id), text: textOf(item.output) }
      messages.push({ ...empty('tool'), toolResults: [result] })
    } else if (item.role === 'assistant' && last?.role === 'assistant') {
      last.text += textOf(item.content)
    } else if (item.role !== undefined) {
      messages.push({ ...empty(roleOf(item.role)), text: textOf(item.content) })
    }
  }
  return messages
}

/** Ids that a request points at and nobody sent. */
export function unknownReferences(raw: Json, stored: Stored): string[] {
  const references = Array.isArray(raw.input) ? list(raw.input) : []
  return references
    .filter((item) => item.type === 'item_reference' && !stored.has(String(item.id)))
    .map((item) => String(item.id))
}

function empty<Role extends FakeMessage['role']>(role: Role) {
  return { role, text: '', toolCalls: [] as FakeToolCall[], toolResults: [] as FakeToolResult[] }
}

function roleOf(role: unknown): FakeMessage['role'] {
  if (role === 'developer' || role === 'system') return 'system'
  if (role === 'assistant' || role === 'user') return role
  throw new Error(`unknown role ${JSON.stringify(role)}`)
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return list(content)
    .map((part) => (typeof part.text === 'string' ? part.text : ''))
    .join('')
}

function toolOf(tool: Json): FakeTool {
  return {
    name: String(tool.name),
    description: String(tool.description ?? ''),
    strict: tool.strict === true,
    parameters: object(tool.parameters),
  }
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : []
}

function object(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}

function parse(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '')
  } catch {
    return { unreadable: json }
  }
}

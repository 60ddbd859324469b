/** What OpenAI would refuse a request for: a reason, or null. */
import type { FakeRequest, FakeTool, JsonSchema } from './request.ts'

const KEYWORDS = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'anyOf',
  'description',
  'title',
  '$ref',
  '$defs',
])

export function reasonToRefuse(request: FakeRequest): string | null {
  if (request.messages.length === 0) return 'there are no messages'
  return first(request.tools, toolReason) ?? pairingReason(request)
}

function toolReason(tool: FakeTool): string | null {
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(tool.name)) return `the tool name "${tool.name}" is not allowed`
  if (!tool.strict) return `the tool ${tool.name} is not strict`
  if (tool.parameters.type !== 'object') return `the parameters of ${tool.name} are not an object`
  if ('anyOf' in tool.parameters) return `the parameters of ${tool.name} have anyOf at the root`
  return schemaReason(tool.parameters, tool.name)
}

/** The rules of strict schemas, and no keyword that some servers do not know. */
function schemaReason(schema: JsonSchema, path: string): string | null {
  const unsupported = Object.keys(schema).find((keyword) => !KEYWORDS.has(keyword))
  if (unsupported) return `${path}: the keyword "${unsupported}" is not supported`
  const properties = schema.properties ?? {}
  if (schema.type === 'object' || schema.properties) {
    const required = Array.isArray(schema.required) ? schema.required : []
    const optional = Object.keys(properties).find((name) => !required.includes(name))
    if (optional) return `${path}: "${optional}" is missing from required`
    const extra = required.find((name) => !Object.hasOwn(properties, String(name)))
    if (extra) return `${path}: required names "${extra}", which is no property`
    if (schema.additionalProperties !== false) return `${path}: additionalProperties must be false`
  }
  const isArray = schema.type === 'array' || (Array.isArray(schema.type) && schema.type.includes('array'))
  if (isArray && !schema.items) return `${path}: an array needs items`
  const inside: [string, JsonSchema][] = [
    ...Object.entries(properties),
    ...Object.entries((schema.$defs ?? {}) as Record<string, JsonSchema>),
    ...((schema.anyOf ?? []) as JsonSchema[]).map((each, index): [string, JsonSchema] => [
      `anyOf[${index}]`,
      each,
    ]),
  ]
  if (schema.items) inside.push(['items', schema.items as JsonSchema])
  return first(inside, ([name, part]) => schemaReason(part, `${path}.${name}`))
}

/** Every result answers a call before it, and every call has its result before anybody else speaks. */
function pairingReason({ messages }: FakeRequest): string | null {
  const open: string[] = []
  for (const message of messages) {
    if (message.role !== 'tool' && open.length > 0)
      return `No tool output found for function call ${open[0]}.`
    for (const { id } of message.toolResults) {
      const index = open.indexOf(id)
      if (index === -1) return `No tool call found for function call output with call_id ${id}.`
      open.splice(index, 1)
    }
    for (const { id, name, args } of message.toolCalls) {
      if (!isJsonObject(args)) return `the arguments of ${name} (${id}) in the history are not a JSON object`
      open.push(id)
    }
  }
  return open.length > 0 ? `No tool output found for function call ${open[0]}.` : null
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

function first<Item>(items: readonly Item[], reason: (item: Item) => string | null): string | null {
  for (const item of items) {
    const found = reason(item)
    if (found) return found
  }
  return null
}

/** Checks of every request; on a violation, the fake server answers 400 with the reason. */
import { z } from 'zod'
import { CHECK_MESSAGE } from '#lib/agent/models/check-model.ts'
import { COMMANDS } from '#lib/board/commands/registry.ts'
import { READERS } from '#lib/board/readers/registry.ts'
import { USER_TOOLS } from '#lib/board/readers/user-tools.ts'
import { type FakeRequest, type FakeTool, type FakeToolResult, readJson } from './fake-openai-request.ts'

/** The keywords of strict function schemas that the product may use. */
const KEYWORDS = new Set([
  'type',
  'description',
  'enum',
  'properties',
  'required',
  'additionalProperties',
  'items',
])
/** OpenAI’s length limits of call ids. */
const ID_CHARS = { chat: 40, responses: 64 } as const
const TAKES_BACK = ['remove_task', 'remove_tasks', 'clear_column', 'undo', 'redo', 'restore']
const FREE_KEYS = new Set(['update_session_state'])

/** The tools that every request must offer. */
export function boardTools(): string[] {
  const commands = Object.values(COMMANDS).filter((command) => command.audience === 'everyone')
  const others = [...Object.values(READERS), ...Object.values(USER_TOOLS)]
  return [...commands, ...others].map((definition) => definition.name)
}

export function problemsOf(request: FakeRequest, expectedTools: readonly string[]): string[] {
  // The settings page's check isn’t a turn: it has no board and its own tool.
  if (request.lastUser === CHECK_MESSAGE && request.messages.length === 1) {
    return request.tools.length === 1 ? request.tools.flatMap(toolProblems) : ['A check offers one tool.']
  }
  // Nor are requests without tools: a summary, memory suggestions.
  if (request.tools.length === 0) return []
  const offered = new Set(request.tools.map((tool) => tool.name))
  return [
    ...expectedTools.filter((name) => !offered.has(name)).map((name) => `The tool ${name} is missing.`),
    ...request.tools.flatMap(toolProblems),
    ...request.unknownItems.map((id) => `There is no stored item ${id}.`),
    ...callProblems(request),
    ...stateProblems(request),
  ]
}

function toolProblems({ name, strict, parameters }: FakeTool): string[] {
  // Strict schemas can’t have free keys, so these tools aren’t strict and are allowed.
  if (FREE_KEYS.has(name)) return strict ? [`${name}: is strict and takes free keys.`] : []
  const problems = schemaProblems(parameters, name)
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) problems.push(`${name}: no name for a tool.`)
  if (!strict) problems.push(`${name}: strict is not true.`)
  if (!isRecord(parameters) || parameters.type !== 'object') problems.push(`${name}: takes no object.`)
  return problems
}

function schemaProblems(schema: unknown, at: string): string[] {
  if (!isRecord(schema)) return [`${at}: is no schema.`]
  const problems = Object.keys(schema)
    .filter((keyword) => !KEYWORDS.has(keyword))
    .map((keyword) => `${at}: ${keyword} is no keyword of strict schemas.`)
  const types = [schema.type].flat()
  if (!types.every((type) => typeof type === 'string')) problems.push(`${at}: has no type.`)
  if (types.includes('array')) problems.push(...schemaProblems(schema.items, `${at}[]`))
  if (!types.includes('object')) return problems
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const required: unknown[] = Array.isArray(schema.required) ? schema.required : []
  if (schema.additionalProperties !== false) problems.push(`${at}: additionalProperties is not false.`)
  for (const name of Object.keys(properties)) {
    if (!required.includes(name)) problems.push(`${at}.${name}: is not required.`)
    problems.push(...schemaProblems(properties[name], `${at}.${name}`))
  }
  for (const name of required) {
    if (!Object.hasOwn(properties, String(name))) problems.push(`${at}: requires ${name}, which it has not.`)
  }
  return problems
}

/** Each call has one result before the next message; each result belongs to a call. */
function callProblems({ flavour, messages }: FakeRequest): string[] {
  const problems: string[] = []
  const known = new Set<string>()
  let open: string[] = []
  for (const message of messages) {
    for (const result of message.toolResults) {
      if (!known.has(result.callId)) problems.push(`A result names the unknown call ${result.callId}.`)
      const at = open.indexOf(result.callId)
      if (at === -1 && known.has(result.callId)) problems.push(`The call ${result.callId} has two results.`)
      open = open.filter((_, index) => index !== at)
    }
    if (message.role === 'tool') continue
    problems.push(...open.map((id) => `The call ${id} has no result.`))
    open = message.toolCalls.map((call) => call.id)
    for (const { id, name, arguments: given } of message.toolCalls) {
      known.add(id)
      if (id.length > ID_CHARS[flavour]) problems.push(`The id of a call is too long: ${id}.`)
      if (flavour === 'chat' && !isRecord(readJson(given))) problems.push(`${name} ${id}: no JSON object.`)
    }
  }
  return [...problems, ...open.map((id) => `The call ${id} has no result.`)]
}

const stateSchema = z.object({ tasks: z.array(z.object({ number: z.number(), title: z.string() })) })

function stateProblems(request: FakeRequest): string[] {
  if (request.stateBlocks !== 1) return [`There are ${request.stateBlocks} state blocks.`]
  const state = stateSchema.safeParse(request.state)
  if (!state.success) return ['The state block is no JSON with tasks.']
  const added = lastAdded(request.toolResultsAfterLastUser)
  if (!added) return []
  const shown = state.data.tasks.find((task) => task.number === added.number)
  if (!shown) return [`The state block does not show #${added.number}, which was just added.`]
  const begin = shown.title.replace(/…$/, '')
  return added.rest.startsWith(begin) ? [] : [`The state block calls #${added.number} “${shown.title}”.`]
}

/** The task of the turn's last add_task, unless there was an undo after it. */
function lastAdded(results: readonly FakeToolResult[]): { number: number; rest: string } | null {
  const last = results.findLastIndex((result) => result.name === 'add_task')
  if (results.slice(last + 1).some((result) => TAKES_BACK.includes(result.name ?? ''))) return null
  const made = /^Added #(\d+) (.*)/s.exec(results[last]?.text ?? '')
  return made ? { number: Number(made[1]), rest: made[2] ?? '' } : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

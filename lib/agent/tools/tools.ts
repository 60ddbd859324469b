/** The agent's tools, derived from the command registry and run by the same command bus as all commands. */
import { createHash } from 'node:crypto'
import { jsonSchema, type Tool, type ToolSet, tool } from 'ai'
import { read } from '#db/client.ts'
import { COMMANDS } from '#lib/board/commands/registry.ts'
import { type CommandDefinition, fullReply, type Refusal } from '#lib/board/model/command.ts'
import { READERS, type ReaderDefinition } from '#lib/board/readers/registry.ts'
import { dayIn } from '#lib/board/readers/task-query.ts'
import { BEYOND_NAMES, USER_TOOLS, type UserToolName } from '#lib/board/readers/user-tools.ts'
import { messageOfZodError } from '#lib/board/text/input-error.ts'
import type { Approval, UserChange } from '#lib/board/wire/events.ts'
import { LIMITS } from '#lib/limits.ts'
import { describeError, log } from '#lib/log.ts'
import { readRunProfile } from '#lib/session/boards/run-profile.ts'
import { execute } from '#lib/session/commands/execute.ts'
import { resolveCategory, resolveTask } from '#lib/session/commands/resolve-references.ts'
import { resolveRemoved } from '#lib/session/commands/resolve-removed.ts'
import { readState } from '#lib/session/commands/session-state.ts'
import { queryTasks } from '#lib/session/queries/query-tasks.ts'
import { requireApproval } from '#lib/turns/approvals.ts'
import { toolIdempotencyKey } from '#lib/turns/tool-calls.ts'
import type { Agent } from '../agents/agent.ts'
import { mayUse } from '../agents/registry.ts'
import type { Dependencies } from '../prompt/dependencies.ts'
import type { ApprovalGate } from './approval-gate.ts'
import type { MemoryUse } from './memory-usage.ts'
import { isStrict, strictSchema, withoutNulls } from './tool-schema.ts'
import { runUserTool } from './user-tools.ts'

/** Set by the server for one run; the model neither sees nor sets any of it. */
export type ToolContext = {
  userId: string
  sessionId: string
  timeZone: string
  /** Read-only data of this run. */
  dependencies: Dependencies
  /** Whether the agent may save values without being asked. */
  agenticState: boolean
  /** Whether memories are on. */
  memory: boolean
  /** The current agent. */
  speaking(): Agent
  turn: { id: string; run: number; leaseToken: string }
  /** The turn whose request it carries out: its own, or the one that a yes or no answered. */
  origin: string
  /** The current step of the run. */
  step(): number
  asking: ApprovalGate
  known: MemoryUse
  /** The user’s settings changed: the rest of the run reads them again. */
  settingsChanged(): Promise<void>
}

/** The result of a call; the model only gets `text`. */
export type ToolOutput = {
  ok: boolean
  text: string
  revision: number | null
  /** The numbers of the tasks it lists, in order. */
  listed?: readonly number[]
  approval?: Approval
  fact?: UserChange
}

export function makeTools(context: ToolContext): ToolSet {
  const tools: ToolSet = {}
  for (const definition of Object.values(COMMANDS)) {
    const offered = context.agenticState || definition.name !== 'update_session_state'
    if (definition.audience === 'everyone' && offered)
      tools[definition.name] = commandTool(definition, context)
  }
  for (const definition of Object.values(READERS)) tools[definition.name] = readerTool(definition, context)
  for (const name of BEYOND_NAMES) {
    if (context.memory || !OF_MEMORY.has(name)) tools[name] = beyondTool(name, context)
  }
  return tools
}

const OF_MEMORY: ReadonlySet<UserToolName> = new Set(['remember', 'forget', 'recall'])

function commandTool(definition: CommandDefinition, context: ToolContext): Tool {
  const hidden = [...definition.newIds, ...definition.uiOnly]
  const schema = strictSchema(definition.input, hidden)
  return boardTool(definition.name, context, definition.description, schema, async (given, callId) => {
    const { turn } = context
    const key = toolIdempotencyKey(turn.id, turn.run, context.step(), callId)
    const input = await resolve(given, definition.refs, context)
    if ('refusal' in input) return refused(input.refusal)
    for (const field of definition.newIds) input.values[field] = derivedId(`${key}:${field}`)
    const { userId, sessionId, asking } = context
    let approval: Approval | undefined
    const call = { turnId: turn.id, run: turn.run, step: context.step(), callId }
    const step = {
      ...asking.step(),
      asksAlways: context.speaking().asksBefore === 'any',
      origin: context.origin,
    }
    const check = requireApproval({ userId, sessionId }, call, step, (asked) => {
      approval = asked
    })
    const caller = { userId, sessionId, actor: 'agent' as const, key, turn, check }
    const outcome = await execute(caller, { name: definition.name, input: input.values })
    if (!outcome.ok && outcome.code === 'waits' && approval) {
      asking.waits()
      return { ...refused(outcome), approval }
    }
    return outcome.ok ? { ok: true, text: fullReply(outcome), revision: outcome.revision } : refused(outcome)
  })
}

function readerTool(definition: ReaderDefinition, context: ToolContext): Tool {
  const schema = strictSchema(definition.input)
  return boardTool(definition.name, context, definition.description, schema, async (given) => {
    const resolved = await resolve(given, definition.refs, context)
    if ('refusal' in resolved) return refused(resolved.refusal)
    const input = definition.input.safeParse(resolved.values)
    if (!input.success) return { ok: false, text: messageOfZodError(input.error), revision: null }
    if ('tell' in definition) return tellState(definition, input.data, context)
    const { sessionId, timeZone } = context
    const today = dayIn(timeZone, Date.now())
    const found = await queryTasks(sessionId, definition.ask(input.data), { today, timeZone })
    const listed = definition.listsTasks ? found.tasks.map(({ number }) => number) : undefined
    return { ok: true, text: definition.answer(found, input.data), revision: null, listed }
  })
}

function beyondTool(name: UserToolName, context: ToolContext): Tool {
  const { description, input } = USER_TOOLS[name]
  return boardTool(name, context, description, strictSchema(input), async (given, callId) => {
    const parsed = input.safeParse(given)
    if (!parsed.success) return { ok: false, text: messageOfZodError(parsed.error), revision: null }
    const { turn } = context
    const key = toolIdempotencyKey(turn.id, turn.run, context.step(), callId)
    return { ...(await runUserTool(name, parsed.data, context, { key, id: derivedId(key) })), revision: null }
  })
}

async function tellState(
  definition: Extract<ReaderDefinition, { tell: unknown }>,
  input: Record<string, unknown>,
  { userId, sessionId, timeZone }: ToolContext,
): Promise<ToolOutput> {
  const [state, { displayName }] = await Promise.all([
    readState(userId, sessionId, input.key),
    read((db) => readRunProfile(db, sessionId)),
  ])
  if (!state) return { ok: false, text: 'Board not found.', revision: null }
  return {
    ok: true,
    text: definition.tell({ ...state, now: Date.now(), timeZone, displayName }, input),
    revision: null,
  }
}

function boardTool(
  name: string,
  context: ToolContext,
  description: string,
  schema: ReturnType<typeof strictSchema>,
  run: (input: Record<string, unknown>, callId: string) => Promise<ToolOutput>,
): Tool {
  return tool({
    description,
    strict: isStrict(schema),
    inputSchema: jsonSchema<Record<string, unknown>>(schema as Parameters<typeof jsonSchema>[0]),
    execute: (input, { toolCallId }) => {
      const agent = context.speaking()
      if (!mayUse(agent, name)) return toolNotAllowed(agent.title)
      return guarded(() => run(withoutNulls(input), toolCallId))
    },
    toModelOutput: ({ output }) =>
      output.ok ? { type: 'text', value: output.text } : { type: 'error-text', value: output.text },
  })
}

/** A model may call a tool that it wasn't offered. */
const toolNotAllowed = (title: string): ToolOutput => ({
  ok: false,
  text: `${title} can’t use this tool. Hand off with hand_over.`,
  revision: null,
})

/** The SDK would show an exception's text to the model and the user. */
async function guarded(run: () => Promise<ToolOutput>): Promise<ToolOutput> {
  try {
    return await run()
  } catch (error) {
    log().error({ event: 'tool_failed', error: describeError(error) })
    return { ok: false, text: 'That failed unexpectedly. Try again.', revision: null }
  }
}

const refused = (refusal: Refusal): ToolOutput => ({ ok: false, text: refusal.message, revision: null })

async function resolve(
  given: Record<string, unknown>,
  refs: CommandDefinition['refs'],
  context: ToolContext,
): Promise<{ values: Record<string, unknown> } | { refusal: Refusal }> {
  const values = { ...given }
  for (const [field, kind] of Object.entries(refs)) {
    const reference = values[field]
    if (reference === undefined) continue
    const ids: string[] = []
    for (const one of [reference].flat().slice(0, LIMITS.tasksPerCall)) {
      const found = await RESOLVERS[kind](context.sessionId, String(one).slice(0, 600))
      if (!found.ok) return { refusal: found }
      ids.push(found.id)
    }
    values[field] = Array.isArray(reference) ? ids : ids[0]
  }
  return { values }
}

const RESOLVERS = { task: resolveTask, category: resolveCategory, removed: resolveRemoved } as const

/** Derives the same row id from the same call, so that a repeated call finds its idempotency record. */
function derivedId(seed: string): string {
  return createHash('sha256').update(seed).digest('hex').slice(0, 32)
}

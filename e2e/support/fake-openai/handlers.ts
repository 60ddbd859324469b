/** Ready-made models: one that answers the seed conversation, and those that misbehave. */
import type { FakeRequest } from './request.ts'
import { call, cut, hang, RefusedRequest, type Script, type Step, status, text } from './script.ts'

type Intent = { tool: string; args: Record<string, unknown> }

/** What a real model would make of the five sentences; more sentences can be given. */
const SEEDS: Record<string, Intent> = {
  'add a task: review the Q2 roadmap, category: work': {
    tool: 'add_task',
    args: { title: 'Review the Q2 roadmap', category: 'work' },
  },
  'add a task: book dentist appointment, category: personal': {
    tool: 'add_task',
    args: { title: 'Book dentist appointment', category: 'personal' },
  },
  'show me my tasks': { tool: 'list_tasks', args: {} },
  'mark task #1 as in_progress': { tool: 'update_task_status', args: { task: '#1', status: 'in_progress' } },
  "summarize what I've got open": { tool: 'get_summary', args: {} },
}

/** A tool call for a sentence it knows, then a sentence that quotes what the tool said. */
export function scriptedAgent(more: Record<string, Intent | Intent[]> = {}) {
  const known: Record<string, Intent | Intent[]> = { ...SEEDS, ...more }
  return (request: FakeRequest): Script => {
    const said = request.toolResultsAfterLastUser.map((result) => result.text)
    if (said.length > 0) return text('Done. ', ...pieces(said.join('\n\n')))
    const sentence = request.lastUser.replace(/^@taskboard\s+/i, '').trim()
    const intents = known[sentence]
    if (!intents) return text('I can ', 'only do what ', 'this test taught me.')
    return [intents].flat().map((intent) => callOffered(request, intent))
  }
}

/** Arguments as a strict model gives them: every property there, the ones not meant as null. */
export function callOffered(request: FakeRequest, { tool: name, args }: Intent): Step {
  const tool = request.tools.find((offered) => offered.name === name)
  if (!tool) throw new RefusedRequest(`the tool ${name} is not offered`)
  const properties = tool.parameters.properties ?? {}
  const unknown = Object.keys(args).find((arg) => !Object.hasOwn(properties, arg))
  if (unknown) throw new RefusedRequest(`the tool ${name} has no argument "${unknown}"`)
  const nothing = Object.entries(properties).map(([property, schema]) => {
    const nullable = Array.isArray(schema.type) && schema.type.includes('null')
    if (!nullable && !Object.hasOwn(args, property)) throw new RefusedRequest(`${name} wants "${property}"`)
    return [property, null]
  })
  return call(name, { ...Object.fromEntries(nothing), ...args })
}

/** Chunks as they come from a model: a few words each. */
function pieces(whole: string): string[] {
  return whole.match(/(?:\S+\s*){1,4}|\s+/g) ?? []
}

/** Each answers one request badly; give them to `once` or `handle`. */
export const faults = {
  /** Headers never come. */
  hang: () => [hang()],
  /** Words, then nothing more. */
  hangAfter:
    (...chunks: string[]) =>
    () => [...text(...chunks), hang()],
  cutAfter:
    (...chunks: string[]) =>
    () => [...text(...chunks), cut()],
  unauthorized: () => [status(401, 'Incorrect API key provided.')],
  tooMany: () => [status(429, 'Rate limit reached.', { 'retry-after': '0' })],
  broken: () => [status(500, 'The server had an error.')],
  brokenAfter:
    (...chunks: string[]) =>
    () => [...text(...chunks), status(500, 'The server had an error.')],
  malformedCall: (tool: string) => () => [call(tool, '{"title": "half')],
  unknownTool: () => [call('launch_rocket', { to: 'the moon' })],
  /** Text and the same tool call, however often it is asked. */
  endlessCalls: (tool: string, args: Record<string, unknown>) => (request: FakeRequest) => [
    callOffered(request, { tool, args }),
  ],
  /** As some compatible servers do: the id of a call counts from zero in every answer. */
  sameCallIds: (tool: string, inputs: Record<string, unknown>[]) => (request: FakeRequest) => {
    const args = inputs[request.toolResultsAfterLastUser.length]
    if (!args) return text('Both are done.')
    return [{ ...callOffered(request, { tool, args }), id: 'call_0' } as Step]
  },
}

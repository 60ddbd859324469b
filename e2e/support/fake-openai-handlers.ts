/** Answers by name: a model that understands a few sentences, and every kind of failure. */
import type { FakeRequest } from './fake-openai-request.ts'
import { understood } from './fake-openai-sentences.ts'
import {
  cut,
  end,
  gate,
  type Handler,
  hang,
  type ScriptEvent,
  start,
  status,
  text,
  toolCall,
} from './fake-openai-stream.ts'

type Arguments = Readonly<Record<string, unknown>>

/** Strict schemas require every property: missing ones are `null`. */
export function callFor(request: FakeRequest, name: string, given: Arguments, id?: string): ScriptEvent {
  const parameters = request.tools.find((tool) => tool.name === name)?.parameters
  const properties = Object.keys((parameters as { properties?: object } | undefined)?.properties ?? {})
  return toolCall(name, Object.fromEntries(properties.map((key) => [key, given[key] ?? null])), id)
}

/** What a person would read: the results of the last step, in pieces as a model streams them. */
function* quote(request: FakeRequest): Iterable<ScriptEvent> {
  const results = request.messages.at(-1)?.toolResults ?? []
  if (results.length === 0) return
  yield text(results.some((result) => result.error) ? 'That was not possible.\n\n' : 'Done.\n\n')
  const said = results.map((result) => result.text).join('\n\n')
  for (const piece of said.match(/[\s\S]{1,40}/g) ?? []) yield text(piece)
}

/** Calls the right tool for the sentences it knows, then says what came of it. */
export const scriptedAgent: Handler = function* (request) {
  if (request.toolResultsAfterLastUser.length > 0) return yield* quote(request)
  const meant = understood(request)
  if (typeof meant === 'string') return yield text(meant)
  if (meant) return yield* meant.map(({ tool, args }) => callFor(request, tool, args))
  yield text('I keep tasks: add, list, update, remove. ')
  yield text(`You said: ${request.lastUser}`)
}

/** `steps[n]` answers the nth call of a turn; after the last one the result is quoted. */
function inSteps(...steps: ((request: FakeRequest) => ScriptEvent)[]): Handler {
  return function* (request) {
    const step = steps[request.toolResultsAfterLastUser.length]
    if (step) yield step(request)
    else yield* quote(request)
  }
}

/** Makes these calls in its first step, then says what their results were. */
export const callThenTell = (...calls: ScriptEvent[]): Handler =>
  function* (request) {
    const results = request.toolResultsAfterLastUser
    if (results.length === 0) yield* calls
    else yield text(`Heard: ${results.map((result) => result.text).join(' | ')}`)
  }

export const removeTasks = (...tasks: string[]) => toolCall('remove_tasks', { tasks })
export const removeTask = (task: string) => toolCall('remove_task', { task })

const addTask = (title: string, id?: string) => (request: FakeRequest) =>
  callFor(request, 'add_task', { title }, id)

export const HANDLERS = {
  scripted: scriptedAgent,

  /** Not even a head comes. */
  hang: () => [hang],
  /** The head comes, and nothing after it. */
  'hang-after-head': () => [start, hang],
  'hang-after-tool': inSteps(addTask('kept'), () => hang),
  /** Gated, so that a test can see the text before the connection breaks. */
  cut: () => [text('Half '), text('an ans'), gate(), cut],
  'cut-before-answer': () => [cut],

  http401: () => [status(401)],
  http404: () => [status(404)],
  http429: () => [status(429)],
  http500: () => [status(500)],

  'malformed-then-recover': inSteps(() => toolCall('add_task', '{"title": "half'), addTask('whole')),
  'unknown-tool-then-recover': inSteps(() => toolCall('send_mail', { to: 'x' }), addTask('whole')),
  /** As servers do that number the calls of each answer from the start. */
  'repeated-ids': inSteps(addTask('first', 'call_0'), addTask('second', 'call_0')),
  'endless-loop': (request) => [callFor(request, 'list_tasks', {})],
  'too-long': () => [text('The answer is'), end('length')],
  withheld: () => [end('content_filter')],
  silence: () => [end('stop')],

  'gated-text': () => ['One ', 'two ', 'three.'].flatMap((piece) => [gate(), text(piece)]),
  'gated-tool': async function* (request) {
    if (request.toolResultsAfterLastUser.length > 0) yield gate()
    yield* scriptedAgent(request)
  },
  'slow-first': async function* (request) {
    yield gate()
    yield* scriptedAgent(request)
  },
} as const satisfies Record<string, Handler>

export type HandlerName = keyof typeof HANDLERS

export function isHandlerName(name: unknown): name is HandlerName {
  return typeof name === 'string' && Object.hasOwn(HANDLERS, name)
}

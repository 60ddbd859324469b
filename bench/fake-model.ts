/** A model server that answers at once: a tool call first, a sentence after a tool result. Runs as a child process. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Prompt = {
  messages: readonly { role: string; content?: unknown }[]
  tools: readonly { function: { name: string; parameters: { properties: Record<string, unknown> } } }[]
}
/** Messages to the parent process. */
export type FakeMessage =
  | { kind: 'ready'; port: number }
  | { kind: 'report'; spentMs: number; calls: number; prompt: Prompt | null }

const REPLY = ['Added ', 'the task ', 'to ', 'your ', 'board.']
const TOOL = 'add_task'

let spentMs = 0
let calls = 0
/** The latest first call of a turn. */
let prompt: Prompt | null = null

const server = createServer((request, response) => {
  const began = performance.now()
  response.on('finish', () => {
    spentMs += performance.now() - began
  })
  void answer(request, response)
})
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  tell({ kind: 'ready', port })
})
process.on('message', () => tell({ kind: 'report', spentMs, calls, prompt }))
process.on('disconnect', () => process.exit())

function tell(message: FakeMessage): void {
  process.send?.(message)
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const asked = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Prompt
  calls += 1
  // Requests outside a turn, such as summaries, have no tools.
  const isBeside = (asked.tools ?? []).length === 0
  const afterTool = isBeside || asked.messages.at(-1)?.role === 'tool'
  if (!afterTool) prompt = asked
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(stream(afterTool ? textDeltas() : callDeltas(asked), afterTool ? 'stop' : 'tool_calls'))
}

function textDeltas(): object[] {
  return REPLY.map((content) => ({ content }))
}

/** Sends every argument of the tool, optional ones as null. */
function callDeltas({ tools }: Prompt): object[] {
  const tool = tools.find((offered) => offered.function.name === TOOL)
  const nothing = Object.keys(tool?.function.parameters.properties ?? {}).map((name) => [name, null])
  const input = JSON.stringify({ ...Object.fromEntries(nothing), title: `Write the report no. ${calls}` })
  const head = { index: 0, id: `call_${calls}`, type: 'function', function: { name: TOOL, arguments: '' } }
  return [{ tool_calls: [head] }, { tool_calls: [{ index: 0, function: { arguments: input } }] }]
}

function stream(deltas: readonly object[], reason: 'stop' | 'tool_calls'): string {
  const shared = { id: `chat_${calls}`, object: 'chat.completion.chunk', created: 1, model: 'fake' }
  const chunk = (delta: object, finish: string | null) => ({
    ...shared,
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  const usage = {
    ...shared,
    choices: [],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  }
  const chunks = [
    chunk({ role: 'assistant', content: '' }, null),
    ...deltas.map((delta) => chunk(delta, null)),
    chunk({}, reason),
    usage,
  ]
  return `${chunks.map((part) => `data: ${JSON.stringify(part)}\n\n`).join('')}data: [DONE]\n\n`
}

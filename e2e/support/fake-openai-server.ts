/** A fake OpenAI server, in a test or as a program: it has both APIs, checks requests, and answers on command. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { boardTools, problemsOf } from './fake-openai-checks.ts'
import { HANDLERS, type HandlerName, isHandlerName, scriptedAgent } from './fake-openai-handlers.ts'
import {
  type FakeRequest,
  type Flavour,
  readJson,
  readRequest,
  type StoredItem,
} from './fake-openai-request.ts'
import { answerWriter, type Handler } from './fake-openai-stream.ts'

export type FakeOpenAI = {
  /** Ends in `/v1`. */
  url: string
  /** Readable requests, including those refused by a check. */
  requests: FakeRequest[]
  /** Why requests were answered 400. */
  problems: string[]
  /** Sets the handler of later requests. */
  handle(handler: Handler | HandlerName): void
  /** Opens the oldest waiting gate, or the next one. */
  release(): void
  /** How many answers are waiting at a gate. */
  waiting(): number
  close(): Promise<void>
}
type Options = {
  port?: number
  /** Tools that every request must offer. */
  tools?: readonly string[]
  /** False for a compatible server that never stores its answers. */
  stores?: boolean
}

const PATHS: Record<string, Flavour> = { '/v1/responses': 'responses', '/v1/chat/completions': 'chat' }

export async function startFakeOpenAI(
  handler: Handler | HandlerName = scriptedAgent,
  { port = 0, tools = boardTools(), stores = true }: Options = {},
): Promise<FakeOpenAI> {
  const requests: FakeRequest[] = []
  const problems: string[] = []
  const stored = new Map<string, StoredItem>()
  const gates = openGates()
  let current = handler

  async function answer(
    flavour: Flavour,
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const body = readJson(await textOf(incoming))
    if (!incoming.headers.authorization?.startsWith('Bearer ')) return refuse(response, 401, 'No API key.')
    let request: FakeRequest
    try {
      request = readRequest(flavour, body, stored)
    } catch (error) {
      problems.push(String(error))
      return refuse(response, 400, String(error))
    }
    requests.push(request)
    const wrong = problemsOf(request, tools)
    problems.push(...wrong)
    if (wrong.length > 0) return refuse(response, 400, wrong.join(' '))
    const play = typeof current === 'string' ? HANDLERS[current] : current
    await perform(play(request), request, response, gone.signal)
  }

  async function perform(
    script: ReturnType<Handler>,
    request: FakeRequest,
    response: ServerResponse,
    gone: AbortSignal,
  ): Promise<void> {
    const writer = answerWriter(request, response, stores && request.store ? stored : new Map())
    for await (const event of script) {
      if (gone.aborted) return
      switch (event.type) {
        case 'start':
          writer.start()
          break
        case 'text':
        case 'reasoning':
          writer[event.type](event.text)
          break
        case 'tool': {
          const given = typeof event.args === 'string' ? event.args : JSON.stringify(event.args)
          writer.tool({ id: event.id, name: event.name, arguments: given })
          break
        }
        case 'gate':
          await gates.pass(gone, event.until)
          break
        case 'hang':
          return
        case 'cut':
          response.destroy()
          return
        case 'status':
          return refuse(
            response,
            event.status,
            'The fake server failed on purpose.',
            event.headers,
            event.code,
          )
        case 'error':
          return writer.error(event.code)
        case 'end':
          return writer.end(event.reason)
        default:
          return event satisfies never
      }
    }
    if (!gone.aborted) writer.end('stop')
  }

  function handle(next: Handler | HandlerName): void {
    current = next
    gates.shut()
  }

  async function control(incoming: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const route = `${incoming.method} ${path}`
    if (route === 'GET /control/requests') {
      return json(response, 200, { requests, problems, waiting: gates.waiting() })
    }
    if (route === 'POST /control/release') {
      gates.release()
      return json(response, 200, { ok: true })
    }
    const body = readJson(await textOf(incoming)) as { handler?: unknown } | null
    if (route !== 'POST /control') return refuse(response, 404, `There is no ${route}.`)
    if (!isHandlerName(body?.handler)) {
      return refuse(response, 400, `Handlers are ${Object.keys(HANDLERS).join(', ')}.`)
    }
    handle(body.handler)
    json(response, 200, { ok: true })
  }

  const server = createServer((incoming, response) => {
    const path = new URL(incoming.url ?? '/', 'http://fake').pathname
    const flavour = incoming.method === 'POST' ? PATHS[path] : undefined
    const work = flavour ? answer(flavour, incoming, response) : control(incoming, response, path)
    work.catch((error: unknown) => {
      problems.push(`The fake server failed: ${String(error)}`)
      response.destroy()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')

  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    requests,
    problems,
    handle,
    release: gates.release,
    waiting: gates.waiting,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function openGates() {
  const waiting: (() => void)[] = []
  let opened = 0
  return {
    waiting: () => waiting.length,
    release() {
      const next = waiting.shift()
      if (next) next()
      else opened += 1
    },
    /** Releases made in advance count only for their handler. */
    shut() {
      opened = 0
    },
    /** Also passes when the client disconnects. */
    async pass(gone: AbortSignal, until?: Promise<void>): Promise<void> {
      const left = once(gone, 'abort')
      if (until) {
        await Promise.race([until, left])
      } else if (opened > 0) {
        opened -= 1
      } else {
        let open: () => void = () => undefined
        const released = new Promise<void>((resolve) => {
          open = resolve
        })
        waiting.push(open)
        await Promise.race([released, left])
        if (waiting.includes(open)) waiting.splice(waiting.indexOf(open), 1)
      }
    },
  }
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function json(response: ServerResponse, status: number, body: object, headers: object = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: object = {},
  code: string | null = null,
): void {
  const type = code ?? (status < 500 ? 'invalid_request_error' : 'server_error')
  json(response, status, { error: { message, type, param: null, code } }, headers)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { port: { type: 'string', default: '0' }, handler: { type: 'string', default: 'scripted' } },
  })
  if (!isHandlerName(values.handler)) throw new Error(`Handlers are ${Object.keys(HANDLERS).join(', ')}.`)
  const fake = await startFakeOpenAI(values.handler, { port: Number(values.port) })
  console.log(fake.url)
}

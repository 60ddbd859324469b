/** A fake OpenAI on loopback: both APIs, streamed chunk by chunk as the test says, and strict about what it is sent. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { reasonToRefuse } from './fake-openai/check.ts'
import { type FakeRequest, type Flavour, readRequest, unknownReferences } from './fake-openai/request.ts'
import { RefusedRequest, type Script } from './fake-openai/script.ts'
import { play, sendJson } from './fake-openai/writer.ts'

export { faults, scriptedAgent } from './fake-openai/handlers.ts'
export type { FakeRequest, FakeTool } from './fake-openai/request.ts'
export {
  call,
  cut,
  finish,
  type Gate,
  gate,
  hang,
  RefusedRequest,
  type Script,
  type Step,
  status,
  text,
} from './fake-openai/script.ts'

export type Handler = (request: FakeRequest) => Script | Promise<Script>
export type FakeOpenAI = {
  /** Ends in /v1: what OPENAI_BASE_URL wants. */
  url: string
  /** Every request that was understood, the refused ones included. */
  requests: FakeRequest[]
  /** Why requests were answered with 400; a good test ends with none. */
  refusals: string[]
  /** Answers from now on. */
  handle(handler: Handler): void
  /** Answers one request, before the handler is asked; several queue up. */
  once(handler: Handler): void
  /** The next request to come. */
  nextRequest(): Promise<FakeRequest>
  stop(): Promise<void>
}

const FLAVOURS: Record<string, Flavour> = { '/v1/responses': 'responses', '/v1/chat/completions': 'chat' }

export async function startFakeOpenAI(handler?: Handler): Promise<FakeOpenAI> {
  const requests: FakeRequest[] = []
  const refusals: string[] = []
  const queue: Handler[] = []
  const stored = new Map<string, Record<string, unknown>>()
  const waiting: ((request: FakeRequest) => void)[] = []
  let current: Handler | undefined = handler

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const flavour = FLAVOURS[incoming.url ?? '']
    if (!flavour || incoming.method !== 'POST')
      return refuse(response, 404, `no ${incoming.method} ${incoming.url}`)
    const gone = once(response, 'close').then(() => undefined)
    const raw = await readJson(incoming)
    const apiKey = (incoming.headers.authorization ?? '').replace(/^Bearer /, '')
    const request = readRequest(flavour, raw, { number: requests.length + 1, apiKey, stored })
    requests.push(request)
    for (const tell of waiting.splice(0)) tell(request)
    const reason = refusalOf(request)
    if (reason) return refuse(response, 400, reason)
    const script = await scriptFor(request, response)
    if (!script) return
    const unique = `${process.pid}_${request.number}`
    const store = (item: { id: string }) => void stored.set(item.id, { ...item })
    await play(script, { flavour, model: request.model, unique, response, gone, store })
  }

  function refusalOf(request: FakeRequest): string | null {
    if (request.raw.stream !== true) return 'only streaming is faked'
    const [unknown] = unknownReferences(request.raw, stored)
    if (unknown) return `Item with id '${unknown}' not found.`
    return reasonToRefuse(request)
  }

  async function scriptFor(request: FakeRequest, response: ServerResponse): Promise<Script | null> {
    const chosen = queue.shift() ?? current
    if (!chosen) throw new Error('The fake has no handler.')
    try {
      return await chosen(request)
    } catch (error) {
      if (!(error instanceof RefusedRequest)) throw error
      refuse(response, 400, error.message)
      return null
    }
  }

  function refuse(response: ServerResponse, status: number, message: string): void {
    refusals.push(message)
    sendJson(response, status, { error: { message, type: 'invalid_request_error', param: null, code: null } })
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch((error: unknown) => {
      refusals.push(error instanceof Error ? `${error.stack}` : String(error))
      response.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    refusals,
    handle: (next) => {
      current = next
    },
    once: (next) => void queue.push(next),
    nextRequest: () => new Promise((resolve) => waiting.push(resolve)),
    async stop() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

async function readJson(incoming: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8')) as Record<string, unknown>
}

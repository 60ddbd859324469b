/** A model server that breaks the rules: each conversation's fault is named in its message. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Fault = (call: Call) => void | Promise<void>
export type Call = {
  response: ServerResponse
  /** How many tool results there are since the user's last message. */
  results: number
  /** The client has disconnected. */
  gone(): boolean
}

export type RawModel = Awaited<ReturnType<typeof startRawModel>>

type Body = { messages?: { role: string; content?: unknown }[] }

/** `faults` by the first word of the message; requests are recorded as text. */
export async function startRawModel(faults: Readonly<Record<string, Fault>>) {
  const asked: { fault: string; at: number; body: string }[] = []
  const server = createServer((incoming, response) => {
    void answer(incoming, response).catch(() => response.destroy())
  })

  async function answer(incoming: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    const { messages = [] }: Body = JSON.parse(body)
    const said = messages.map(({ content }) =>
      typeof content === 'string' ? content : JSON.stringify(content),
    )
    const last = messages.findLastIndex(({ role }, i) => role === 'user' && /^fault-/.test(said[i] ?? ''))
    const fault = /^fault-(\S+)/.exec(said[last] ?? '')?.[1] ?? 'none'
    asked.push({ fault, at: Date.now(), body })
    const results = messages.slice(last + 1).filter(({ role }) => role === 'tool').length
    let gone = false
    response.on('close', () => {
      gone = true
    })
    await faults[fault]?.({ response, results, gone: () => gone })
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    times: (fault: string) => asked.filter((call) => call.fault === fault).length,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export function head(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
}

/** One chunk of the chat API. */
export function chunk(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }]
  return `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`
}

export const words = (content: string) => chunk({ content })

export function toolCall(
  name: string,
  args: string,
  id = `call_${Math.random().toString(36).slice(2)}`,
): string {
  return chunk({ tool_calls: [{ index: 0, id, type: 'function', function: { name, arguments: args } }] })
}

export const finish = (reason: string) => `${chunk({}, reason)}data: [DONE]\n\n`

/** Writes at the reader's pace until it disconnects. */
export async function flood({ response, gone }: Call, pieces: Iterable<string>): Promise<void> {
  for (const piece of pieces) {
    if (gone()) return
    if (!response.write(piece)) await drained(response)
  }
}

function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      response.off('drain', go)
      response.off('close', go)
      resolve()
    }
    response.on('drain', go)
    response.on('close', go)
  })
}

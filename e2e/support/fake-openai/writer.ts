/** Plays a script to a client in the flavour it asked for. */
import type { ServerResponse } from 'node:http'
import type { Flavour } from './request.ts'
import type { Script, Step } from './script.ts'
import { chatWriter } from './write-chat.ts'
import { responsesWriter } from './write-responses.ts'

export type StreamError = { message: string; type?: string; code?: string | null }
export type StreamWriter = {
  begin(): void
  text(delta: string): void
  call(id: string, name: string, args: string): void
  fail(error: StreamError): void
  end(reason: 'length' | 'content_filter' | null): void
}
export type Target = {
  flavour: Flavour
  model: string
  /** Goes into every id of this answer. */
  unique: string
  response: ServerResponse
  /** Resolves when the client has gone. */
  gone: Promise<void>
  store(item: Record<string, unknown> & { id: string }): void
}

export async function play(script: Script, target: Target): Promise<void> {
  const { response } = target
  const stream = openLazily(target)
  let calls = 0
  let reason: 'length' | 'content_filter' | null = null
  for await (const step of script) {
    if (response.destroyed) return
    switch (step.do) {
      case 'text':
        stream().text(step.text)
        break
      case 'call':
        stream().call(step.id ?? `call_${target.unique}_${calls++}`, step.name, step.args)
        break
      case 'gate':
        step.arrive()
        await Promise.race([step.released, target.gone])
        break
      case 'hang':
        await target.gone
        return
      case 'cut':
        response.socket?.destroy()
        return
      case 'status':
        failWith(step, response, stream)
        return
      case 'finish':
        reason = step.reason
        break
    }
  }
  if (response.destroyed) return
  stream().end(reason)
  response.end()
}

function failWith(
  step: Extract<Step, { do: 'status' }>,
  response: ServerResponse,
  stream: () => StreamWriter,
) {
  if (response.headersSent) {
    stream().fail((step.body as { error: StreamError }).error)
    response.end()
  } else {
    sendJson(response, step.status, step.body, step.headers)
  }
}

export function sendJson(response: ServerResponse, status: number, body: object, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

/** The stream opens with its first word: until then the answer can still be an HTTP error, or silence. */
function openLazily({ flavour, model, unique, response, store }: Target): () => StreamWriter {
  let writer: StreamWriter | null = null
  const send = (data: object | string) => {
    const type = typeof data === 'object' && 'type' in data ? `event: ${data.type}\n` : ''
    response.write(`${type}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`)
  }
  return () => {
    if (writer) return writer
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache',
    })
    writer =
      flavour === 'chat' ? chatWriter(model, unique, send) : responsesWriter(model, unique, send, store)
    writer.begin()
    return writer
  }
}

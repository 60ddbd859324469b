/** Writes a scripted answer as the server-sent events of either API. */
import type { ServerResponse } from 'node:http'
import type { FakeRequest, Flavour, StoredItem } from './fake-openai-request.ts'

export type EndReason = 'stop' | 'length' | 'content_filter'

export type ScriptEvent =
  /** The response's headers and first events, without content. Sent before any content. */
  | { type: 'start' }
  | { type: 'text'; text: string }
  /** Reasoning items exist only in `responses`. */
  | { type: 'reasoning'; text: string }
  | { type: 'tool'; id: string; name: string; args: object | string }
  /** Waits for the promise, or without one for the server's next release. */
  | { type: 'gate'; until?: Promise<void> }
  /** Sends nothing more and keeps the connection open. */
  | { type: 'hang' }
  /** The connection breaks. */
  | { type: 'cut' }
  /** An HTTP status instead of an answer. */
  | { type: 'status'; status: number; headers?: Record<string, string>; code?: string }
  /** An error event in a stream that has begun. */
  | { type: 'error'; code: string }
  | { type: 'end'; reason: EndReason }

export type Handler = (request: FakeRequest) => Iterable<ScriptEvent> | AsyncIterable<ScriptEvent>

export const text = (words: string): ScriptEvent => ({ type: 'text', text: words })
export const reasoning = (words: string): ScriptEvent => ({ type: 'reasoning', text: words })
export const gate = (until?: Promise<void>): ScriptEvent => ({ type: 'gate', until })
export const start: ScriptEvent = { type: 'start' }
export const hang: ScriptEvent = { type: 'hang' }
export const cut: ScriptEvent = { type: 'cut' }
export const end = (reason: EndReason): ScriptEvent => ({ type: 'end', reason })
export const error = (code: string): ScriptEvent => ({ type: 'error', code })
/** Makes clients retry at once. */
export const status = (code: number): ScriptEvent => ({
  type: 'status',
  status: code,
  headers: { 'retry-after-ms': '1' },
})

let ids = 0
const nextId = (prefix: string) => `${prefix}_${String(++ids).padStart(8, '0')}`

export function toolCall(name: string, args: object | string, id = nextId('call')): ScriptEvent {
  return { type: 'tool', id, name, args }
}

const USAGE = { input: 10, output: 5 }

/** Writes the events of one answer; `store` keeps what a later request may refer to. */
export type AnswerWriter = {
  start(): void
  text(text: string): void
  reasoning(text: string): void
  tool(call: { id: string; name: string; arguments: string }): void
  error(code: string): void
  end(reason: EndReason): void
}

export function answerWriter(
  { flavour, model }: { flavour: Flavour; model: string },
  response: ServerResponse,
  store: Map<string, StoredItem>,
): AnswerWriter {
  return flavour === 'chat' ? chatWriter(model, response) : responsesWriter(model, response, store)
}

const HEAD = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' }

/** Arguments come in pieces, as from a model. */
function piecesOf(whole: string): string[] {
  return whole.match(/[\s\S]{1,24}/g) ?? []
}

function chatWriter(model: string, response: ServerResponse): AnswerWriter {
  const id = nextId('chatcmpl')
  const created = Math.floor(Date.now() / 1000)
  let calls = 0
  const send = (fields: object) => {
    const chunk = { id, object: 'chat.completion.chunk', created, model, ...fields }
    response.write(`data: ${JSON.stringify(chunk)}\n\n`)
  }
  const delta = (fields: object, finish: string | null = null) =>
    send({ choices: [{ index: 0, delta: fields, logprobs: null, finish_reason: finish }], usage: null })
  const start = () => {
    if (response.headersSent) return
    response.writeHead(200, HEAD)
    delta({ role: 'assistant', content: '', refusal: null })
  }
  return {
    start,
    text(content) {
      start()
      delta({ content })
    },
    reasoning: start,
    tool(call) {
      start()
      const index = calls
      calls += 1
      const fields = { index, id: call.id, type: 'function', function: { name: call.name, arguments: '' } }
      delta({ tool_calls: [fields] })
      for (const piece of piecesOf(call.arguments)) {
        delta({ tool_calls: [{ index, function: { arguments: piece } }] })
      }
    },
    error(code) {
      start()
      const fields = { message: 'The fake server failed on purpose.', type: code, param: null, code }
      response.end(`data: ${JSON.stringify({ error: fields })}\n\n`)
    },
    end(reason) {
      start()
      delta({}, reason === 'stop' && calls > 0 ? 'tool_calls' : reason)
      const { input, output } = USAGE
      const usage = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
      send({ choices: [], usage })
      response.end('data: [DONE]\n\n')
    },
  }
}

function responsesWriter(
  model: string,
  response: ServerResponse,
  store: Map<string, StoredItem>,
): AnswerWriter {
  const id = nextId('resp')
  const created_at = Math.floor(Date.now() / 1000)
  let sequence = 0
  const output: object[] = []
  let said: { id: string; text: string } | null = null
  const send = (type: string, fields: object) => {
    const event = { type, sequence_number: sequence, ...fields }
    sequence += 1
    response.write(`event: ${type}\ndata: ${JSON.stringify(event)}\n\n`)
  }
  const whole = (status: string, more: object = {}) => ({
    response: { id, object: 'response', created_at, model, status, output, usage: null, ...more },
  })
  const start = () => {
    if (response.headersSent) return
    response.writeHead(200, HEAD)
    send('response.created', whole('in_progress'))
    send('response.in_progress', whole('in_progress'))
  }
  const message = (text: string, status: string) => {
    const content = text ? [{ type: 'output_text', text, annotations: [], logprobs: [] }] : []
    return { id: said?.id ?? '', type: 'message', status, role: 'assistant', content }
  }
  const place = () => ({ output_index: output.length })
  const part = () => ({ item_id: said?.id ?? '', ...place(), content_index: 0 })
  const done = (item: object) => {
    send('response.output_item.done', { ...place(), item })
    output.push(item)
  }
  const closeText = () => {
    if (!said) return
    send('response.output_text.done', { ...part(), text: said.text, logprobs: [] })
    const { content } = message(said.text, 'completed')
    send('response.content_part.done', { ...part(), part: content[0] })
    done(message(said.text, 'completed'))
    store.set(said.id, { type: 'text', text: said.text })
    said = null
  }
  return {
    start,
    text(delta) {
      start()
      if (!said) {
        said = { id: nextId('msg'), text: '' }
        send('response.output_item.added', { ...place(), item: message('', 'in_progress') })
        const empty = { type: 'output_text', text: '', annotations: [], logprobs: [] }
        send('response.content_part.added', { ...part(), part: empty })
      }
      said.text += delta
      send('response.output_text.delta', { ...part(), delta, logprobs: [] })
    },
    reasoning(words) {
      start()
      closeText()
      const itemId = nextId('rs')
      const item = { id: itemId, type: 'reasoning', summary: [] as object[], encrypted_content: 'sealed' }
      send('response.output_item.added', { ...place(), item })
      const where = { item_id: itemId, ...place(), summary_index: 0 }
      const empty = { type: 'summary_text', text: '' }
      send('response.reasoning_summary_part.added', { ...where, part: empty })
      send('response.reasoning_summary_text.delta', { ...where, delta: words })
      const summary = { type: 'summary_text', text: words }
      send('response.reasoning_summary_text.done', { ...where, text: words })
      send('response.reasoning_summary_part.done', { ...where, part: summary })
      done({ ...item, summary: [summary] })
      store.set(itemId, { type: 'reasoning' })
    },
    tool(call) {
      start()
      closeText()
      const itemId = nextId('fc')
      const item = { id: itemId, type: 'function_call', call_id: call.id, name: call.name }
      const begun = { ...item, status: 'in_progress', arguments: '' }
      send('response.output_item.added', { ...place(), item: begun })
      for (const delta of piecesOf(call.arguments)) {
        send('response.function_call_arguments.delta', { item_id: itemId, ...place(), delta })
      }
      const { arguments: given } = call
      send('response.function_call_arguments.done', { item_id: itemId, ...place(), arguments: given })
      done({ ...item, status: 'completed', arguments: given })
      store.set(itemId, { type: 'call', call })
    },
    error(code) {
      start()
      const failure = { code, message: 'The fake server failed on purpose.' }
      send('response.failed', whole('failed', { error: failure }))
      response.end()
    },
    end(reason) {
      start()
      closeText()
      const { input, output: made } = USAGE
      const usage = {
        input_tokens: input,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: made,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: input + made,
      }
      if (reason === 'stop') send('response.completed', whole('completed', { usage }))
      else {
        const why = reason === 'length' ? 'max_output_tokens' : 'content_filter'
        const incomplete_details = { reason: why }
        send('response.incomplete', whole('incomplete', { usage, incomplete_details }))
      }
      response.end()
    },
  }
}

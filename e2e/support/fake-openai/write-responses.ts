/** The events of `POST /v1/responses`, streamed. */
import type { StreamWriter } from './writer.ts'

type Item = Record<string, unknown> & { id: string }

export function responsesWriter(
  model: string,
  unique: string,
  send: (data: object) => void,
  store: (item: Item) => void,
): StreamWriter {
  const output: Item[] = []
  let sequence = 0
  let open: { item: Item; index: number; text: string } | null = null
  const event = (type: string, rest: object) => send({ type, sequence_number: sequence++, ...rest })
  const response = (state: string, rest: object = {}) => ({
    id: `resp_${unique}`,
    object: 'response',
    created_at: Math.floor(Date.now() / 1000),
    model,
    status: state,
    output,
    ...rest,
  })

  function finishItem(item: Item, index: number): void {
    event('response.output_item.done', { output_index: index, item })
    output.push(item)
    store(item)
  }

  function openText(): NonNullable<typeof open> {
    const index = output.length
    const item = {
      id: `msg_${unique}_${index}`,
      type: 'message',
      role: 'assistant',
      status: 'in_progress',
      content: [],
    }
    event('response.output_item.added', { output_index: index, item })
    const part = { type: 'output_text', text: '', annotations: [] }
    event('response.content_part.added', { item_id: item.id, output_index: index, content_index: 0, part })
    return { item, index, text: '' }
  }

  function closeText(): void {
    if (!open) return
    const { item, index, text } = open
    const at = { item_id: item.id, output_index: index, content_index: 0 }
    const part = { type: 'output_text', text, annotations: [] }
    event('response.output_text.done', { ...at, text })
    event('response.content_part.done', { ...at, part })
    finishItem({ ...item, status: 'completed', content: [part] }, index)
    open = null
  }

  return {
    begin() {
      event('response.created', { response: response('in_progress') })
      event('response.in_progress', { response: response('in_progress') })
    },
    text(delta) {
      open ??= openText()
      open.text += delta
      const at = { item_id: open.item.id, output_index: open.index, content_index: 0 }
      event('response.output_text.delta', { ...at, delta })
    },
    call(callId, name, args) {
      closeText()
      const index = output.length
      const item = { id: `fc_${unique}_${index}`, type: 'function_call', call_id: callId, name }
      const added = { ...item, arguments: '', status: 'in_progress' }
      event('response.output_item.added', { output_index: index, item: added })
      const at = { item_id: item.id, output_index: index }
      const middle = Math.ceil(args.length / 2)
      for (const delta of [args.slice(0, middle), args.slice(middle)]) {
        event('response.function_call_arguments.delta', { ...at, delta })
      }
      event('response.function_call_arguments.done', { ...at, arguments: args })
      finishItem({ ...item, arguments: args, status: 'completed' }, index)
    },
    fail({ message, code }) {
      event('response.failed', {
        response: response('failed', { error: { code: code ?? 'server_error', message } }),
      })
    },
    end(reason) {
      closeText()
      const usage = {
        input_tokens: 100,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: 20,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: 120,
      }
      const short = reason
        ? { incomplete_details: { reason: reason === 'length' ? 'max_output_tokens' : reason } }
        : {}
      const state = reason ? 'incomplete' : 'completed'
      event(`response.${state}`, { response: response(state, { usage, ...short }) })
    },
  }
}

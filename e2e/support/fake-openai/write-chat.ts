/** The chunks of `POST /v1/chat/completions`, streamed. */
import type { StreamWriter } from './writer.ts'

export function chatWriter(
  model: string,
  unique: string,
  send: (data: object | string) => void,
): StreamWriter {
  let calls = 0
  const chunk = (delta: object, finishReason: string | null = null) =>
    send({ ...shared, choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }] })
  const shared = {
    id: `chatcmpl-${unique}`,
    object: 'chat.completion.chunk',
    created: Math.floor(Date.now() / 1000),
    model,
  }
  return {
    begin: () => chunk({ role: 'assistant', content: '', refusal: null }),
    text: (content) => chunk({ content }),
    call(id, name, args) {
      const index = calls++
      const halves = [args.slice(0, Math.ceil(args.length / 2)), args.slice(Math.ceil(args.length / 2))]
      chunk({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] })
      for (const part of halves) chunk({ tool_calls: [{ index, function: { arguments: part } }] })
    },
    fail: (error) => send({ error }),
    end(reason) {
      chunk({}, reason ?? (calls > 0 ? 'tool_calls' : 'stop'))
      const usage = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
      send({ ...shared, choices: [], usage })
      send('[DONE]')
    },
  }
}

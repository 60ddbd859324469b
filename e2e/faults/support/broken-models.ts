/** Everything a model server can do wrong, by name, over the chat API. */
import { size } from './random.ts'
import { chunk, type Fault, finish, flood, head, toolCall, words } from './raw-model.ts'
import { pause } from './visitor.ts'

const status =
  (code: number, headers: Record<string, string> = {}): Fault =>
  ({ response }) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers })
    response.end('{"error":{"message":"sk-secret-of-the-service","type":"t","code":null}}')
  }

const says =
  (...pieces: string[]): Fault =>
  ({ response }) => {
    head(response)
    response.end(pieces.join(''))
  }

/** One call, then text about it. */
const calls =
  (...pieces: string[]): Fault =>
  (call) =>
    call.results === 0
      ? says(...pieces, finish('tool_calls'))(call)
      : says(words('Went on.'), finish('stop'))(call)

const task = (title: string) => JSON.stringify({ title })
function* repeated(piece: string, times: number): Iterable<string> {
  for (let i = 0; i < times; i++) yield piece
}

export const FAULTS = {
  'hang-at-once': () => undefined,
  'hang-after-head': ({ response }) => head(response),
  'hang-after-word': ({ response }) => {
    head(response)
    response.write(words('Half a '))
  },
  'http-500': status(500),
  'http-429': status(429, { 'retry-after': '1' }),
  'http-401': status(401),
  'http-402': status(402),
  html: ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<html><body>Sign in to the network</body></html>')
  },
  empty: says(''),
  'no-finish': says(words('Half an answer')),
  cut: ({ response }) => {
    head(response)
    response.write(words('Cut off '), () => response.destroy())
  },
  'bad-json': says(words('Before. '), 'data: {"choices": [{\n\n', words('After.')),
  'half-arguments': calls(toolCall('add_task', '{"title": "ha')),
  'wrong-types': calls(toolCall('add_task', '{"title": {"a": 1}}')),
  'unknown-tool': calls(toolCall('send_mail', '{"to": "x"}')),
  proto: calls(toolCall('add_task', '{"__proto__": {"title": "polluted"}}')),
  'same-ids': calls(
    toolCall('add_task', task('once'), 'twin'),
    chunk({
      tool_calls: [
        { index: 1, id: 'twin', type: 'function', function: { name: 'add_task', arguments: task('twice') } },
      ],
    }),
  ),
  'after-finish': calls(
    toolCall('add_task', task('in time')),
    finish('tool_calls'),
    toolCall('add_task', task('too late')),
  ),
  'same-call': says(toolCall('list_tasks', '{}'), finish('tool_calls')),
  'two-tools': ({ results, ...call }) =>
    says(
      toolCall(results % 2 ? 'list_tasks' : 'add_task', results % 2 ? '{}' : task(`round ${results}`)),
      finish('tool_calls'),
    )({ results, ...call }),
  'many-calls': says(
    ...Array.from({ length: 200 }, (_, index) =>
      chunk({
        tool_calls: [
          {
            index,
            id: `c${index}`,
            type: 'function',
            function: { name: 'add_task', arguments: task(`call ${index}`) },
          },
        ],
      }),
    ),
    finish('tool_calls'),
  ),
  'huge-stream': async (call) => {
    head(call.response)
    await flood(call, repeated(words('x'.repeat(64_000)), 3_200))
    call.response.end()
  },
  'one-token': async (call) => {
    head(call.response)
    await flood(call, [words('y'.repeat(10_000_000)), finish('stop')])
    call.response.end()
  },
  'tiny-chunks': async (call) => {
    head(call.response)
    await flood(call, repeated(words('z'), size(200_000, 1_000_000)))
    call.response.end()
  },
  drip: async ({ response, gone }) => {
    head(response)
    const whole = words('never said')
    for (let i = 0; !gone() && i < whole.length; i++) {
      response.write(whole[i])
      await pause(1_000)
    }
  },
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof FAULTS

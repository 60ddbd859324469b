/** Requests that no browser would send: any Host, any unnormalized path, any header, chunked bodies. */
import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export type Reply = { status: number; headers: IncomingHttpHeaders; body: string }
export type Sent = {
  method?: string
  path?: string
  headers?: Record<string, string>
  /** Several chunks are sent without a length. */
  body?: string | Buffer | readonly string[]
}

const agent = new Agent({ keepAlive: true, maxSockets: 12 })

export async function send(port: number, sent: Sent = {}): Promise<Reply> {
  const { method = 'GET', path = '/', body } = sent
  const headers: Record<string, string> = { Host: `localhost:${port}`, ...sent.headers }
  const isChunked = Array.isArray(body)
  if (body !== undefined && !isChunked) headers['Content-Length'] = String(Buffer.byteLength(body as string))
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, method, path, headers, agent, setHost: false },
      (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('error', reject)
        answer.on('end', () => {
          const { statusCode: status = 0, headers: got } = answer
          resolve({ status, headers: got, body: Buffer.concat(pieces).toString() })
        })
      },
    )
    asked.on('error', reject)
    if (isChunked) for (const piece of body as readonly string[]) asked.write(piece)
    asked.end(isChunked ? undefined : body)
  })
}

/** Runs work in parallel, a few at a time; results keep the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Promise<Result>,
  width = 8,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const lane = async () => {
    while (next < items.length) {
      const index = next++
      results[index] = await work(items[index] as Item, index)
    }
  }
  await Promise.all(Array.from({ length: width }, lane))
  return results
}

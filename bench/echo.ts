/** A bare echo over server-sent events: the minimum needed to show in one tab what happened in another. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Echo = {
  url: string
  /** Notifies every open page; returns when it did, in epoch milliseconds. */
  say(title: string): number
  close(): void
}

const PAGE = `<!doctype html><title>Echo</title><main></main><script>
new EventSource('/feed').onmessage = (event) => {
  const card = document.createElement('article')
  card.setAttribute('aria-label', event.data)
  card.textContent = event.data
  document.querySelector('main').append(card)
}
</script>`

export async function startEcho(): Promise<Echo> {
  const readers = new Set<ServerResponse>()
  const server = createServer((request, response) => {
    if (request.url !== '/feed') return response.setHeader('content-type', 'text/html').end(PAGE)
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 1000\n\n')
    return readers.add(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    say(title) {
      const at = Date.now()
      for (const reader of readers) reader.write(`data: ${title}\n\n`)
      return at
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

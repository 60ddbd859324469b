/** Taskboard's door for programs: boards, state, runs. What is wrong with the connection is a Problem of one line. */
import { Problem } from './project.mjs'

export function openClient(url, token) {
  async function ask(method, path, { body, accept = 'application/json', signal } = {}) {
    const headers = { authorization: `Bearer ${token}`, accept, 'content-type': 'application/json' }
    try {
      return await fetch(`${url}${path}`, { method, headers, body: body && JSON.stringify(body), signal })
    } catch (error) {
      if (signal?.aborted) throw error
      throw new Problem(`Can’t reach Taskboard at ${url}. Run npm start, or pass --url.`)
    }
  }

  /** Its JSON; a refusal that the connection cannot go on with ends the program. */
  async function json(response) {
    const body = await response.json().catch(() => null)
    if (body === null || typeof body !== 'object') throw new Problem(`${url} isn’t a Taskboard server.`)
    if (response.status === 401 || response.status === 421) throw new Problem(body.message)
    return body
  }

  async function get(path) {
    const body = await json(await ask('GET', path))
    if (body.ok === false) throw new Problem(body.message)
    return body
  }

  return {
    /** The board of this id, else the one opened last, else a new one. */
    async board(id) {
      const { boards, lastOpened } = await get('/api/boards')
      const found = boards.find((board) => board.id === (id ?? lastOpened))
      if (found) return found
      if (id !== undefined) throw new Problem(`Board ${id} not found. Omit --board for the most recent one.`)
      const made = await json(await ask('POST', '/api/boards', { body: {} }))
      if (!made.ok) throw new Problem(made.message)
      return { id: made.id, name: 'A new board' }
    },

    async state(id) {
      return (await get(`/api/boards/${id}/state`)).state
    },

    /** The events of the turn that answers `text`, or why it was not taken. */
    async send(id, text, signal) {
      const options = { body: { text }, accept: 'text/event-stream', signal }
      const response = await ask('POST', `/api/boards/${id}/runs`, options)
      return response.ok ? { ok: true, events: eventsOf(response.body) } : json(response)
    },
  }
}

/** The events of a stream of server-sent events; it ends where the connection does, however that is. */
export async function* eventsOf(stream) {
  let text = ''
  try {
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
      text += chunk
      const blocks = text.split('\n\n')
      text = blocks.pop()
      for (const block of blocks) {
        const data = block.split('\n').find((line) => line.startsWith('data: '))
        if (data) yield JSON.parse(data.slice('data: '.length))
      }
    }
  } catch {
    // Broken off: whoever misses the end says so.
  }
}

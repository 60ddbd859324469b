/** A client of Taskboard's API: boards, state, runs. Connection errors become a Problem with one line. */
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

  /** The JSON of a response; a fatal refusal ends the program. */
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
    /** The board with this id, else the most recent one, else a new one. */
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

    /** The events of the turn that answers `text`, or why it was refused. */
    async send(id, text, signal) {
      const options = { body: { text }, accept: 'text/event-stream', signal }
      const response = await ask('POST', `/api/boards/${id}/runs`, options)
      return response.ok ? { ok: true, events: eventsOf(response.body) } : json(response)
    },
  }
}

/** The events of a server-sent event stream; ends when the connection does, for any reason. */
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
    // Connection lost: the caller notices the missing `end`.
  }
}

/** Many readers of one user: each hears everything once, in order, and a change costs one look at the database. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rawClient } from '#db/client.ts'
import { openTestDatabase } from '#db/testing.ts'
import type { Envelope } from '#lib/board/wire/events.ts'
import { execute } from '../commands/execute.ts'
import { addTask, type Board, by, newBoard } from '../commands/execute-cases.ts'
import { readFeed } from '../feed/feed.ts'
import { feedStream } from './feed-sse.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

/** What a reader has heard of what is stored, until it goes. */
function listen({ userId }: Board, after: number) {
  const gone = new AbortController()
  const heard: Envelope[] = []
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of feedStream(userId, after, gone.signal, async () => true)) {
      const data = /^id: .*\ndata: (.*)$/m.exec(decoder.decode(chunk))?.[1]
      if (data) heard.push(JSON.parse(data))
    }
  })()
  return {
    heard,
    async leave() {
      gone.abort()
      await reading
    },
  }
}

test('twenty readers hear each change once and in order, and cost little more than one', async () => {
  const board = await newBoard()
  const stranger = await newBoard()
  const { cursor } = await readFeed(board.userId, 0)
  const other = listen(stranger, (await readFeed(stranger.userId, 0)).cursor)
  const asked = vi.spyOn(rawClient(), 'execute')
  const costOf = async (readers: ReturnType<typeof listen>[], title: string) => {
    const told = Math.max(...readers.map(({ heard }) => heard.length))
    await vi.waitFor(() => expect(readers.every(({ heard }) => heard.length === told)).toBe(true))
    asked.mockClear()
    await execute(by(board), addTask(title))
    await vi.waitFor(() => expect(readers.every(({ heard }) => heard.length > told)).toBe(true))
    return asked.mock.calls.length
  }
  const readers = [listen(board, cursor)]
  const one = await costOf(readers, 'for one')
  for (let i = 1; i < 20; i++) readers.push(listen(board, cursor))
  await vi.waitFor(() => expect(readers.every(({ heard }) => heard.length === 1)).toBe(true))
  expect(await costOf(readers, 'for all')).toBeLessThan(one * 3)
  await Promise.all(Array.from({ length: 20 }, (_, i) => execute(by(board), addTask(`at once ${i}`))))
  await vi.waitFor(() => expect(readers.every(({ heard }) => heard.length === 22)).toBe(true))
  const { envelopes } = await readFeed(board.userId, cursor)
  const cursors = envelopes.map((envelope) => envelope.cursor)
  for (const { heard } of readers) expect(heard.map((envelope) => envelope.cursor)).toEqual(cursors)
  await Promise.all([...readers, other].map((reader) => reader.leave()))
  expect(other.heard).toEqual([])
})

import { expect, it, vi } from 'vitest'
import type { Envelope } from '#lib/board/wire/events.ts'
import { createInbox, type FeedPage } from './inbox.ts'

const stored = (cursor: number, after = cursor - 1): Envelope => ({
  cursor,
  after,
  event: { kind: 'messages-cleared', sessionId: 's' },
})

function reader(pages: FeedPage[]) {
  const taken: (number | null)[] = []
  const asked: number[] = []
  let cursor = 0
  let open: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const inbox = createInbox({
    cursor: () => cursor,
    receive(envelopes) {
      for (const envelope of envelopes) {
        if (envelope.cursor !== null && envelope.cursor <= cursor) continue
        taken.push(envelope.cursor)
        cursor = envelope.cursor ?? cursor
      }
    },
    async fetchAfter(after) {
      asked.push(after)
      await gate
      return pages.shift() ?? { envelopes: [], more: false }
    },
  })
  return { inbox, taken, asked, open }
}

it('passes on the next envelope', () => {
  const { inbox, taken, asked } = reader([])
  inbox.accept(stored(1))
  inbox.accept(stored(2))
  expect([taken, asked]).toEqual([[1, 2], []])
})

it('first fetches what is missing, page by page, and holds back live envelopes until then', async () => {
  const pages = [
    { envelopes: [stored(1), stored(2)], more: true },
    { envelopes: [stored(3), stored(4)], more: false },
  ]
  const { inbox, taken, asked, open } = reader(pages)
  inbox.accept(stored(4))
  inbox.accept(stored(5))
  expect(taken).toEqual([])
  open()
  await vi.waitFor(() => expect(taken).toEqual([1, 2, 3, 4, 5]))
  expect(asked).toEqual([0, 2])
})

it('does not ask forever if the gap cannot be filled', async () => {
  const { inbox, taken, asked, open } = reader([])
  open()
  inbox.accept(stored(9, 8))
  await vi.waitFor(() => expect(taken).toEqual([9]))
  expect(asked).toEqual([0])
})

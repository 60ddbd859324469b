import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Refusal } from '#lib/board/model/command.ts'
import type { Message } from '#lib/board/wire/events.ts'
import { createOutbox } from './outbox.ts'

type Answer = { ok: true } | Refusal
type Call = { id: string; text: string; answer(answer: Answer): void; fail(): void }

const refused: Refusal = { ok: false, code: 'limit', message: 'The queue is full.' }
const arrived = (id: string) => [{ id } as Message]

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** An outbox; the test answers its messages. */
function open() {
  const calls: Call[] = []
  const outbox = createOutbox({
    sessionId: 'board',
    send: ({ id, text }) =>
      new Promise((resolve, reject) => {
        calls.push({ id, text, answer: resolve, fail: () => reject(new Error('no network')) })
      }),
    changed: () => undefined,
  })
  const call = (index: number) => calls[index] as Call
  return { outbox, calls, call }
}

it('shows a message until the feed has it', async () => {
  const { outbox, call } = open()
  const sent = outbox.send('add milk')
  expect(outbox.list()).toMatchObject([{ text: 'add milk' }])
  call(0).answer({ ok: true })
  expect(await sent).toEqual({ ok: true })
  expect(outbox.list()).toHaveLength(1)
  outbox.arrived(arrived(call(0).id))
  expect(outbox.list()).toEqual([])
})

it('resends a text under its id when there was no answer, also after a reload', async () => {
  const { outbox, call } = open()
  const first = outbox.send('add milk')
  call(0).fail()
  expect(await first).toMatchObject({ ok: false })
  expect(outbox.list()).toEqual([])
  void outbox.send('add milk')
  expect(call(1).id).toBe(call(0).id)
  call(1).fail()
  await vi.waitFor(() => expect(outbox.unanswered()).not.toBeNull())

  const reloaded = open()
  reloaded.outbox.resume()
  void reloaded.outbox.send('add milk')
  expect(reloaded.call(0).id).toBe(call(0).id)
})

it('gives a different text, and a refused one, a new id', async () => {
  const { outbox, call } = open()
  const failed = outbox.send('add milk')
  call(0).fail()
  await failed
  const other = outbox.send('add eggs')
  expect(call(1).id).not.toBe(call(0).id)
  call(1).answer(refused)
  expect(await other).toEqual({ ok: false, message: refused.message })
  void outbox.send('add eggs')
  expect(call(2).id).not.toBe(call(1).id)
})

it('drops an unanswered message when the feed delivers it', async () => {
  const { outbox, call } = open()
  const sent = outbox.send('add milk')
  call(0).fail()
  await sent
  outbox.arrived(arrived(call(0).id))
  expect(outbox.unanswered()).toBeNull()
  void outbox.send('add milk')
  expect(call(1).id).not.toBe(call(0).id)
})

it('counts a message as sent if the feed delivered it and its answer was lost', async () => {
  const { outbox, call } = open()
  const sent = outbox.send('add milk')
  outbox.arrived(arrived(call(0).id))
  call(0).fail()
  expect(await sent).toEqual({ ok: true })
  expect(outbox.unanswered()).toBeNull()
})

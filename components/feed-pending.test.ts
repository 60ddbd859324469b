import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Outcome } from '#lib/board/command.ts'
import type { Command } from '#lib/board/register.ts'
import { EMPTY_BOARD } from '#lib/board/tables.ts'
import { createPending } from './feed-pending.ts'
import { replay } from './feed-replay.ts'

const add = (title: string): Command => ({
  name: 'add_category',
  input: { id: `id-of-${title}`, name: title },
})
const accepted = (revision: number | null): Outcome => ({ ok: true, revision, changes: [], reply: 'Done.' })

/** A server whose answers the test gives, one call at a time. */
function server() {
  const calls: { key: string; name: string; answer(outcome: Outcome): void; fail(): void }[] = []
  const state = { revision: 0, live: false }
  const pending = createPending({
    send: (key, command) =>
      new Promise((resolve, reject) => {
        const [first] = [command].flat() as [Command]
        const name = 'name' in first.input ? String(first.input.name) : first.name
        calls.push({ key, name, answer: resolve, fail: () => reject(new Error('no network')) })
      }),
    isLive: () => state.live,
    revision: () => state.revision,
    changed: () => undefined,
  })
  const call = async (index: number) => {
    for (let second = 0; second < 10 && calls.length <= index; second++)
      await vi.advanceTimersByTimeAsync(1_000)
    const found = calls[index]
    if (!found) throw new Error('no such call')
    return found
  }
  return { pending, calls, state, call }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('sends one at a time, in order, and the same key again when nobody answered', async () => {
  const { pending, calls, call } = server()
  void pending.run(add('first'))
  void pending.run(add('second'))
  ;(await call(0)).fail()
  await vi.waitFor(() => expect(pending.waiting()).toBe(2))
  const again = await call(1)
  expect([again.name, again.key]).toEqual(['first', calls[0]?.key])
  again.answer(accepted(null))
  expect((await call(2)).name).toBe('second')
  expect(pending.waiting()).toBe(0)
})

it('stays until the confirmed rows pass the revision it was accepted as', async () => {
  const { pending, call } = server()
  const outcome = pending.run(add('first'))
  ;(await call(0)).answer(accepted(7))
  await outcome
  pending.passed(6)
  expect(pending.list()).toHaveLength(1)
  pending.passed(7)
  expect(pending.list()).toHaveLength(0)
})

it('leaves at once when nothing changed, when it was confirmed before, and when it was refused', async () => {
  const { pending, state, call } = server()
  state.revision = 9
  const answers: Outcome[] = [
    accepted(null),
    accepted(9),
    { ok: false, code: 'exists', message: 'There is one.' },
  ]
  for (const [index, answer] of answers.entries()) {
    const outcome = pending.run(add(`category ${index}`))
    ;(await call(index)).answer(answer)
    expect(await outcome).toEqual(answer)
    await vi.waitFor(() => expect(pending.list()).toHaveLength(0))
  }
})

it('is answered by the feed that carries its key, before the reply', async () => {
  const { pending, call } = server()
  const outcome = pending.run(add('first'))
  const { key } = await call(0)
  expect(pending.landed('another key', accepted(3))).toBe(false)
  expect(pending.landed(key, accepted(3))).toBe(true)
  expect(await outcome).toEqual(accepted(3))
  expect(pending.list()).toHaveLength(0)
})

it('gives up on a call that keeps failing while the feed is alive', async () => {
  const { pending, state, call } = server()
  state.live = true
  const outcome = pending.run(add('first'))
  for (let attempt = 0; attempt < 6; attempt++) (await call(attempt)).fail()
  expect(await outcome).toMatchObject({ ok: false, code: 'failed' })
  expect(pending.list()).toHaveLength(0)
})

it('replays what is pending over the confirmed rows, and passes over what would be refused', () => {
  const shown = replay(EMPTY_BOARD, [
    { command: add('home'), at: 0 },
    { command: { name: 'add_category', input: { id: 'another-id', name: 'Home' } }, at: 0 },
    { command: { name: 'undo', input: { whose: 'own' } }, at: 0 },
    { command: { name: 'rename_category', input: { category: 'id-of-home', name: 'house' } }, at: 0 },
  ])
  expect([...shown.categories.values()].map(({ name }) => name)).toEqual(['house'])
  expect(EMPTY_BOARD.categories.size).toBe(0)
})

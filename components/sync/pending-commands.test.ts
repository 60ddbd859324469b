import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Command } from '#lib/board/commands/registry.ts'
import type { Outcome } from '#lib/board/model/command.ts'
import { EMPTY_BOARD } from '#lib/board/model/tables.ts'
import { replay } from './apply-optimistic.ts'
import type { ConnectionState } from './event-source.ts'
import { createPending } from './pending-commands.ts'
import { persistPending } from './pending-store.ts'

const add = (title: string): Command => ({
  name: 'add_category',
  input: { id: `id-of-${title}`, name: title },
})
const accepted = (revision: number | null): Outcome => ({ ok: true, revision, changes: [], reply: 'Done.' })

type Page = { createPending: typeof createPending; persistPending: typeof persistPending }

/** A screen of a board; the test answers its calls one at a time. */
function server({ createPending, persistPending }: Page = thisPage, board = 'board') {
  const calls: { key: string; name: string; answer(outcome: Outcome): void; fail(): void }[] = []
  const state: { revision: number; connection: ConnectionState } = { revision: 0, connection: 'connecting' }
  const pending = createPending({
    send: (key, command) =>
      new Promise((resolve, reject) => {
        const [first] = [command].flat() as [Command]
        const name = 'name' in first.input ? String(first.input.name) : first.name
        calls.push({ key, name, answer: resolve, fail: () => reject(new Error('no network')) })
      }),
    connection: () => state.connection,
    kept: persistPending(board),
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

const thisPage: Page = { createPending, persistPending }

/** Like a browser's storage: the stored names are its own keys. */
class Stored {
  [name: string]: unknown
  getItem(name: string) {
    return Object.hasOwn(this, name) ? this[name] : null
  }
  setItem(name: string, value: string) {
    this[name] = value
  }
  removeItem(name: string) {
    delete this[name]
  }
}

/** The same code on a new page that has only what the browser stored. */
async function anotherPage() {
  vi.resetModules()
  const [{ createPending }, { persistPending }] = await Promise.all([
    import('./pending-commands.ts'),
    import('./pending-store.ts'),
  ])
  return { createPending, persistPending }
}

let asksBeforeLeaving = false

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', new Stored())
  vi.stubGlobal('addEventListener', (name: string) => {
    if (name === 'beforeunload') asksBeforeLeaving = true
  })
  vi.stubGlobal('removeEventListener', (name: string) => {
    if (name === 'beforeunload') asksBeforeLeaving = false
  })
})
afterEach(() => {
  for (const board of ['board', 'another']) {
    const kept = persistPending(board)
    for (const { key } of kept.list()) kept.remove(key)
  }
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('sends one at a time, in order, and the same key again when there was no answer', async () => {
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

it('says when everything before was answered, and does not wait for a server that is gone', async () => {
  const { pending, call } = server()
  const heard: string[] = []
  const hear = (what: string) => void pending.answered().then(() => heard.push(what))
  for (const title of ['one', 'two']) void pending.run(add(title))
  hear('both')
  void pending.run(add('three'))
  ;(await call(0)).answer(accepted(1))
  ;(await call(1)).answer({ ok: false, code: 'exists', message: 'There is one.' })
  hear('three')
  const third = await call(2)
  expect(heard).toEqual(['both'])
  third.fail()
  await vi.advanceTimersByTimeAsync(0)
  hear('later')
  await vi.advanceTimersByTimeAsync(0)
  expect(heard).toEqual(['both', 'three', 'later'])
  ;(await call(3)).answer(accepted(2))
})

it('stays until the confirmed rows reach its revision', async () => {
  const { pending, call } = server()
  const outcome = pending.run(add('first'))
  ;(await call(0)).answer(accepted(7))
  await outcome
  pending.passed(6)
  expect(pending.list()).toHaveLength(1)
  pending.passed(7)
  expect(pending.list()).toHaveLength(0)
})

it('is dropped at once when nothing changed, when it was already confirmed, and when it was refused', async () => {
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

it('is answered by a feed event with its key, before the reply', async () => {
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
  state.connection = 'live'
  const outcome = pending.run(add('first'))
  for (let attempt = 0; attempt < 6; attempt++) (await call(attempt)).fail()
  expect(await outcome).toMatchObject({ ok: false, code: 'failed' })
  expect(pending.list()).toHaveLength(0)
})

it('does not give up because of failures before the feed was back', async () => {
  const { pending, state, call, calls } = server()
  state.connection = 'reconnecting'
  const outcome = pending.run(add('first'))
  for (let attempt = 0; attempt < 8; attempt++) (await call(attempt)).fail()
  state.connection = 'live'
  ;(await call(8)).fail()
  ;(await call(9)).answer(accepted(null))
  expect(await outcome).toMatchObject({ ok: true })
  expect(new Set(calls.map(({ key }) => key)).size).toBe(1)
})

it('ends the backoff once the server is back', async () => {
  const { pending, calls, call } = server()
  void pending.run(add('first'))
  for (let attempt = 0; attempt < 5; attempt++) (await call(attempt)).fail()
  await vi.advanceTimersByTimeAsync(10)
  const before = calls.length
  pending.hurry()
  await vi.advanceTimersByTimeAsync(0)
  expect(calls.length).toBe(before + 1)
})

it('is resent by the next page under the same keys, in order, until answered', async () => {
  const first = server()
  for (const title of ['one', 'two', 'three']) void first.pending.run(add(title))
  ;(await first.call(0)).answer(accepted(null))
  ;(await first.call(1)).fail()
  const keys = first.pending.list().map(({ key }) => key)

  const page = await anotherPage()
  expect(server(page, 'another').pending.resume()).toEqual([])
  const second = server(page)
  const resumed = second.pending.resume()
  expect(second.pending.resume()).toEqual([])
  ;(await second.call(0)).answer(accepted(null))
  ;(await second.call(1)).answer({ ok: false, code: 'exists', message: 'There is one.' })
  expect(await Promise.all(resumed.map(({ outcome }) => outcome))).toMatchObject([
    { ok: true },
    { ok: false },
  ])
  expect(second.calls.map(({ key, name }) => [key, name])).toEqual([
    [keys[0], 'two'],
    [keys[1], 'three'],
  ])
  expect(server(await anotherPage()).pending.resume()).toEqual([])
})

it('makes the browser ask before leaving the page, until it is answered', async () => {
  const { pending, call } = server()
  expect(asksBeforeLeaving).toBe(false)
  void pending.run(add('first'))
  void server(thisPage, 'another').pending.run(add('elsewhere'))
  ;(await call(0)).answer(accepted(null))
  await vi.waitFor(() => expect(pending.list()).toHaveLength(0))
  expect(asksBeforeLeaving).toBe(true)
  for (const { key } of persistPending('another').list()) persistPending('another').remove(key)
  expect(asksBeforeLeaving).toBe(false)
})

it('continues after its board is closed, until the board is opened again and has the answer', async () => {
  const left = server()
  for (const title of ['one', 'two']) void left.pending.run(add(title))
  ;(await left.call(0)).answer(accepted(null))
  const late = await left.call(1)
  const again = server()
  again.pending.resume()
  ;(await again.call(0)).answer(accepted(null))
  await vi.waitFor(() => expect(again.pending.list()).toHaveLength(0))
  late.fail()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(left.pending.list()).toEqual([])
  expect(left.calls.map(({ name }) => name)).toEqual(['one', 'two'])
})

it('is still sent if the browser can store nothing, and known to the next screen of the page', async () => {
  const closed = () => {
    throw new Error('no storage here')
  }
  vi.stubGlobal('localStorage', { getItem: closed, setItem: closed, removeItem: closed })
  const { pending, call } = server()
  const outcome = pending.run(add('first'))
  expect(server().pending.resume()).toHaveLength(1)
  ;(await call(0)).answer(accepted(null))
  expect(await outcome).toMatchObject({ ok: true })
  expect(server().pending.resume()).toEqual([])
})

it('replays pending commands over the confirmed rows, and skips those that would be refused', () => {
  const shown = replay(EMPTY_BOARD, [
    { command: add('home'), at: 0 },
    { command: { name: 'add_category', input: { id: 'another-id', name: 'Home' } }, at: 0 },
    { command: { name: 'undo', input: { whose: 'own' } }, at: 0 },
    { command: { name: 'rename_category', input: { category: 'id-of-home', name: 'house' } }, at: 0 },
  ])
  expect([...shown.categories.values()].map(({ name }) => name)).toEqual(['house'])
  expect(EMPTY_BOARD.categories.size).toBe(0)
})

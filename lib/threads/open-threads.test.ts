import { expect, test } from 'vitest'
import type { Obey } from './for-tests.thread.ts'
import { OutOfTime, openThreads, type ThreadOptions } from './open-threads.ts'

const OPTIONS: ThreadOptions = {
  file: './lib/threads/for-tests.thread.ts',
  threads: 2,
  limitMs: 100,
  keepMs: 60_000,
}

const open = (more: Partial<ThreadOptions> = {}) => openThreads<Obey>({ ...OPTIONS, ...more })

test('a call runs in a thread, and the next call in the same one', async () => {
  const ask = open()
  const first = await ask('ana', 'answer')
  expect(first).toBeGreaterThan(0)
  expect(await ask('ana', 'answer')).toBe(first)
})

test('an endless call is ended at its limit, and a new thread answers the next one', async () => {
  const ask = open({ threads: 1 })
  const first = await ask('ana', 'answer')
  let turns = 0
  const counting = setInterval(() => {
    turns += 1
  }, 1)
  await expect(ask('ana', 'endless')).rejects.toThrow(OutOfTime)
  clearInterval(counting)
  // The event loop was free while the thread was busy.
  expect(turns).toBeGreaterThan(5)
  expect(await ask('ana', 'answer')).not.toBe(first)
})

test.each(['throw', 'exit'] as const)('%s: the call is refused, and the next one answered', async (asked) => {
  const ask = open({ threads: 1, limitMs: 60_000 })
  const failed = await ask('ana', asked).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(Error)
  expect(failed).not.toBeInstanceOf(OutOfTime)
  expect(await ask('ana', 'answer')).toBeGreaterThan(0)
})

test('calls of one owner wait for each other; those of another owner pass them', async () => {
  const ask = open()
  const begun = new SharedArrayBuffer(4)
  const answered: string[] = []
  const note = (name: string) => () => void answered.push(name)
  const endless = [1, 2, 3].map((n) => ask('ana', 'endless', begun).catch(note(`ana ${n}`)))
  await ask('ben', 'answer').then(note('ben'))
  expect(answered).not.toContain('ana 2')
  expect(new Int32Array(begun)[0]).toBeLessThan(3)
  await Promise.all(endless)
  expect(answered.filter((name) => name.startsWith('ana'))).toEqual(['ana 1', 'ana 2', 'ana 3'])
})

test('an idle thread is ended', async () => {
  const ask = open({ keepMs: 1 })
  const first = await ask('ana', 'answer')
  await expect.poll(() => ask('ana', 'answer'), { interval: 50, timeout: 14_000 }).not.toBe(first)
})

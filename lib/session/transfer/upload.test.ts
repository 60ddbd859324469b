import { expect, test } from 'vitest'
import { LIMITS } from '#lib/limits.ts'
import { oneAtATime, readUpload, TOO_LARGE } from './upload.ts'

const MEGABYTE = 1_000_000

/** A body of this many megabytes; records how many were read, and whether it was cancelled. */
function bodyOf(megabytes: number, piece = new Uint8Array(MEGABYTE).fill(32)) {
  const seen = { given: 0, isCancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (seen.given >= megabytes) return controller.close()
        seen.given += 1
        controller.enqueue(piece)
      },
      cancel() {
        seen.isCancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { body, seen }
}

test('a body of the limit is read, one byte more is not', async () => {
  const whole = await readUpload(bodyOf(LIMITS.importBytes / MEGABYTE).body, null)
  expect(whole.ok && whole.text.length).toBe(LIMITS.importBytes)
  const one = new Uint8Array(LIMITS.importBytes + 1).fill(32)
  expect(await readUpload(bodyOf(1, one).body, null)).toBe(TOO_LARGE)
})

test('a body that is too large is not read to its end, whatever its declared length', async () => {
  for (const declared of [null, '5', 'many']) {
    const { body, seen } = bodyOf(1_000)
    expect(await readUpload(body, declared)).toBe(TOO_LARGE)
    expect(seen.given).toBeLessThanOrEqual(52)
    expect(seen.isCancelled).toBe(true)
  }
  const { body, seen } = bodyOf(1_000)
  expect(await readUpload(body, String(LIMITS.importBytes + 1))).toBe(TOO_LARGE)
  expect(seen).toEqual({ given: 0, isCancelled: true })
})

test('a character split between two chunks is read; invalid UTF-8 and an empty body are refused', async () => {
  const bytes = new TextEncoder().encode('aüb')
  const parts = [bytes.slice(0, 2), bytes.slice(2)]
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = parts.shift()
      if (part) controller.enqueue(part)
      else controller.close()
    },
  })
  expect(await readUpload(body, null)).toEqual({ ok: true, text: 'aüb' })
  for (const wrong of [Uint8Array.of(0xff, 0xfe, 0x41), Uint8Array.of(0x61, 0xc3)]) {
    expect(await readUpload(bodyOf(1, wrong).body, null)).toMatchObject({ ok: false, code: 'invalid' })
  }
  expect(await readUpload(null, null)).toMatchObject({ ok: false, code: 'invalid' })
  expect(await readUpload(bodyOf(0).body, '0')).toMatchObject({ ok: false, code: 'invalid' })
})

test('one file per user at a time, two in total; the slot is free again after a failure', async () => {
  const ends: (() => void)[] = []
  const waiting = () => new Promise<{ ok: true }>((resolve) => ends.push(() => resolve({ ok: true })))
  const first = oneAtATime('a', waiting)
  expect(await oneAtATime('a', waiting)).toMatchObject({ ok: false, code: 'busy' })
  const second = oneAtATime('b', waiting)
  expect(await oneAtATime('c', waiting)).toMatchObject({ ok: false, code: 'busy' })
  for (const end of ends) end()
  expect(await Promise.all([first, second])).toEqual([{ ok: true }, { ok: true }])
  await expect(oneAtATime('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await oneAtATime('a', async () => ({ ok: true }))).toEqual({ ok: true })
})

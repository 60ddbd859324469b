import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EMPTY_BOARD } from '#lib/board/model/tables.ts'
import type { Board } from '#lib/board/model/types.ts'
import { createExpiry } from './expiry.ts'

const START = 1_000_000
const holding = (times: Record<string, number | null>): Board => ({
  ...EMPTY_BOARD,
  values: new Map(
    Object.entries(times).map(([id, after]) => [
      id,
      { id, json: '1', expiresAt: after === null ? null : START + after },
    ]),
  ),
})
const keys = (board: Board) => [...board.values.keys()]

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

it('a board without expired values is shown as it is', () => {
  const board = holding({ a: null, b: 10 })
  expect(createExpiry(() => undefined).shown(board)).toBe(board)
})

it('each value disappears when it expires, and the board object stays the same until then', () => {
  const board = holding({ a: null, b: 10, c: 30, d: -5 })
  const seen: string[][] = []
  const expiry = createExpiry(() => seen.push(keys(expiry.shown(board))))
  const first = expiry.shown(board)
  expect(keys(first)).toEqual(['a', 'b', 'c'])
  vi.advanceTimersByTime(9)
  expect(expiry.shown(board)).toBe(first)
  expect(seen).toEqual([])
  vi.advanceTimersByTime(1)
  expect(seen).toEqual([['a', 'c']])
  vi.advanceTimersByTime(100)
  expect(seen).toEqual([['a', 'c'], ['a']])
})

it('a postponed expiry is waited for again', () => {
  const called = vi.fn()
  const expiry = createExpiry(called)
  expiry.shown(holding({ a: 10 }))
  expiry.shown(holding({ a: 500 }))
  vi.advanceTimersByTime(400)
  expect(called).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  expect(called).toHaveBeenCalledOnce()
})

it('a time beyond what a timer can count does not fire at once', () => {
  const called = vi.fn()
  createExpiry(called).shown(holding({ a: 3_000_000_000 }))
  vi.advanceTimersByTime(2_000_000_000)
  expect(called).not.toHaveBeenCalled()
})

it('nothing is called once it is closed', () => {
  const called = vi.fn()
  const expiry = createExpiry(called)
  expiry.shown(holding({ a: 10 }))
  expiry.close()
  vi.advanceTimersByTime(100)
  expect(called).not.toHaveBeenCalled()
})

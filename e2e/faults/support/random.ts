/** Reproducible randomness: every test prints its seed, and `SEED=n` repeats it. */
import { test } from '@playwright/test'

/** Whether to run each test in full, as `npm run test:faults` does, or in a short form. */
export const WHOLE = process.env.ALL === '1'
export const size = (short: number, whole: number) => (WHOLE ? whole : short)

export type Dice = ReturnType<typeof openDice>

export function openDice() {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
  // Printed before anything can fail.
  say(`seed ${seed}`)
  let state = seed >>> 0
  /** mulberry32: small, and the same on every machine. */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    seed,
    between,
    chance: (of: number) => next() < of,
    pick<T>(from: readonly T[]): T {
      if (from.length === 0) throw new Error('nothing to pick from')
      return from[between(0, from.length - 1)] as T
    },
  }
}

type Figure = number | string

/** Prints one line per test. */
export function figures(dice: { seed: number } | null, measured: Record<string, Figure>): void {
  const said = Object.entries(measured).map(([name, value]) => `${name} ${round(value)}`)
  const seed = dice ? [`seed ${dice.seed}`] : []
  say([...seed, ...said].join(', '))
}

function say(words: string): void {
  process.stdout.write(`    ${test.info().title.split(' ')[0]} ${words}\n`)
}

const round = (value: Figure) => (typeof value === 'number' ? Math.round(value * 10) / 10 : value)

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0
}

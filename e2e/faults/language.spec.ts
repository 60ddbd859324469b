/** Sentences made to cost time: reading one takes little, grows with its length at most, and holds up nobody else. */
import { expect, test } from '@playwright/test'
import { LIMITS } from '#lib/limits.ts'
import { CONTEXT } from '#lib/understand/for-tests.ts'
import { understand } from '#lib/understand/understand.ts'
import { startServer } from '../support/server.ts'
import { figures, openDice, percentile, size } from './support/dice.ts'
import { pause, visit } from './support/visitor.ts'

const PIECES =
  '@Taskboard|add|a task|task|:|,|and|then|#1|mark|as|done|remove|move|before|due|next|friday|in 3 days|category|work|"|\'|(|)|[|]|-|;|.|!|?|\n|\t| |0|1|99|%|@|/|\\|é|😀|ﬁ|‮|a|aa|to the|of|every|until|list|milk'.split(
    '|',
  )

/** Each grows by itself: the shapes that make bad patterns slow. */
const GROWN: Record<string, (n: number) => string> = {
  words: (n) => `@Taskboard ${'a '.repeat(n)}`,
  quotes: (n) => `add "${'"'.repeat(n)}`,
  brackets: (n) => `add ${'('.repeat(n)}${')'.repeat(n)}`,
  commas: (n) => `add ${'milk, '.repeat(n)}`,
  ands: (n) => `add milk ${'and then '.repeat(n)}`,
  numbers: (n) => `mark ${'#1 '.repeat(n)} done`,
  digits: (n) => `mark #${'1'.repeat(n)} done`,
  spaces: (n) => `add${' '.repeat(n)}milk`,
  lines: (n) => `add ${'- milk\n'.repeat(n)}`,
  days: (n) => `add milk due ${'next '.repeat(n)}friday`,
  dates: (n) => `add milk ${'2026-11-21 '.repeat(n)}`,
  mixed: (n) => `move ${'before #1 to done '.repeat(n)}!`,
  dashes: (n) => `add ${'-'.repeat(n)}x`,
  dots: (n) => `add ${'a.'.repeat(n)}`,
}

const timeOf = (text: string) => {
  const began = performance.now()
  understand(text, CONTEXT)
  return performance.now() - began
}
/** The best of three: the others met somebody else's work. */
const cost = (text: string) => Math.min(timeOf(text), timeOf(text), timeOf(text))

test('T35 sentences made to cost time', async () => {
  test.setTimeout(size(90_000, 300_000))
  const dice = openDice()
  const fuzzed: number[] = []
  for (let i = 0; i < size(1_500, 10_000); i++) {
    const text = Array.from({ length: dice.between(1, 40) }, () => dice.pick(PIECES)).join(
      dice.pick(['', ' ']),
    )
    const first = timeOf(text)
    fuzzed.push(first > 20 ? cost(text) : first)
  }
  // The short form runs beside others, which hold it up.
  expect(percentile(fuzzed, 1)).toBeLessThan(size(150, 30))

  const steep: string[] = []
  let slowest = 0
  for (const [name, grow] of Object.entries(GROWN)) {
    const longest = grow(LIMITS.messageChars).slice(0, LIMITS.messageChars)
    const half = grow(LIMITS.messageChars).slice(0, LIMITS.messageChars / 2)
    const [whole, part] = [cost(longest), cost(half)]
    slowest = Math.max(slowest, whole)
    // Twice the text may cost twice the time, and something for noise: much of it, beside other tests.
    if (whole > 20 && whole > part * size(16, 3.2))
      steep.push(`${name}: ${part.toFixed(1)} -> ${whole.toFixed(1)} ms`)
  }
  expect(steep).toEqual([])

  const server = await startServer()
  const visitor = await visit(server.url)
  const waits: number[] = []
  const until = { over: false }
  const watch = (async () => {
    while (!until.over) {
      const began = Date.now()
      await fetch(`${server.url}/healthz`)
      waits.push(Date.now() - began)
      await pause(20)
    }
  })()
  for (const grow of Object.values(GROWN)) {
    await visitor.send(grow(LIMITS.messageChars).slice(0, LIMITS.messageChars - 20))
    await pause(150)
  }
  until.over = true
  await watch
  figures(dice, {
    fuzzed: fuzzed.length,
    'slowest fuzzed ms': percentile(fuzzed, 1),
    'slowest of 8 000 characters ms': slowest,
    'health p99 ms meanwhile': percentile(waits, 0.99),
  })
  expect(percentile(waits, 0.99)).toBeLessThan(size(2_000, 300))
  await server.stop()
})

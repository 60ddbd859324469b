/** Sentences built to be slow: parsing is fast, at most linear in the length, and doesn’t delay others. */
import { expect, test } from '@playwright/test'
import { LIMITS } from '#lib/limits.ts'
import { CONTEXT } from '#lib/understand/testing.ts'
import { understand } from '#lib/understand/understand.ts'
import { startServer } from '../support/server.ts'
import { waitedMs } from './support/processor.ts'
import { figures, openDice, percentile, size } from './support/random.ts'
import { pause, visit } from './support/visitor.ts'

const PIECES =
  '@Taskboard|add|a task|task|:|,|and|then|#1|mark|as|done|remove|move|before|due|next|friday|in 3 days|category|work|"|\'|(|)|[|]|-|;|.|!|?|\n|\t| |0|1|99|%|@|/|\\|é|😀|ﬁ|‮|a|aa|to the|of|every|until|list|milk'.split(
    '|',
  )

/** Texts that make bad patterns slow, in growing lengths. */
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
/** The best of five rounds, each text once per round: other load on the machine affects some rounds, never all. */
const costs = (...texts: string[]): number[] => {
  const rounds = Array.from({ length: 5 }, () => texts.map(timeOf))
  return texts.map((_, at) => Math.min(...rounds.map((round) => round[at] ?? 0)))
}

test('T35 sentences built to be slow', async () => {
  test.setTimeout(size(90_000, 300_000))
  const dice = openDice()
  const fuzzed: number[] = []
  for (let i = 0; i < size(1_500, 10_000); i++) {
    const text = Array.from({ length: dice.between(1, 40) }, () => dice.pick(PIECES)).join(
      dice.pick(['', ' ']),
    )
    const first = timeOf(text)
    fuzzed.push(first > 20 ? (costs(text)[0] ?? first) : first)
  }
  // The short form runs beside other tests, which slow it down.
  expect(percentile(fuzzed, 1)).toBeLessThan(size(150, 30))

  const steep: string[] = []
  let slowest = 0
  for (const [name, grow] of Object.entries(GROWN)) {
    const longest = grow(LIMITS.messageChars).slice(0, LIMITS.messageChars)
    const quarter = longest.slice(0, LIMITS.messageChars / 4)
    const look = () => {
      const [whole = 0, part = 0] = costs(longest, quarter)
      // Four times the text may take four times as long, and more with a cold cache; quadratic would be sixteen.
      return { whole, part, isSteep: whole > 20 && whole > part * 10 }
    }
    const first = look()
    const seen = first.isSteep ? look() : first
    slowest = Math.max(slowest, seen.whole)
    if (seen.isSteep) steep.push(`${name}: ${seen.part.toFixed(1)} -> ${seen.whole.toFixed(1)} ms`)
  }
  expect(steep).toEqual([])

  const server = await startServer()
  const visitor = await visit(server.url)
  const waits: number[] = []
  const held: number[] = []
  const until = { over: false }
  const watch = (async () => {
    while (!until.over) {
      const [began, waited] = [Date.now(), waitedMs(server.pid(), process.pid)]
      await fetch(`${server.url}/healthz`)
      const took = Date.now() - began
      waits.push(took)
      held.push(took - (waitedMs(server.pid(), process.pid) - waited))
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
    'held up by the server': percentile(held, 0.99),
  })
  // The short form uses a server that has just started, beside another test.
  expect(percentile(held, 0.99)).toBeLessThan(size(600, 300))
  await server.stop()
})

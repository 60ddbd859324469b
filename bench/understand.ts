/** Parsing a message without a model: a sentence, and messages of the maximum length. */
import { LIMITS } from '#lib/limits.ts'
import { contextOf, SENTENCES } from '#lib/understand/sentences/all.ts'
import { BOARDS } from '#lib/understand/sentences/boards.ts'
import { CONTEXT } from '#lib/understand/testing.ts'
import { understand } from '#lib/understand/understand.ts'
import { one, type Row, type Section } from './report.ts'
import { spread } from './stats.ts'

const ROUNDS = 5
const WANTED = 2
const LENGTHS = [
  LIMITS.messageChars / 8,
  LIMITS.messageChars / 4,
  LIMITS.messageChars / 2,
  LIMITS.messageChars,
]
const LONG = {
  'one title': 'words and more of them ',
  'many commands': 'mark #1 done; add milk, then ',
  'many things': 'milk, eggs and "brown" bread (two), ',
} as const

function timed(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}

function sentenceRows(): Row[] {
  const times: number[] = []
  for (let round = -2; round < ROUNDS; round++) {
    for (const sentence of SENTENCES) {
      const took = timed(() => understand(sentence.words, contextOf(sentence)))
      if (round >= 0) times.push(took)
    }
  }
  const sorted = times.toSorted((a, b) => a - b)
  const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
  const all = spread(times)
  const against = { value: WANTED, what: 'wanted of p95' }
  return [
    { what: 'a sentence of our own', unit: 'ms', ours: all },
    { what: 'the same, p95', unit: 'ms', ours: one(all.p95), against, accept: 1 },
    { what: 'the same, p99', unit: 'ms', ours: one(p99) },
  ]
}

function longRows(what: string, piece: string): Row[] {
  const context = { ...CONTEXT, ...BOARDS.home }
  return LENGTHS.map((chars) => {
    const text = `add ${piece.repeat(Math.ceil(chars / piece.length))}`.slice(0, chars)
    const times = Array.from({ length: 12 }, () => timed(() => understand(text, context))).slice(4)
    return { what: `${chars.toLocaleString('en')} characters, ${what}`, unit: 'ms', ours: spread(times) }
  })
}

export async function measureUnderstanding(): Promise<Section> {
  const rows = [...sentenceRows(), ...Object.entries(LONG).flatMap(([what, piece]) => longRows(what, piece))]
  const note = `${SENTENCES.length} sentences, each ${ROUNDS} times, on the boards of lib/understand/sentences.`
  return { title: 'A message understood without a model', rows, notes: [note] }
}

/** What a turn costs late in a long conversation: at message 50 and at message 2 000 of one board. */
import type { Fake } from './fake-client.ts'
import { one, type Section } from './report.ts'
import { spread } from './stats.ts'
import * as ours from './taskboard-driver.ts'

/** A turn is two messages; each board is measured around its message, half before and half after. */
const AT = [50, 2_000] as const
const ROUNDS = 40

type Talk = { board: ours.Board; times: number[]; chars: number }

export async function measureTalk(fake: Fake): Promise<Section> {
  const found: Talk[] = []
  for (const messages of AT) {
    const board = await ours.makeBoard(10)
    for (let turn = 0; turn < messages / 2 - ROUNDS / 2; turn += 1) await ours.turn(board)
    found.push({ board, times: [], chars: 0 })
  }
  // Alternating, so that both are measured under the same load.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const talk of round % 2 === 0 ? found : found.toReversed()) {
      talk.times.push(await fake.timed(() => ours.turn(talk.board)))
      const { prompt } = await fake.report()
      if (!prompt) throw new Error('The fake model server got no request.')
      talk.chars = Math.max(talk.chars, JSON.stringify(prompt).length)
    }
  }
  const [early, late] = found
  if (!early || !late) throw new Error('Nothing was measured.')
  const what = 'message 2,000 beside message 50'
  return {
    title: 'A turn in a long conversation',
    rows: [
      { what, unit: 'ms', ours: spread(late.times), floor: spread(early.times), accept: 1.2 },
      { what, unit: 'tokens', ours: one(tokens(late)), floor: one(tokens(early)), accept: 1.2 },
    ],
    notes: [
      'Ours beside itself. Tokens: the largest prompt of 40 turns, a token taken as four characters of JSON; the last 20 messages, and what is kept of those before.',
    ],
  }
}

const tokens = ({ chars }: Talk) => Math.round(chars / 4)

/** The table: one row per measurement, ours beside the floor. */
import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { digits, type Spread } from './stats.ts'

export type Row = {
  what: string
  unit: string
  ours: Spread
  floor?: Spread
  /** More is better, as for turns per second: the ratio is inverted. */
  moreIsBetter?: boolean
  /** A known number to compare with, instead of a measured floor. */
  against?: { value: number; what: string }
  /** The largest accepted ratio; default 1.5, `null` if the two differ on purpose. */
  accept?: number | null
}
export type Section = { title: string; rows: Row[]; notes?: string[] }

const AIM = 1.15
const ACCEPT = 1.5

export const one = (value: number): Spread => {
  return { n: 1, p50: value, p95: value, q1: value, q3: value, min: value, max: value }
}

export function ratioOf({ ours, floor, moreIsBetter, against }: Row): number | null {
  const base = floor?.p50 ?? against?.value
  if (!base) return null
  return moreIsBetter ? base / ours.p50 : ours.p50 / base
}

function verdict(row: Row): string {
  const ratio = ratioOf(row)
  if (ratio === null || row.accept === null) return ''
  const accept = row.accept ?? ACCEPT
  if (ratio <= Math.min(AIM, accept)) return 'as aimed'
  return ratio <= accept ? 'accepted' : `over ${accept}`
}

function cells(row: Row): string {
  const range = ({ q1, q3, min, max }: Spread) =>
    `${digits(q1)}–${digits(q3)} (${digits(min)}–${digits(max)})`
  const { ours, floor, against } = row
  const ratio = ratioOf(row)
  return [
    row.what,
    row.unit,
    ours.n,
    `**${digits(ours.p50)}**`,
    digits(ours.p95),
    ours.n > 1 ? range(ours) : '',
    floor ? `**${digits(floor.p50)}**` : against ? `${digits(against.value)} (${against.what})` : '',
    floor ? digits(floor.p95) : '',
    floor && floor.n > 1 ? range(floor) : '',
    ratio === null ? '' : `**${ratio.toFixed(2)}**`,
    verdict(row),
  ].join(' | ')
}

const HEAD = `| measure | unit | n | ours p50 | p95 | middle half (min–max) | floor p50 | p95 | middle half (min–max) | ratio | |
|---|---|---|---|---|---|---|---|---|---|---|`

export function markdown(sections: readonly Section[], seconds: number): string {
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), Node ${process.version}, load ${digits(loadavg()[2] ?? 0)}`
  const parts = sections.map(({ title, rows, notes = [] }) => {
    const table = rows.length > 0 ? `${HEAD}\n${rows.map((row) => `| ${cells(row)} |`).join('\n')}\n` : ''
    return `## ${title}\n\n${table}${notes.map((note) => `\n${note}\n`).join('')}`
  })
  return `# Measured beside a bare floor of the same stack

${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC, ${machine}, ${Math.round(seconds)} s.

Floor: \`streamText\` with one tool, 20 messages read, 50 tasks in the prompt, one row and four messages written by
hand, in a libSQL file of its own. Ours: from \`sendMessage\` until the turn is stored as ended. Both ask the same fake
model server, which answers at once; its own time is taken off. They take turns, in a new order each round.
Aim ${AIM} of the floor, accepted ${ACCEPT}; growth over a thousand turns at most 1.2.

${parts.join('\n')}`
}

export function keep(text: string): void {
  writeFileSync(new URL('./results.md', import.meta.url), text)
}

/** The size of the texts in rows. */

import { LIMITS } from '#lib/limits.ts'
import type { Change } from './changes.ts'
import { type Refusal, refuse } from './command.ts'

/** Bytes that changes add to the texts of a board; negative if they remove text. */
export function bytesAdded(changes: readonly Change[]): number {
  return changes.reduce((sum, { before, after }) => sum + bytesOfRow(after) - bytesOfRow(before), 0)
}

/** Bytes of the texts in a row, or in its changed fields. */
export function bytesOfRow(row: object | null): number {
  if (row === null) return 0
  return Object.values(row).reduce<number>(
    (sum, field) =>
      sum +
      [field]
        .flat()
        .reduce(
          (bytes: number, text) => bytes + (typeof text === 'string' ? encoder.encode(text).length : 0),
          0,
        ),
    0,
  )
}

/** `null` if a board can have this many bytes. */
export function problemOfBytes(bytes: number): Refusal | null {
  if (bytes <= LIMITS.boardBytes) return null
  const most = LIMITS.boardBytes / 1_000_000
  const would = Math.ceil(bytes / 100_000) / 10
  return refuse(
    'limit',
    `A board can hold up to ${most} MB of text; this one would have ${would}. Delete tasks or shorten notes, or start a new board.`,
  )
}

const encoder = new TextEncoder()

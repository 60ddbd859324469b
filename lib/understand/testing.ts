/** Shared by the tests of this folder: a board, a Wednesday afternoon in Berlin, and a short form of interpretations. */
import type { JsonValue } from '#lib/board/state/json.ts'
import type { Phrase } from './text/phrase.ts'
import { tokenise } from './text/tokens.ts'
import type { Context, Intent, ParseContext } from './text/types.ts'
import { understand } from './understand.ts'

export const CONTEXT: Context = {
  now: Date.parse('2026-11-18T15:00:00Z'),
  timeZone: 'Europe/Berlin',
  categories: ['general', 'work', 'personal'],
  shown: [4, 5, 6],
  lastNumber: 7,
}

export const SCENE: ParseContext = { context: CONTEXT, today: '2026-11-18' }

export function phraseOf(source: string): Phrase {
  const tokens = tokenise(source)
  return { source, tokens, from: 0, to: tokens.length }
}

/** `update_task #1 completion=50 | list_tasks`, or `help`, `unknown`, `? the question`. */
export function said(text: string, context: Context = CONTEXT): string {
  const reading = understand(text, context)
  if (reading.kind === 'commands') return reading.intents.map(short).join(' | ')
  return reading.question === undefined ? reading.kind : `? ${reading.question}`
}

function short({ tool, args }: Intent): string {
  const { task, ...rest } = args
  const named = Object.entries(rest).map(([name, value]) => `${name}=${shown(value)}`)
  return [tool, ...(task === undefined ? [] : [task]), ...named.sort()].join(' ')
}

function shown(value: JsonValue): string {
  if (Array.isArray(value)) return value.join('+')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

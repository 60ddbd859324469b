/** Fixes a misspelt verb if only one verb can be meant. */
import { distance } from 'fastest-levenshtein'

const VERBS = [
  'add',
  'append',
  'change',
  'check',
  'clear',
  'close',
  'complete',
  'create',
  'delete',
  'display',
  'erase',
  'finish',
  'insert',
  'list',
  'mark',
  'move',
  'postpone',
  'remind',
  'remove',
  'rename',
  'reopen',
  'reschedule',
  'show',
  'start',
  'summarise',
  'summarize',
  'summary',
  'unblock',
  'uncheck',
  'undo',
  'redo',
  'update',
  'overview',
  'begin',
  'plan',
  'bring',
  'make',
  'push',
  'tick',
  'help',
  'increment',
  'decrement',
  'increase',
  'decrease',
  'reset',
  'forget',
  'remember',
  'restore',
  'repair',
  'empty',
  'switch',
] as const
const KNOWN: ReadonlySet<string> = new Set(VERBS)

/** Real words that are one letter away from a verb. */
const NO_SLIPS: ReadonlySet<string> = new Set(
  (
    'charge chance chance clean clean clears closes cheque chuck crate creates removed remover renames update updated deleted ' +
    'being remand remained started starts stare stark smart finish finished updates changes changed closed closet cleared checked ' +
    'checks completed reminds reminder begins being began insects inserts moved mover movie moves makes marks marked shows ' +
    'lists listed pushed pushes ticket ticks cleat clearer lose loose chase phase plate complex compete competes finis'
  ).split(' '),
)

/** Too short for the rule. */
const SHORT: Readonly<Record<string, string>> = {
  ad: 'add',
  aad: 'add',
  addd: 'add',
  dd: 'add',
  rm: 'remove',
  del: 'delete',
}

/** The verb that was meant, or `undefined`. Letters swapped, one missing, one too many or one wrong. */
export function correctVerb(key: string): string | undefined {
  if (Object.hasOwn(SHORT, key)) return SHORT[key]
  if (key.length < 3 || KNOWN.has(key) || NO_SLIPS.has(key) || !/^[a-z]+$/.test(key)) return undefined
  const near = VERBS.filter((verb) => isSlip(key, verb) && !/^[sdr]$/.test(key.slice(verb.length)))
  return near.length === 1 ? near[0] : undefined
}

/** A verb that may be meant: two letters off, so the user is asked. */
export function suggestVerb(key: string): string | undefined {
  if (key.length < 5 || KNOWN.has(key) || NO_SLIPS.has(key) || !/^[a-z]+$/.test(key)) return undefined
  const near = VERBS.filter((verb) => verb.length >= 5 && distance(key, verb) <= 2)
  return near.length === 1 ? near[0] : undefined
}

function isSlip(key: string, verb: string): boolean {
  if (isSwapped(key, verb)) return key.length >= 4
  const long = verb.length >= 5 && key.length >= 5 && key[0] === verb[0]
  return long && Math.abs(key.length - verb.length) <= 1 && distance(key, verb) === 1
}

/** Two neighbouring letters are swapped. */
export function isSwapped(key: string, verb: string): boolean {
  if (key.length !== verb.length) return false
  const at = [...key].findIndex((letter, i) => letter !== verb[i])
  return (
    at >= 0 &&
    key[at] === verb[at + 1] &&
    key[at + 1] === verb[at] &&
    key.slice(at + 2) === verb.slice(at + 2)
  )
}

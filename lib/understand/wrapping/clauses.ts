/** Splits a message with several commands into clauses. */
import { isEmpty, type Phrase, part } from '../text/phrase.ts'
import type { Token } from '../text/tokens.ts'
import type { ClauseResult, Openness } from '../text/types.ts'
import { withoutBefore } from './politeness.ts'

type Strength = 'soft' | 'then' | 'hard'
type Listing = 'none' | 'lines' | 'bullets'
type Atom = Phrase & { strength: Strength }

export type Clause = { phrase: Phrase; read: boolean }

/** Parses a piece alone, and tells whether it is clearly about the board: `#3`, “the list”, a question about it. */
export type Probe = (
  phrase: Phrase,
) => { draft: ClauseResult; anchored: boolean; adds: boolean; looks: boolean } | undefined

/**
 * The clauses of a message, in order. A piece that is no command of its own belongs to the clause before it. `null`: more
 * than `most` of them are commands; what comes after is not looked at.
 */
export function splitClauses(message: Phrase, probe: Probe, most: number): Clause[] | null {
  const clauses: Clause[] = []
  let commands = 0
  let openness: Openness | 'incomplete' = 'closed'
  let listing: Listing = 'none'
  const atoms = atomsOf(message)
  // Nothing to split.
  if (atoms.length <= 1) return atoms.map((phrase) => ({ phrase, read: false }))
  for (const atom of atoms) {
    const current = clauses.at(-1)
    if (current && isListed(atom, listing)) {
      current.phrase = part(message, current.phrase.from, atom.to)
      continue
    }
    const found = probe(atom)
    if (!current) {
      clauses.push({ phrase: atom, read: found !== undefined })
    } else if (found && mayBegin(found, current.read ? openness : 'unread', atom)) {
      clauses.push({ phrase: atom, read: true })
    } else if (!found && atom.strength === 'hard' && openness !== 'open') {
      clauses.push({ phrase: atom, read: false })
    } else {
      current.phrase = part(message, current.phrase.from, atom.to)
      continue
    }
    if (found) commands += 1
    if (commands > most) return null
    openness = !found ? 'closed' : 'intents' in found.draft ? (found.draft.open ?? 'closed') : 'incomplete'
    listing = found ? announced(message, atom, found.draft) : 'none'
  }
  return clauses
}

/** Text that can continue after “and” continues, unless the rest can only be a command. */
function mayBegin(
  found: NonNullable<ReturnType<Probe>>,
  before: Openness | 'unread' | 'incomplete',
  atom: Atom,
): boolean {
  if (found.looks) return true
  switch (before) {
    case 'closed':
      return true
    case 'half':
      return found.anchored || found.adds || atom.strength !== 'soft'
    case 'open':
      return found.anchored
    case 'unread':
      return atom.strength === 'hard'
    case 'incomplete':
      // “move #1 and #2 to done” is one command: its second half only looks like one of its own.
      return !/^(?:ref|number)$/.test(atom.tokens[atom.from]?.kind ?? '')
    default:
      return before satisfies never
  }
}

/** `add these tasks:` and the lines after it, as they are: all of them, or only those with bullets. */
function announced(message: Phrase, atom: Atom, draft: ClauseResult): Listing {
  const isOpen = message.tokens[atom.to - 1]?.key === ':' && message.tokens[atom.to]?.kind === 'break'
  if (!isOpen || !('question' in draft)) return 'none'
  return message.tokens[atom.to + 1]?.kind === 'bullet' ? 'bullets' : 'lines'
}

function isListed(atom: Atom, listing: Listing): boolean {
  if (listing === 'bullets') return atom.tokens[atom.from]?.kind === 'bullet' || atom.strength !== 'hard'
  return listing === 'lines'
}

function atomsOf(message: Phrase): Atom[] {
  const atoms: Atom[] = []
  let strength: Strength = 'hard'
  let depth = 0
  let from = message.from
  for (let at = message.from; at < message.to; at += 1) {
    const token = message.tokens[at]
    if (!token) break
    if (token.key === '(') depth += 1
    if (token.key === ')') depth = Math.max(0, depth - 1)
    const cut = depth > 0 ? undefined : strengthAt(message, at)
    if (!cut) continue
    if (at > from) {
      atoms.push({ ...part(message, from, at), strength })
      strength = cut
    } else {
      strength = stronger(strength, cut)
    }
    from = begins(message, at) ? at : at + 1
  }
  if (from < message.to) atoms.push({ ...part(message, from, message.to), strength })
  return atoms.filter((atom) => !isEmpty(withoutBefore(atom)))
}

/** “I'm low on milk can you add it to my list”: a request begins without a mark. */
function begins({ tokens }: Phrase, at: number): boolean {
  return /^(?:can|could|will|would)$/.test(tokens[at]?.key ?? '') && tokens[at + 1]?.key === 'you'
}

function strengthAt(message: Phrase, at: number): Strength | undefined {
  const [token, next, second] = message.tokens.slice(at, at + 3)
  if (!token) return undefined
  if (begins(message, at)) return 'soft'
  // “is milk on it? if not, add some” is one wish.
  const isIf = (one?: Token, other?: Token) =>
    one?.key === 'if' && /^(?:not|it|they|there|i)$/.test(other?.key ?? '')
  if (token.kind === 'mark' && (isIf(next, second) || (next?.key === 'and' && second?.key === 'if')))
    return undefined
  return strengthOf(token, next)
}

function strengthOf(token: Token, next: Token | undefined): Strength | undefined {
  if (token.kind === 'break' || token.key === ';') return 'hard'
  if (token.kind === 'mark' && /^[.!?]$/.test(token.key)) return next ? 'hard' : undefined
  if (token.kind === 'word' && token.key === 'then') return 'then'
  if (token.kind === 'mark' && /^(?:,|-|–|—)$/.test(token.key)) return 'soft'
  return token.kind === 'word' && /^(?:and|&|plus|also|so)$/.test(token.key) ? 'soft' : undefined
}

function stronger(a: Strength, b: Strength): Strength {
  if (a === 'hard' || b === 'hard') return 'hard'
  return a === 'then' || b === 'then' ? 'then' : 'soft'
}

/** Replaces secrets in texts with a note. */
import { findSecret, type Secret, secretLeavesIn } from './find-secret.ts'

/** Replaces a secret; the brackets keep it from being detected as one. */
const placeholderFor = (secret: Secret) => `[removed: ${secret.what.replace(/^an? /, '')}]`

/** A text with more secrets than this is replaced whole. */
const MOST_PASSES = 20

const PEM = /-----BEGIN [^-\n]{1,60}-----[\s\S]*?(?:-----END [^-\n]{1,60}-----|$)/
const QUOTED = /["'`“„]([^"'`”“\n]{1,200})["'`”“]/g

type Place = { from: number; to: number }

export type FoundSecret = { readonly secret: Secret; readonly text: string }

/** Replaces each secret in the text, or the whole text if its secrets can't be separated. */
export function redactText(text: string, known: readonly FoundSecret[] = []): string {
  let redacted = known.reduce(
    (soFar, { secret, text: part }) => soFar.replaceAll(part, placeholderFor(secret)),
    text,
  )
  for (let pass = 0; pass < MOST_PASSES; pass += 1) {
    const secret = findSecret(redacted)
    if (!secret) return redacted
    const { from, to } = placeOfSecret(redacted, secret)
    redacted = redacted.slice(0, from) + placeholderFor(secret) + redacted.slice(to)
  }
  const last = findSecret(redacted)
  return last ? placeholderFor(last) : redacted
}

/** Redacts the texts and names in a JSON value. */
export function redactValue(value: unknown, known: readonly FoundSecret[]): unknown {
  if (typeof value === 'string') return redactText(value, known)
  if (typeof value === 'number') {
    const found = known.find(({ text }) => text === String(value))
    return found ? placeholderFor(found.secret) : value
  }
  if (Array.isArray(value)) return value.map((entry) => redactValue(entry, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [redactText(key, known), redactValue(inner, known)]),
  )
}

/** The secrets in a refused value, as they were written. */
export function secretsIn(value: unknown): FoundSecret[] {
  return secretLeavesIn(value).map(({ secret, text, isWhole }) => {
    if (isWhole) return { secret, text }
    const { from, to } = placeOfSecret(text, secret)
    return { secret, text: text.slice(from, to) }
  })
}

/**
 * Locates the secret in a text that has one. The detector only says whether there is one, so the shortest run of
 * words that still has it is searched for, then the one word in it that makes it a secret.
 */
function placeOfSecret(text: string, secret: Secret): Place {
  const block = secret.kind === 'private_key' ? PEM.exec(text) : null
  if (block) return { from: block.index, to: block.index + block[0].length }
  const words = [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
  }))
  const holds = (first: number, last: number) =>
    findSecret(text.slice(words[first]?.from, words[last]?.to)) !== null
  const last = firstWhere(0, words.length - 1, (at) => holds(0, at))
  const first = -firstWhere(-last, 0, (at) => holds(-at, last))
  for (let at = last; at >= first; at -= 1) {
    const { from, to } = trimmed(text, words[at] ?? { from: 0, to: text.length })
    const without =
      text.slice(words[first]?.from, from) + placeholderFor(secret) + text.slice(to, words[last]?.to)
    if (findSecret(without) === null) return quotedAround(text, { from, to })
  }
  return { from: words[first]?.from ?? 0, to: words[last]?.to ?? text.length }
}

/** The smallest number that passes, if all larger ones do. */
function firstWhere(least: number, most: number, passes: (at: number) => boolean): number {
  let [low, high] = [least, most]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (passes(middle)) high = middle
    else low = middle + 1
  }
  return high
}

/** A passphrase in quotes is several words. */
function quotedAround(text: string, place: Place): Place {
  for (const { index, 1: words = '' } of text.matchAll(QUOTED)) {
    const from = index + 1
    if (from <= place.from && place.to <= from + words.length) return { from, to: from + words.length }
  }
  return place
}

/** Without quotes and punctuation around it, and without a name such as `password=` before it. */
function trimmed(text: string, { from, to }: Place): Place {
  const word = text.slice(from, to)
  const before = /^(?:[\w.-]*["'`]?[:=]["'`]?|["'`([{<“„]+)/u.exec(word)?.[0].length ?? 0
  const after = /["'`)\]}>”“.,;!?]*$/u.exec(word)?.[0].length ?? 0
  return before + after < word.length ? { from: from + before, to: to - after } : { from, to }
}

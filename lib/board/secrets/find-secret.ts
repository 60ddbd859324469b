/**
 * Secrets that boards must not store: keys, passwords, card numbers. Every pattern is bounded, so a search is linear;
 * a text that could be an ordinary sentence or a secret counts as a sentence.
 */
import { findCard } from './cards.ts'
import { findKey } from './keys.ts'
import { isKept, namesSecret } from './names.ts'
import { findPassword } from './passwords.ts'

export type Secret = {
  readonly kind: 'api_key' | 'private_key' | 'password' | 'card_number'
  /** With its article: “an API key”. */
  readonly what: string
}

export function findSecret(text: string): Secret | null {
  // Full-width digits and colons and non-breaking spaces become plain ones.
  const plain = text.normalize('NFKC')
  return findKey(plain) ?? findPassword(plain) ?? findCard(plain)
}

/** A warning after a text is saved: titles may hold anything, but people should know. */
export function warningAbout(...texts: readonly (string | undefined)[]): string {
  const secret = texts.map((text) => (text ? findSecret(text) : null)).find((found) => found !== null)
  return secret ? ` This looks like ${secret.what}. Don’t store secrets on a board.` : ''
}

/** A text, number or key with a secret. `isWhole`: all of it is the secret. */
export type SecretLeaf = { readonly secret: Secret; readonly text: string; readonly isWhole: boolean }

/** Searches a JSON value: its texts, its keys, and what is stored under a key such as `password`. */
export function findSecretIn(value: unknown): Secret | null {
  for (const { secret } of leavesWithSecrets(value)) return secret
  return null
}

export function secretLeavesIn(value: unknown): SecretLeaf[] {
  return [...leavesWithSecrets(value)]
}

function* leavesWithSecrets(value: unknown): Generator<SecretLeaf> {
  const waiting: { name: string; value: unknown }[] = [{ name: '', value }]
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    const found = inScalar(item.name, item.value)
    if (found) yield found
    if (typeof item.value !== 'object' || item.value === null) continue
    // The texts of an array belong to the array’s key.
    const { name } = item
    const children = Array.isArray(item.value)
      ? item.value.map((child: unknown) => ({ name, value: child }))
      : Object.entries(item.value).map(([key, child]) => ({ name: key, value: child }))
    for (const child of children.reverse()) waiting.push(child)
  }
}

function inScalar(name: string, value: unknown): SecretLeaf | null {
  if (typeof value !== 'string' && typeof value !== 'number') return inText(name)
  const text = String(value)
  const named = typeof value === 'string' ? namesSecret(name) : null
  if (named && isKept(named, text)) return { secret: named.secret, text, isWhole: true }
  const within = inText(text)
  if (within || !name) return within
  // Together they read as a sentence: {"door code": "4711"}.
  const secret = findSecret(`${name}: ${text}`)
  return secret && { secret, text, isWhole: true }
}

function inText(text: string): SecretLeaf | null {
  const secret = findSecret(text)
  return secret && { secret, text, isWhole: false }
}

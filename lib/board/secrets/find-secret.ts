/**
 * What must not be kept on a board: keys, passwords, card numbers. Every pattern is bounded, so a search is linear;
 * where an ordinary sentence and a secret look the same, the sentence wins.
 */
import { findCard } from './cards.ts'
import { findKey } from './keys.ts'
import { isKept, namesSecret } from './names.ts'
import { findPassword } from './passwords.ts'

export type Secret = {
  readonly kind: 'api_key' | 'private_key' | 'password' | 'card_number'
  /** In words, with its article: “an API key”. */
  readonly what: string
}

export function findSecret(text: string): Secret | null {
  // Wide digits, colons and spaces that do not break become the plain ones.
  const plain = text.normalize('NFKC')
  return findKey(plain) ?? findPassword(plain) ?? findCard(plain)
}

/** To be said after a text was kept: people may write what they like in a title, but should know. */
export function warningAbout(...texts: readonly (string | undefined)[]): string {
  const secret = texts.map((text) => (text ? findSecret(text) : null)).find((found) => found !== null)
  return secret ? ` This looks like ${secret.what}. Don’t store secrets on a board.` : ''
}

/** In a JSON value: its texts, its keys, and what stands under a key such as `password`. */
export function findSecretIn(value: unknown): Secret | null {
  const waiting: { name: string; value: unknown }[] = [{ name: '', value }]
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    const found = inScalar(item.name, item.value)
    if (found) return found
    if (typeof item.value !== 'object' || item.value === null) continue
    // The texts of a list stand under the key of the list.
    const { name } = item
    const children = Array.isArray(item.value)
      ? item.value.map((child: unknown) => ({ name, value: child }))
      : Object.entries(item.value).map(([key, child]) => ({ name: key, value: child }))
    for (const child of children.reverse()) waiting.push(child)
  }
  return null
}

function inScalar(name: string, value: unknown): Secret | null {
  if (typeof value !== 'string' && typeof value !== 'number') return name ? findSecret(name) : null
  const text = String(value)
  const named = typeof value === 'string' ? namesSecret(name) : null
  if (named && isKept(named, text)) return named.secret
  // Together they read as a sentence: {"door code": "4711"}.
  return findSecret(name ? `${name}: ${text}` : text)
}

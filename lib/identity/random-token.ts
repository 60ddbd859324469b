/** Secrets for sign-in: 256 random bits, shown or sent once, stored as their SHA-256. */
import { createHash, randomBytes } from 'node:crypto'

const SECRET = /^[A-Za-z0-9_-]{43}$/

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

/** Text that can’t be one of our secrets isn’t looked up. */
export function isSecret(text: unknown): text is string {
  return typeof text === 'string' && SECRET.test(text)
}

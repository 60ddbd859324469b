import { z } from 'zod'

/** 128 random bits, hex. Works where `crypto.randomUUID` does not: a page that is no secure context. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** An id made by whoever creates the row, the browser included. */
export const idSchema = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'An id is 8 to 64 letters, digits, - or _.')

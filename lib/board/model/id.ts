import { z } from 'zod'

/** An id made by the client that creates the row, e.g. the browser. */
export const idSchema = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'An id is 8 to 64 letters, digits, - or _.')

/** Every reply’s id ends with this, and no user message’s id does. */
export const REPLY_ENDING = '-reply'
export const replyIdOf = (turnId: string) => `${turnId}${REPLY_ENDING}`

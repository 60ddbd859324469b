import { z } from 'zod'

/** An id made by whoever creates the row, the browser included. */
export const idSchema = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'An id is 8 to 64 letters, digits, - or _.')

/** Ends the id of every reply; no message of a user has it. */
export const REPLY_ENDING = '-reply'
export const replyIdOf = (turnId: string) => `${turnId}${REPLY_ENDING}`

/** Ids that a caller chooses are scoped to the user, so a conflict never reveals ids of others. */
import { createHash } from 'node:crypto'

/** The stored id for an id that this user chose: 32 hex digits, always the same for the same user and id. */
export function ownId(userId: string, chosen: string): string {
  return createHash('sha256').update(`${userId} ${chosen}`).digest('hex').slice(0, 32)
}

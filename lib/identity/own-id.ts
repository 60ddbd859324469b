/** Ids that a caller chooses, scoped to the user: nobody can learn from a conflict which ids others have. */
import { createHash } from 'node:crypto'

/** The stored id for one that this user chose; the same for the same two, 32 hex digits. */
export function ownId(userId: string, chosen: string): string {
  return createHash('sha256').update(`${userId} ${chosen}`).digest('hex').slice(0, 32)
}

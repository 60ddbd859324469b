/** API tokens for a user's own scripts. Each is shown once, and can be revoked. */
import { and, desc, eq, isNull, lt, or } from 'drizzle-orm'
import { read, write } from '#db/client.ts'
import { apiTokens, users } from '#db/schema.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { cleanLine } from '#lib/board/text/text.ts'
import { LIMITS } from '#lib/limits.ts'
import { toUser, type User } from './auth.ts'
import { hashOf, isSecret, newSecret } from './random-token.ts'

export type TokenRow = { id: string; name: string; createdAt: number; lastUsedAt: number | null }

const PREFIX = 'tb_'
/** "Last used" is stored to the minute, so that the requests of a busy script don’t all write. */
const USED_EVERY_MS = 60_000

/** `token` isn’t stored and can’t be read again. */
export async function makeToken(
  userId: string,
  name: string,
  now = Date.now(),
): Promise<{ ok: true; token: string; id: string } | Refusal> {
  const clean = cleanLine(name)
  if (!clean) return refuse('invalid', 'Name the token.')
  if ([...clean].length > LIMITS.tokenNameChars) {
    return refuse('limit', `Token names can have up to ${LIMITS.tokenNameChars} characters.`)
  }
  const token = `${PREFIX}${newSecret()}`
  const id = newId()
  return write(async (tx) => {
    const mine = await tx.select({ id: apiTokens.id }).from(apiTokens).where(eq(apiTokens.userId, userId))
    if (mine.length >= LIMITS.tokensPerUser) {
      return refuse(
        'limit',
        `You have ${LIMITS.tokensPerUser} tokens, the most there can be. Revoke one first.`,
      )
    }
    await tx.insert(apiTokens).values({ id, tokenHash: hashOf(token), userId, name: clean, createdAt: now })
    return { ok: true, token, id }
  })
}

/** The newest first; never the tokens themselves. */
export async function listTokens(userId: string): Promise<TokenRow[]> {
  const { id, name, createdAt, lastUsedAt } = apiTokens
  return read((db) =>
    db
      .select({ id, name, createdAt, lastUsedAt })
      .from(apiTokens)
      .where(eq(apiTokens.userId, userId))
      .orderBy(desc(createdAt), desc(id)),
  )
}

export async function revokeToken(userId: string, id: string): Promise<{ ok: true } | Refusal> {
  const mine = and(eq(apiTokens.id, id), eq(apiTokens.userId, userId))
  const gone = await write((tx) => tx.delete(apiTokens).where(mine).returning({ id: apiTokens.id }))
  return gone.length > 0 ? { ok: true } : refuse('not_found', 'That token was already revoked.')
}

/** The user of a token; `null` if it was revoked or never existed. */
export async function findTokenUser(token: string, now = Date.now()): Promise<User | null> {
  if (!token.startsWith(PREFIX) || !isSecret(token.slice(PREFIX.length))) return null
  const tokenHash = hashOf(token)
  const [row] = await read((db) =>
    db
      .select({ user: users, lastUsedAt: apiTokens.lastUsedAt })
      .from(apiTokens)
      .innerJoin(users, eq(users.id, apiTokens.userId))
      .where(eq(apiTokens.tokenHash, tokenHash)),
  )
  if (!row) return null
  const before = now - USED_EVERY_MS
  if (row.lastUsedAt === null || row.lastUsedAt <= before) {
    const stale = or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, now))
    await write(async (tx) => {
      await tx
        .update(apiTokens)
        .set({ lastUsedAt: now })
        .where(and(eq(apiTokens.tokenHash, tokenHash), stale))
    })
  }
  return toUser(row.user)
}

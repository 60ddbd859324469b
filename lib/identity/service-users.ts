/** Users of a service: one program, with the operator's token, works for many people, each apart from all others. */
import { createHash, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { read, write } from '#db/client.ts'
import { users } from '#db/schema.ts'
import { env } from '#lib/env.ts'
import { toUser, type User } from './auth.ts'
import { ownId } from './own-id.ts'

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Whether this is the operator's token; never, where TASKBOARD_SERVICE_TOKEN isn't set. */
export function isServiceToken(token: string): boolean {
  const expected = env().TASKBOARD_SERVICE_TOKEN
  return expected !== undefined && timingSafeEqual(digest(token), digest(expected))
}

/** The user that a service calls `named`, created at the first call. No browser or personal token opens their boards. */
export async function serviceUser(named: string, now = Date.now()): Promise<User> {
  const id = ownId('service', named)
  const found = async () => (await read((db) => db.select().from(users).where(eq(users.id, id))))[0]
  const known = await found()
  if (known) return toUser(known)
  await write(async (tx) => {
    await tx
      .insert(users)
      .values({ id, displayName: null, settings: {}, createdAt: now, lastSeenAt: now })
      .onConflictDoNothing()
  })
  const made = await found()
  if (!made) throw new Error('the user is gone as soon as they were made')
  return toUser(made)
}

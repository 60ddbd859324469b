import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '#db/client.ts'
import { users } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { makeDeviceLink } from '#lib/identity/device-links.ts'
import { findTokenUser, listTokens, makeToken } from '#lib/identity/tokens.ts'
import { receiveMessage } from '#lib/turns/turns.ts'
import { execute } from '../commands/execute.ts'
import { addTask, by, newBoard } from '../commands/execute-cases.ts'
import { applyRetention } from '../maintenance/retention.ts'
import { countUsedBoards } from './count-used-boards.ts'
import { deleteSession } from './lifecycle.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

test('a board counts once it was changed or got a message, and no longer once it is deleted', async () => {
  const [changed, written] = [await newBoard(), await newBoard()]
  expect(await countUsedBoards(changed.userId)).toBe(0)
  await execute(by(changed), addTask('one'))
  expect(await countUsedBoards(changed.userId)).toBe(1)
  await receiveMessage(written.userId, written.sessionId, { id: newId(), text: 'hello' }, 'test')
  expect(await countUsedBoards(written.userId)).toBe(1)
  await deleteSession(changed.userId, changed.sessionId)
  expect(await countUsedBoards(changed.userId)).toBe(0)
})

test('an idle guest is deleted with all credentials; one whose program calls stays', async () => {
  const [idle, served] = [await newBoard(), await newBoard()]
  const tokens = await Promise.all([idle, served].map(({ userId }) => makeToken(userId, 'script')))
  await makeDeviceLink(idle.userId)
  const [gone, used] = tokens.map((made) => (made.ok ? made.token : ''))
  const later = Date.now() + 40 * 86_400_000
  expect(await findTokenUser(used ?? '', later)).not.toBeNull()
  await applyRetention(later)
  const left = async (userId: string) => database().select().from(users).where(eq(users.id, userId))
  expect(await left(idle.userId)).toEqual([])
  expect(await left(served.userId)).toHaveLength(1)
  expect(await findTokenUser(gone ?? '', later)).toBeNull()
  expect(await listTokens(idle.userId)).toEqual([])
  expect((await findTokenUser(used ?? '', later))?.id).toBe(served.userId)
})

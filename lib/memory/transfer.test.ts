import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#db/testing.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { readFile } from '#lib/board/transfer/read-file.ts'
import { exportEverything, textOf } from '#lib/session/transfer/export.ts'
import { forget, listMemories, remember } from './memories.ts'
import { bringMemories, memoriesToFile } from './transfer.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const keep = async (userId: string, text: string, now: number) => {
  const kept = await remember(userId, { id: newId(), text, source: 'user', now })
  return kept.ok ? kept.memory.id : ''
}

test('memories are imported from a file of everything: once, in order, and only the user’s own', async () => {
  const [ana, ben, eve] = [newId(), newId(), newId()]
  await keep(ana, 'Likes tea.', 1_000)
  await keep(ana, 'Lives in Lisbon.', 2_000)
  await forget(ana, await keep(ana, 'Gone by now.', 3_000))
  await keep(eve, 'Hers alone.', 1_000)
  const text = await textOf(exportEverything(ana, { memories: memoriesToFile(ana) }).pieces)
  expect(text).not.toMatch(/Hers alone|Gone by now/)
  const file = readFile(text, Date.now())
  if (!file.ok) throw new Error(file.message)
  await keep(ben, 'likes TEA.', 5_000)
  expect(await bringMemories(ben, file.memories)).toEqual({ added: 1, leftOut: 0 })
  expect(await bringMemories(ben, file.memories)).toEqual({ added: 0, leftOut: 0 })
  expect((await listMemories(ben)).map(({ text: said, createdAt }) => [said, createdAt])).toEqual([
    ['likes TEA.', 5_000],
    ['Lives in Lisbon.', 2_000],
  ])
})

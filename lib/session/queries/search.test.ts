import { afterAll, beforeAll, expect, test } from 'vitest'
import { database } from '#db/client.ts'
import { messages } from '#db/schema.ts'
import { openTestDatabase } from '#db/testing.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { LIMITS } from '#lib/limits.ts'
import { newBoard } from '../commands/execute-cases.ts'
import { search } from './search.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

test('words that a long text nearly holds everywhere don’t cost many times what others cost', async () => {
  const { userId, sessionId } = await newBoard()
  const parts = [{ type: 'text', text: 'a'.repeat(500_000) }] as const
  await database()
    .insert(messages)
    .values({ id: newId(), sessionId, role: 'assistant', parts, position: 1, version: 1, createdAt: 1 })
  const costOf = async (words: string) => {
    const began = performance.now()
    expect((await search(userId, words)).hits).toEqual([])
    return performance.now() - began
  }
  const [plain, nearly]: [number[], number[]] = [[], []]
  for (let round = 0; round < 5; round++) {
    plain.push(await costOf('zebra'))
    nearly.push(await costOf(`${'a'.repeat(LIMITS.searchChars - 1)}b`))
  }
  // It was 400 times as much. The best of five rounds, and room for whatever else the machine does.
  expect(Math.min(...nearly)).toBeLessThan(Math.min(...plain) * 40)
})

/** Rate limits of requests to the model's service, over real HTTP, for all users. */
import { beforeAll, expect, test } from 'vitest'
import { asAddress } from '#lib/identity/connection.ts'
import { RATES } from '#lib/limits.ts'
import { newBoard } from '#lib/session/commands/execute-cases.ts'
import { type FakeModel, openFake, send } from '../../../e2e/support/fake-openai-turns.ts'
import { checkModel } from './check-model.ts'

let fake: FakeModel
beforeAll(async () => {
  fake = await openFake('silence')
  return fake.close
})

test('users of one address share its model calls', async () => {
  fake.connect('chat', { MODEL_CALLS_PER_MINUTE: '1000' })
  const [first, second] = [await newBoard(), await newBoard()]
  const { address: limit } = RATES.modelCalls
  await asAddress('192.0.2.1', async () => {
    for (let n = 0; n < limit; n++) await checkModel()
    const ended = await send(first, 'hello')
    expect(ended.status).toBe('failed')
    expect(JSON.stringify(ended.parts)).toMatch(
      /The limit is 120 model calls a minute for one network address\. Try again in \d+ seconds\. Changes so far are saved./,
    )
  })
  expect(fake.requests).toHaveLength(limit)
  await asAddress('192.0.2.2', () => send(second, 'hello'))
  await asAddress('127.0.0.1', () => send(second, 'hello'))
  expect(fake.requests).toHaveLength(limit + 2)
})

test('all addresses together share the model calls of the server', async () => {
  fake.connect('chat', { MODEL_CALLS_PER_MINUTE: '3' })
  const boards = await Promise.all(Array.from({ length: 5 }, () => newBoard()))
  const ends: unknown[] = []
  for (const [index, board] of boards.entries()) {
    ends.push(await asAddress(`198.51.100.${index}`, () => send(board, 'hello')))
  }
  expect(fake.requests).toHaveLength(3)
  expect(JSON.stringify(ends.at(-1))).toContain('The limit is 3 model calls a minute for this server.')
})

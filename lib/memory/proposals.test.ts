/** Only the user can answer a suggested memory, and only once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#db/testing.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { LIMITS } from '#lib/limits.ts'
import { type Board, newBoard } from '#lib/session/commands/execute-cases.ts'
import { exportSession } from '#lib/session/transfer/export.ts'
import { finishTurn, receiveMessage } from '#lib/turns/turns.ts'
import { listMemories, remember } from './memories.ts'
import { decideProposal, propose } from './proposals.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

/** A board with a reply, for something to be proposed under. */
async function answered(): Promise<Board & { replyId: string }> {
  const board = await newBoard()
  const message = { id: newId(), text: 'Ana and I took the train' }
  const received = await receiveMessage(board.userId, board.sessionId, message, 'm')
  if (!received.ok || !received.started) throw new Error('the turn did not begin')
  const { turn, replyId } = received.started
  const parts = [{ type: 'text', text: 'Noted.' }] as const
  await finishTurn(turn, { status: 'completed', parts, notice: null, inputTokens: 0, outputTokens: 0 })
  return { ...board, replyId }
}

async function proposed({ userId, sessionId }: Board) {
  const { messages } = (await exportSession(userId, sessionId)) ?? { messages: [] }
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'proposals' ? part.items : [])),
  )
}
const known = async (userId: string) => (await listMemories(userId)).map(({ text }) => text)

test('only new and valid memories without secrets are suggested, up to the limit', async () => {
  const on = await answered()
  await remember(on.userId, { id: newId(), text: 'Drinks tea', source: 'user' })
  const facts = [
    'drinks  TEA',
    '',
    'x'.repeat(LIMITS.memoryChars + 1),
    'My password is hunter2!',
    'Likes trains',
  ]
  expect(await propose(on, on.replyId, [...facts, 'likes trains', 'One.', 'Two.', 'Three.'])).toBe(
    LIMITS.memoriesProposed,
  )
  expect((await proposed(on)).map(({ text }) => text)).toEqual(['Likes trains', 'One.', 'Two.'])
  expect(await known(on.userId)).toEqual(['Drinks tea'])
})

test('a suggestion is saved or dismissed once, and another answer is refused', async () => {
  const on = await answered()
  await propose(on, on.replyId, ['Works with Ana', 'Likes trains'])
  const [ana, trains] = (await proposed(on)).map(({ id }) => id)
  const decide = (id: string | undefined, keep: boolean) => decideProposal(on, on.replyId, id ?? '', keep)
  for (let again = 0; again < 2; again += 1) {
    expect(await decide(ana, true)).toEqual({ ok: true })
    expect(await decide(trains, false)).toEqual({ ok: true })
  }
  expect(await decide(ana, false)).toMatchObject({ code: 'moved_on' })
  expect(await decide(trains, true)).toMatchObject({ code: 'moved_on' })
  expect((await proposed(on)).map(({ state }) => state)).toEqual(['kept', 'dropped'])
  expect(await known(on.userId)).toEqual(['Works with Ana'])
})

test('no other user can answer it: not for that board, and not from their own board', async () => {
  const [on, eve] = [await answered(), await answered()]
  await propose(on, on.replyId, ['Works with Ana'])
  const [fact] = await proposed(on)
  for (const where of [eve, { ...eve, sessionId: on.sessionId }, { ...on, sessionId: eve.sessionId }]) {
    expect(await decideProposal(where, on.replyId, fact?.id ?? '', true)).toMatchObject({ code: 'not_found' })
  }
  expect((await proposed(on)).map(({ state }) => state)).toEqual(['open'])
  for (const { userId } of [on, eve]) expect(await known(userId)).toEqual([])
})

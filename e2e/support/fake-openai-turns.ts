/** Sends messages to a board with a given model server, and returns the results. */
import { vi } from 'vitest'
import { openTestDatabase } from '#db/testing.ts'
import { decideApproval, sendMessage } from '#lib/agent/run/control.ts'
import { newId } from '#lib/board/model/new-id.ts'
import type { Message } from '#lib/board/wire/events.ts'
import { env, setEnvironment } from '#lib/env.ts'
import { execute } from '#lib/session/commands/execute.ts'
import { addTask, type Board, by, newBoard } from '#lib/session/commands/execute-cases.ts'
import { exportSession } from '#lib/session/transfer/export.ts'
import type { HandlerName } from './fake-openai-handlers.ts'
import type { Flavour } from './fake-openai-request.ts'
import { type FakeOpenAI, startFakeOpenAI } from './fake-openai-server.ts'
import type { Handler } from './fake-openai-stream.ts'

export type FakeModel = FakeOpenAI & {
  /** Later runs use this model; clears its recorded requests. */
  connect(flavour: Flavour, more?: Record<string, string>): void
  /** Later runs use the offline model. */
  disconnect(): void
}

/** A database and a model for the tests of a file: `beforeAll` returns its `close`. */
export async function openFake(handler?: Handler | HandlerName): Promise<FakeModel> {
  const database = await openTestDatabase()
  const fake = await startFakeOpenAI(handler)
  return {
    ...fake,
    connect(flavour, more) {
      fake.requests.length = 0
      fake.problems.length = 0
      connect(fake.url, flavour, more)
    },
    disconnect: () => setEnvironment({ DATABASE_URL: env().DATABASE_URL, LOG_LEVEL: 'silent' }),
    async close() {
      await fake.close()
      database.close()
    },
  }
}

/** From now on runs ask the server at `url`. */
export function connect(url: string, flavour: Flavour, more: Record<string, string> = {}): void {
  setEnvironment({
    DATABASE_URL: env().DATABASE_URL,
    LOG_LEVEL: 'silent',
    OPENAI_API_KEY: 'sk-test',
    OPENAI_BASE_URL: url,
    OPENAI_API: flavour,
    // Every message is to reach the fake, exact commands too.
    INSTANT_COMMANDS: 'off',
    // Tests that make many calls aren’t about the limit.
    MODEL_CALLS_PER_MINUTE: '1000000',
    ...more,
  })
}

export async function boardWith(...titles: string[]): Promise<Board> {
  const board = await newBoard()
  for (const title of titles) await execute(by(board), addTask(title))
  return board
}

export async function begin(board: Board, words: string): Promise<void> {
  const sent = await sendMessage(board.userId, board.sessionId, { id: newId(), text: words })
  if (!sent.ok) throw new Error(sent.message)
}

export async function send(board: Board, words: string) {
  await begin(board, words)
  return ended(board)
}

export async function exported(board: Board) {
  const session = await exportSession(board.userId, board.sessionId)
  if (!session) throw new Error('there is no such board')
  return session
}

/** Resolves once the conversation holds these words. */
export async function saying(board: Board, words: string) {
  return vi.waitFor(async () => {
    const session = await exported(board)
    if (!JSON.stringify(session.messages).includes(words)) throw new Error(`nobody said “${words}”`)
    return session
  })
}

/** The last reply once its turn is over; `within` is how long that may take, in milliseconds. */
export async function ended(board: Board, within = 6_000) {
  return vi.waitFor(
    async () => {
      const { turns, messages, state } = await exported(board)
      const turn = turns.at(-1)
      const reply = messages.findLast(({ turnId, role }) => turnId === turn?.id && role === 'assistant')
      if (!turn || turn.status === 'running' || !reply) throw new Error('still running')
      const rows = state.tasks.map(({ number, title, status, category }) => {
        return { number, title, status, category }
      })
      return { status: turn.status, rows, parts: reply.parts, ...wordsOf(reply) }
    },
    { timeout: within, interval: 5 },
  )
}

/** Every question that waits is answered with Allow; gives the last reply once its turn is over. */
export async function allow(board: Board) {
  const { messages } = await exported(board)
  for (const part of messages.flatMap(({ parts }) => parts)) {
    if (part.type !== 'tool' || part.state !== 'waiting' || !part.approval) continue
    const answered = await decideApproval({ ...board, approvalId: part.approval.id }, 'allow')
    if (!answered.ok) throw new Error(answered.message)
  }
  return ended(board)
}

/** What the model said, what the system said, and what became of each tool call. */
function wordsOf({ parts }: Message) {
  return {
    // As it reads, whatever the lines: two fakes break them differently.
    said: parts
      .map((part) => (part.type === 'text' ? part.text : ''))
      .join('')
      .replace(/\s+/g, ' '),
    notice: parts.map((part) => (part.type === 'notice' ? part.text : '')).join(''),
    tools: parts.flatMap((part) => (part.type === 'tool' ? `${part.name} ${part.state}` : [])),
  }
}

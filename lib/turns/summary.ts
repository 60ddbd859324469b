/** The conversation summary of a session: older messages that a model no longer reads, shortened a few turns at a time. */
import { and, asc, eq, gt, inArray, isNotNull, isNull, lt } from 'drizzle-orm'
import { type Reader, type Tx, write } from '#db/client.ts'
import { messages, revisions, sessions } from '#db/schema.ts'
import {
  type ConversationSummary,
  type PastTurn,
  readEarlier,
  withModelSummary,
  withTurns,
} from '#lib/board/rules/history-summary.ts'
import { isImported, type Message } from '#lib/board/wire/events.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { messageFromRow } from '#lib/session/feed/to-wire.ts'

/** The messages before a position, and how many of them the stored summary lacks. */
export async function readSummary(
  db: Reader,
  sessionId: string,
  before: number,
): Promise<{ earlier: ConversationSummary; unfolded: number; to: number }> {
  const [row] = await db
    .select({ summary: sessions.summary, to: sessions.summaryTo })
    .from(sessions)
    .where(eq(sessions.id, sessionId))
  const stored = readEarlier(row?.summary ?? '')
  const left = await db
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, sessionId),
        isNotNull(messages.turnId),
        gt(messages.position, row?.to ?? 0),
        lt(messages.position, before),
      ),
    )
    .orderBy(asc(messages.position))
  if (left.length === 0) return { earlier: stored, unfolded: 0, to: row?.to ?? 0 }
  const past = await pastTurns(db, sessionId, left.map(messageFromRow))
  return { earlier: withTurns(stored, past), unfolded: left.length, to: left.at(-1)?.position ?? 0 }
}

/** Stored now and then: until then what left is folded as it is read. */
export async function updateSummary(sessionId: string, before: number): Promise<void> {
  await write(async (tx) => {
    const { earlier, unfolded, to } = await readSummary(tx, sessionId, before)
    if (unfolded > 0) await store(tx, sessionId, earlier, to)
  })
}

/** The words of a language model for what the summary holds up to `to`; passed over where the talk was cleared since. */
export async function saveModelSummary(sessionId: string, text: string, to: number): Promise<void> {
  await write(async (tx) => {
    const [row] = await tx
      .select({ summary: sessions.summary, to: sessions.summaryTo })
      .from(sessions)
      .where(eq(sessions.id, sessionId))
    if (row && row.to >= to)
      await store(tx, sessionId, withModelSummary(readEarlier(row.summary), text, to), row.to)
  })
}

async function store(tx: Tx, sessionId: string, earlier: ConversationSummary, to: number): Promise<void> {
  const set = { summary: JSON.stringify(earlier), summaryTo: to }
  await tx.update(sessions).set(set).where(eq(sessions.id, sessionId))
}

const OF_FILE = '(from an imported file)'

async function pastTurns(db: Reader, sessionId: string, said: readonly Message[]): Promise<PastTurn[]> {
  const byTurn = Map.groupBy(said, ({ turnId }) => turnId ?? '')
  const past: PastTurn[] = []
  const ids = [...byTurn.keys()]
  const made = new Map<string, PastTurn['revisions'][number][]>()
  for (let at = 0; at < ids.length; at += TURN_LIMITS.foldTurns) {
    const rows = await db
      .select({ turnId: revisions.turnId, commands: revisions.commands, reply: revisions.reply })
      .from(revisions)
      .where(
        and(
          eq(revisions.sessionId, sessionId),
          inArray(revisions.turnId, ids.slice(at, at + TURN_LIMITS.foldTurns)),
          isNull(revisions.undoneBy),
        ),
      )
      .orderBy(asc(revisions.number))
    for (const { turnId, commands, reply } of rows) {
      if (turnId === null) continue
      const change = { command: firstCommand(commands), reply }
      made.set(turnId, [...(made.get(turnId) ?? []), change])
    }
  }
  for (const [turnId, all] of byTurn) {
    const isOfFile = all.some(isImported)
    past.push({
      messages: all.length,
      said: isOfFile ? `${OF_FILE} ${textOf(all, 'user')}` : textOf(all, 'user'),
      // What it asks nobody here was asked.
      answer: isOfFile ? OF_FILE : textOf(all, 'assistant'),
      revisions: made.get(turnId) ?? [],
    })
  }
  return past
}

function textOf(all: readonly Message[], role: Message['role']): string {
  return all
    .filter((message) => message.role === role)
    .flatMap(({ parts }) =>
      parts.map((part) => (part.type === 'text' || part.type === 'notice' ? part.text : '')),
    )
    .join(' ')
}

function firstCommand(commands: unknown): string {
  const [first] = Array.isArray(commands) ? commands : []
  return typeof first?.name === 'string' ? first.name : 'change'
}

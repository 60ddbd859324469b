/** Secrets that a tool refused to store are taken out of the conversation too: the user shouldn't find them anywhere. */
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '#db/client.ts'
import { messages } from '#db/schema.ts'
import { replyIdOf } from '#lib/board/model/id.ts'
import { type FoundSecret, redactText, redactValue, secretsIn } from '#lib/board/secrets/redact.ts'
import { joinWords } from '#lib/board/text/text.ts'
import type { NoticePart, Part } from '#lib/board/wire/events.ts'
import { renameAfterFirstMessage } from '#lib/session/boards/naming.ts'
import { appendToFeed } from '#lib/session/feed/feed.ts'
import { messageFromRow } from '#lib/session/feed/to-wire.ts'

/** Tools that refuse to store a secret. A task's title may hold one, with a warning. */
const REFUSE_SECRETS: ReadonlySet<string> = new Set(['update_session_state', 'remember'])

/** Shorter, a text is no use for finding a secret elsewhere: too much else is spelled like it. */
const LEAST_CHARS = 4

/** The secrets in calls of a reply that were refused. */
export function refusedSecrets(parts: readonly Part[]): FoundSecret[] {
  const refused = parts.filter(
    (part) => part.type === 'tool' && part.state === 'refused' && REFUSE_SECRETS.has(part.name),
  )
  return refused.flatMap((part) => (part.type === 'tool' ? secretsIn(part.input) : []))
}

/** The parts of a reply without these secrets, and a notice that says so. */
export function redactReply(parts: readonly Part[], secrets: readonly FoundSecret[]): Part[] {
  const kinds = [...new Set(secrets.map(({ secret }) => secret.what.replace(/^an? /, '')))]
  const text = `The ${joinWords(kinds)} ${kinds.length > 1 ? 'were' : 'was'} removed from this conversation.`
  const notice: NoticePart = { type: 'notice', tone: 'info', text }
  return [...redactParts(parts, secrets), notice]
}

function redactParts(parts: readonly Part[], secrets: readonly FoundSecret[]): Part[] {
  const inText = secrets.filter(({ text }) => text.length >= LEAST_CHARS)
  // How a message was read is said by places in its text, which are no longer there.
  return parts
    .filter((part) => part.type !== 'reading')
    .map((part) => {
      if (part.type === 'text') return { ...part, text: redactText(part.text, inText) }
      if (part.type !== 'tool' || !REFUSE_SECRETS.has(part.name)) return part
      const output = part.output === null ? null : redactText(part.output, inText)
      return { ...part, input: redactValue(part.input, secrets), output }
    })
}

/** Every other message of the board that holds one of them, and the board's name if it came from such a message. */
export async function redactConversation(
  tx: Tx,
  { id: turnId, sessionId, userId }: { id: string; sessionId: string; userId: string },
  secrets: readonly FoundSecret[],
  now: number,
): Promise<void> {
  const texts = secrets.map(({ text }) => JSON.stringify(text).slice(1, -1))
  const holds = texts.map((text) => sql`instr(${messages.parts}, ${text}) > 0`)
  const isAsked = and(eq(messages.turnId, turnId), eq(messages.role, 'user'))
  const rows = await tx
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.sessionId, sessionId),
        ne(messages.id, replyIdOf(turnId)),
        sql`(${sql.join([sql`${isAsked}`, ...holds], sql` or `)})`,
      ),
    )
    .orderBy(messages.position)
  for (const row of rows) {
    const { parts } = messageFromRow(row)
    const redacted = redactParts(parts, secrets)
    await tx
      .update(messages)
      .set({ parts: redacted, version: sql`${messages.version} + 1` })
      .where(eq(messages.id, row.id))
    await appendToFeed(tx, { userId, sessionId, now }, { kind: 'message', ref: row.id })
  }
  if (await renameAfterFirstMessage(tx, sessionId)) {
    await appendToFeed(tx, { userId, sessionId, now }, { kind: 'session', ref: sessionId })
  }
}

/** Writes one session as JSON piece by piece: memory use depends on the board, not on its history. */
import { and, asc, eq, gt, gte, lt, lte } from 'drizzle-orm'
import { read } from '#db/client.ts'
import { changesFrom, type LoggedChange, type Place } from '#db/log-store.ts'
import { messages, revisions } from '#db/schema.ts'
import type { Actor } from '#lib/board/model/names.ts'
import { boardOf } from '#lib/board/model/tables.ts'
import { itemsOf, listsInOrder } from '#lib/board/state/lists.ts'
import { isExpired, readValue, valuesOf } from '#lib/board/state/read-state.ts'
import { type ExportedSession, type ExportedTurn, FORMAT } from '#lib/board/transfer/format.ts'
import { type RevisionHead, type Scrubber, scrubber } from '#lib/board/transfer/scrub-expired.ts'
import type { Message } from '#lib/board/wire/events.ts'
import type { SessionRow } from '#lib/identity/access.ts'
import { messageFromRow, turnFromRow } from '../feed/to-wire.ts'
import type { ConsistentSession } from './consistent-read.ts'

const REVISIONS = 100
const CHANGES = 500
const MESSAGES = 200

type Parts = AsyncGenerator<string>

export async function* jsonOf(steady: ConsistentSession, now: number): Parts {
  const { session, rows } = steady
  const scrub = scrubber(steady.values, now)
  const turns = steady.turns.map((row): ExportedTurn => {
    const { inputTokens, outputTokens } = row
    return { ...turnFromRow(row), inputTokens, outputTokens }
  })
  const head = { format: FORMAT, session: sessionOf(session) }
  yield JSON.stringify(head).slice(0, -1)
  yield ',\n"state":{'
  yield* stateOf(steady, now)
  yield `,\n"checkpoints":${JSON.stringify(rows.checkpoint)}`
  yield ',\n"revisions":'
  yield* logOf(steady, scrub)
  yield ',\n"turns":'
  yield* arrayOf(turns, (turn) => turn)
  yield ',\n"messages":'
  yield* arrayOf(messagesOf(session), scrub.message)
  yield '}'
}

function sessionOf(row: SessionRow): ExportedSession {
  const { id, name, namedBy, revision, nextNumber, createdAt, updatedAt, archivedAt, visits, instructions } =
    row
  return {
    id,
    name,
    namedBy,
    revision,
    nextNumber,
    createdAt,
    updatedAt,
    archivedAt,
    visits,
    instructions,
  }
}

async function* stateOf({ session, rows }: ConsistentSession, now: number): Parts {
  const board = boardOf(rows, session.nextNumber)
  const names = new Map(rows.category.map(({ id, name }) => [id, name]))
  yield '"tasks":'
  yield* arrayOf(rows.task, ({ corrupted: _, ...task }) => ({
    ...task,
    category: names.get(task.categoryId) ?? '',
  }))
  yield ',\n"categories":'
  yield* arrayOf(rows.category, (row) => row)
  yield ',\n"lists":'
  yield* arrayOf(listsInOrder(board), (list) => ({ ...list, items: itemsOf(board, list.id) }))
  for (const [key, value] of Object.entries(valuesOf(board, now))) {
    yield `,\n${JSON.stringify(key)}:${JSON.stringify(value)}`
  }
  const held = rows.value.filter((row) => !isExpired(row, now))
  const expires = held.flatMap(({ id, json, expiresAt }) =>
    json === null || expiresAt === null ? [] : [[id, expiresAt]],
  )
  const damaged = held.flatMap((row) => {
    const value = readValue(row, now)
    return value?.state === 'damaged' ? [{ key: value.key, text: value.text }] : []
  })
  const deleted = held.filter(({ json }) => json === null).map(({ id }) => id)
  yield `},\n"expires":${JSON.stringify(Object.fromEntries(expires))}`
  yield `,\n"deleted":${JSON.stringify(deleted)},\n"damaged":${JSON.stringify(damaged)}`
}

async function* arrayOf<In>(rows: Iterable<In> | AsyncIterable<In>, told: (row: In) => unknown): Parts {
  let before = '[\n'
  for await (const row of rows) {
    yield before + JSON.stringify(told(row))
    before = ',\n'
  }
  yield before === '[\n' ? '[]' : ']'
}

/** One change at a time: a single revision may have ten thousand. */
async function* logOf(steady: ConsistentSession, scrub: Scrubber): Parts {
  const changes = changesOf(steady.session)
  let next = await changes.next()
  let before = '[\n'
  for await (const head of revisionsOf(steady)) {
    yield `${before}${JSON.stringify(scrub.revision(head)).slice(0, -1)},"changes":`
    const own = (async function* () {
      for (; !next.done && next.value.revision === head.number; next = await changes.next()) yield next.value
    })()
    yield* arrayOf(own, scrub.change)
    yield '}'
    before = ',\n'
  }
  yield before === '[\n' ? '[]' : ']'
}

async function* revisionsOf({ session, undoneBy }: ConsistentSession): AsyncGenerator<RevisionHead> {
  const { id: sessionId, revision: last } = session
  for (let first = 1; first <= last; first += REVISIONS) {
    const numbers = and(
      gte(revisions.number, first),
      lt(revisions.number, first + REVISIONS),
      lte(revisions.number, last),
    )
    const here = and(eq(revisions.sessionId, sessionId), numbers)
    const page = await read((db) => db.select().from(revisions).where(here).orderBy(asc(revisions.number)))
    for (const { number, actor, turnId, kind, reply, undoes, commands, createdAt } of page) {
      const undone = undoneBy.get(number) ?? null
      const by = actor as Actor
      yield { number, actor: by, turnId, kind, reply, undoes, undoneBy: undone, commands, createdAt }
    }
  }
}

async function* changesOf({ id, revision: last }: SessionRow): AsyncGenerator<LoggedChange> {
  for (let after: Place = { revision: 0, position: 0 }; ; ) {
    const page = await read((db) => changesFrom(db, id, after, last, CHANGES))
    yield* page
    const end = page.at(-1)
    if (!end) return
    after = end
  }
}

async function* messagesOf(session: SessionRow): AsyncGenerator<Message> {
  for (let after = 0; ; ) {
    const here = and(
      eq(messages.sessionId, session.id),
      gt(messages.position, after),
      lt(messages.position, session.nextPosition),
    )
    const page = await read((db) =>
      db.select().from(messages).where(here).orderBy(asc(messages.position)).limit(MESSAGES),
    )
    yield* page.map(messageFromRow).map(withoutMark)
    const last = page.at(-1)
    if (!last) return
    after = last.position
  }
}

/** A file doesn’t say which messages were imported: the next import marks them all. */
function withoutMark(message: Message): Message {
  return { ...message, parts: message.parts.filter(({ type }) => type !== 'imported') }
}

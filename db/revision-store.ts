/** Reads the log for undo and redo. */
import { and, desc, eq, getTableColumns, gt, gte, inArray, isNull, lte, ne, type SQL, sql } from 'drizzle-orm'
import { applyToEmpty, type Change } from '#lib/board/model/changes.ts'
import type { RevisionRecord } from '#lib/board/model/command.ts'
import type { Actor } from '#lib/board/model/names.ts'
import type { Value } from '#lib/board/model/types.ts'
import { touchedFields } from '#lib/board/state/revert-json.ts'
import type { RevisionEvent } from '#lib/board/wire/events.ts'
import { breathe, type Reader } from './client.ts'
import { toChange, toChanges } from './rows.ts'
import { changes, revisions, turns } from './schema.ts'

type Whose = 'own' | 'any'
type Viewer = { userId: string; sessionId: string; turnId: string | null }

function numbersIn(value: unknown): number[] {
  return Array.isArray(value) ? value.filter((entry) => Number.isInteger(entry)) : []
}

const PAGE = 2_000

/** Changes by the number of their revision; `null` = of every revision of the session. */
export async function changesOf(
  db: Reader,
  sessionId: string,
  numbers: readonly number[] | null,
): Promise<Map<number, Change[]>> {
  const found = new Map<number, Change[]>()
  const here = eq(changes.sessionId, sessionId)
  const wanted = numbers === null ? here : and(here, inArray(changes.revision, [...numbers]))
  const inOrder = db
    .select()
    .from(changes)
    .where(wanted)
    .orderBy(changes.revision, changes.position)
    .$dynamic()
  for (let offset = 0; ; offset += PAGE) {
    const rows = await inOrder.limit(PAGE).offset(offset)
    for (const row of rows) {
      const own = found.get(row.revision) ?? []
      own.push(...toChanges([row]))
      found.set(row.revision, own)
    }
    if (rows.length < PAGE) break
    await breathe()
  }
  return found
}

/** The latest change of each row where that took it away after a moment, with the items that went with a list. */
export async function removals(
  db: Reader,
  sessionId: string,
  ids: readonly string[],
  since: number,
): Promise<Change[]> {
  const found: Change[] = []
  for (const id of ids) {
    const ofRow = and(eq(changes.sessionId, sessionId), eq(changes.rowId, id))
    const [last] = await db.select().from(changes).where(ofRow).orderBy(desc(changes.revision)).limit(1)
    if (!last || last.after !== null) continue
    const { createdAt = 0 } = (await revisionRow(db, sessionId, last.revision)) ?? {}
    if (createdAt <= since) continue
    found.push(...toChanges([last]))
    if (last.tableName === 'list') found.push(...(await itemsGoneWith(db, sessionId, last.revision, id)))
  }
  return found
}

async function itemsGoneWith(
  db: Reader,
  sessionId: string,
  revision: number,
  listId: string,
): Promise<Change[]> {
  const made = (await changesOf(db, sessionId, [revision])).get(revision) ?? []
  return made.filter(
    (change) => change.table === 'item' && change.after === null && change.before?.listId === listId,
  )
}

/** These values as they were right after a revision, from the log alone. */
export async function valuesAt(
  db: Reader,
  sessionId: string,
  revision: number,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Value>> {
  const found: Change[] = []
  for (let start = 0; start < ids.length; start += 500) {
    const named = inArray(changes.rowId, ids.slice(start, start + 500))
    const ofValues = and(eq(changes.sessionId, sessionId), eq(changes.tableName, 'value'), named)
    const rows = await db
      .select()
      .from(changes)
      .where(and(ofValues, lte(changes.revision, revision)))
      .orderBy(changes.revision, changes.position)
    found.push(...toChanges(rows))
  }
  return applyToEmpty(found, 1).values
}

export async function revisionRecords(
  db: Reader,
  sessionId: string,
  numbers: readonly number[],
): Promise<RevisionRecord[]> {
  const rows = await db
    .select()
    .from(revisions)
    .where(and(eq(revisions.sessionId, sessionId), inArray(revisions.number, [...numbers])))
    .orderBy(revisions.number)
  const made = await changesOf(db, sessionId, numbers)
  const records: RevisionRecord[] = []
  for (const row of rows) {
    const own = made.get(row.number) ?? []
    records.push({
      number: row.number,
      actor: row.actor as Actor,
      turnId: row.turnId,
      reply: row.reply,
      kind: row.kind,
      undoes: numbersIn(row.undoes),
      undoneBy: row.undoneBy,
      changes: own,
      movedOn: await touchedSince(db, sessionId, row.number, own),
    })
  }
  return records
}

/** Fields of these rows that later active edits changed. Undos don’t count: they cancel what they undo. */
async function touchedSince(
  db: Reader,
  sessionId: string,
  number: number,
  made: readonly Change[],
): Promise<RevisionRecord['movedOn']> {
  const ids = [...new Set(made.map((change) => change.id))]
  const touched: RevisionRecord['movedOn'][number][] = []
  for (let start = 0; start < ids.length; start += 1_000) {
    if (start > 0) await breathe()
    const rows = await db
      .select({
        revision: changes.revision,
        tableName: changes.tableName,
        rowId: changes.rowId,
        before: changes.before,
        after: changes.after,
      })
      .from(changes)
      .innerJoin(
        revisions,
        and(eq(revisions.sessionId, changes.sessionId), eq(revisions.number, changes.revision)),
      )
      .where(
        and(
          eq(changes.sessionId, sessionId),
          inArray(changes.rowId, ids.slice(start, start + 1_000)),
          gt(changes.revision, number),
          eq(revisions.kind, 'edit'),
          isNull(revisions.undoneBy),
        ),
      )
    for (const row of rows) {
      const change = toChange(row)
      if (!change) continue
      const { table, id } = change
      touched.push({ revision: row.revision, table, id, fields: touchedFields(change) })
    }
  }
  return touched
}

export async function activeRevisionsOfTurn(
  db: Reader,
  sessionId: string,
  turnId: string,
): Promise<number[]> {
  return standingOf(db, sessionId, eq(revisions.turnId, turnId))
}

/** The agent's active revisions of this turn and all later ones. */
export async function activeRevisionsSinceTurn(
  db: Reader,
  sessionId: string,
  turnId: string,
): Promise<number[]> {
  const [first] = await db
    .select({ startedAt: turns.startedAt })
    .from(turns)
    .where(and(eq(turns.sessionId, sessionId), eq(turns.id, turnId)))
  if (!first) return []
  const later = db
    .select({ id: turns.id })
    .from(turns)
    .where(and(eq(turns.sessionId, sessionId), gte(turns.startedAt, first.startedAt)))
  return standingOf(db, sessionId, and(inArray(revisions.turnId, later), eq(revisions.actor, 'agent')))
}

/** What stands of revisions that go back together: one that only took back another of them is no change of its own. */
async function standingOf(db: Reader, sessionId: string, which: SQL | undefined): Promise<number[]> {
  const rows = await db
    .select({ number: revisions.number, undoes: revisions.undoes, undoneBy: revisions.undoneBy })
    .from(revisions)
    .where(and(eq(revisions.sessionId, sessionId), which))
  const numbers = new Set(rows.map(({ number }) => number))
  const isWithin = (undoes: number[]) => undoes.length > 0 && undoes.every((number) => numbers.has(number))
  return rows
    .filter(({ undoneBy, undoes }) => undoneBy === null && !isWithin(numbersIn(undoes)))
    .map(({ number }) => number)
    .sort((a, b) => a - b)
}

/** Imports count as edits of the user. */
const ownOrAny = (viewer: Viewer, whose: Whose) =>
  whose === 'own'
    ? and(eq(revisions.userId, viewer.userId), inArray(revisions.actor, ['user', 'import']))
    : undefined

/** The first revision created the board; one without changes only marks a place in the log. */
const isTakenBack = and(
  gt(revisions.number, 1),
  sql`exists (select 1 from ${changes} where ${changes.sessionId} = ${revisions.sessionId}
    and ${changes.revision} = ${revisions.number})`,
)

/** With Ctrl+Z: the user's latest active edit. With a message ("undo that"): the changes of the latest message or edit. */
export async function latestUndoable(db: Reader, viewer: Viewer, whose: Whose): Promise<number[]> {
  const rows = await db
    .select({ number: revisions.number, turnId: revisions.turnId })
    .from(revisions)
    .where(
      and(
        eq(revisions.sessionId, viewer.sessionId),
        eq(revisions.kind, 'edit'),
        isNull(revisions.undoneBy),
        ne(revisions.actor, 'system'),
        isTakenBack,
        ownOrAny(viewer, whose),
      ),
    )
    .orderBy(desc(revisions.number))
    .limit(20)
  const latest = rows.find((row) => row.turnId === null || row.turnId !== viewer.turnId)
  if (!latest) return []
  return latest.turnId ? activeRevisionsOfTurn(db, viewer.sessionId, latest.turnId) : [latest.number]
}

/** The latest undo with no newer edit of one's own; undos that were redone and redos are passed over. */
export async function latestRedoable(db: Reader, viewer: Viewer, whose: Whose): Promise<number[]> {
  const [latest] = await db
    .select({ number: revisions.number, kind: revisions.kind })
    .from(revisions)
    .where(
      and(
        eq(revisions.sessionId, viewer.sessionId),
        ne(revisions.kind, 'redo'),
        isNull(revisions.undoneBy),
        isTakenBack,
        ownOrAny(viewer, whose),
      ),
    )
    .orderBy(desc(revisions.number))
    .limit(1)
  return latest?.kind === 'undo' ? [latest.number] : []
}

/** Without its commands: applying changes doesn’t need them, and they can be as long. */
const { commands: _commands, ...REVISION } = getTableColumns(revisions)

export async function revisionRow(
  db: Reader,
  sessionId: string,
  number: number,
): Promise<Omit<RevisionEvent, 'changes'> | null> {
  const [row] = await db
    .select(REVISION)
    .from(revisions)
    .where(and(eq(revisions.sessionId, sessionId), eq(revisions.number, number)))
  if (!row) return null
  const { actor, turnId, key, reply, undoes, createdAt } = row
  return { number, actor: actor as Actor, turnId, key, reply, undoes: numbersIn(undoes), createdAt }
}

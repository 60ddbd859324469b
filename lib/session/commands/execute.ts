/** The command bus: every change of session state goes through here, atomically, in one transaction. */
import { createHash } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { writeHistory, writeRevision, writeRowsOf } from '#db/board-writer.ts'
import { breatheAfter, type Tx, write } from '#db/client.ts'
import { DatabaseError } from '#db/errors.ts'
import { type Counters, loadView } from '#db/load-view.ts'
import { receipts, sessions } from '#db/schema.ts'
import { boardBytes } from '#db/sizes.ts'
import { decide, type ParsedCommand, parseCommand } from '#lib/board/commands/decide.ts'
import { apply, applyToEmpty, type Change, squash } from '#lib/board/model/changes.ts'
import { type Accepted, fullReply, type Outcome, type Refusal, refuse } from '#lib/board/model/command.ts'
import type { Actor } from '#lib/board/model/names.ts'
import { TABLES } from '#lib/board/model/tables.ts'
import { bytesAdded, problemOfBytes } from '#lib/board/model/weight.ts'
import { plainCopy } from '#lib/board/state/plain-copy.ts'
import type { History } from '#lib/board/transfer/replay.ts'
import type { UserChange } from '#lib/board/wire/events.ts'
import { canAccess, type SessionRow } from '#lib/identity/access.ts'
import { LIMITS } from '#lib/limits.ts'
import { appendToFeed } from '../feed/feed.ts'
import { notify } from '../feed/notify.ts'

export type CommandContext = {
  userId: string
  sessionId: string
  actor: Actor
  /** The same key again gives the same outcome and does nothing. Unique per session and actor. */
  key?: string
  /** The run that acts. Once its turn has ended, or another run holds the lease, its commands are refused. */
  turn?: { id: string; leaseToken: string } | ApprovedTurn
  /** Called with the decided changes, in the transaction. If it refuses, nothing is written, not even an idempotency record. */
  check?: (tx: Tx, would: DryRun) => Promise<Refusal | null>
  /** The revision that the caller read; refused if the session changed since. */
  expected?: number
  /** Epoch milliseconds. Default: the current time. */
  now?: number
}

/** The user allowed the call, so it needs no lease. */
export type ApprovedTurn = { id: string; waits: true }

export type DryRun = Pick<Decided, 'commands' | 'changes' | 'reply'>

const MAX_READS = 3
/** List of commands, command, input, and the keys of a state around its values. */
const MAX_DEPTH = LIMITS.valueDepth + 4
/** They work on whole revisions, so they cannot be part of one. */
const ALONE: ReadonlySet<string> = new Set(['undo', 'redo', 'restore', 'save_checkpoint'])

/** Decides and writes one command, or several as one revision. Every expected failure is a value. */
export async function execute(caller: CommandContext, command: unknown): Promise<Outcome> {
  try {
    const outcome = await write((tx) => executeIn(tx, caller, command))
    if (outcome.ok && outcome.revision !== null) notify(caller.userId)
    return outcome
  } catch (error) {
    if (error instanceof DatabaseError) return refuse('failed', error.message)
    throw error
  }
}

/** `execute` as part of a larger transaction, such as creating the session. The caller must notify the readers. */
export async function executeIn(tx: Tx, caller: CommandContext, given: unknown): Promise<Outcome> {
  const commands = plainCommands(given)
  if ('ok' in commands) return commands
  const session = await loadContext(tx, caller)
  if (!session) return refuse('not_found', 'Board not found.')
  if (caller.turn && !session.isRunning) return refuse('turn_over', 'This turn is over; nothing was changed.')
  const inputHash = hash(caller.expected === undefined ? commands : [...commands, caller.expected])
  if (session.receipt !== null) {
    return session.receipt === inputHash
      ? ((await findRecordedOutcome(tx, caller)) as Outcome)
      : refuse('key_reused', 'This idempotency key was used for a different request.')
  }
  const now = caller.now ?? Date.now()
  const decided =
    checkExpectedRevision(caller, session) ?? (await decideAll(tx, caller, session, commands, now))
  const objection = decided.ok && caller.check ? await caller.check(tx, decided) : null
  if (objection) return objection
  const outcome = decided.ok ? await commitRevision(tx, caller, session, decided, now) : decided
  await recordOutcome(tx, caller, inputHash, outcome, now)
  return outcome
}

/** Copies one command or several as plain data, so that no getter or `toJSON` of the caller runs later. */
function plainCommands(given: unknown): readonly unknown[] | Refusal {
  const plain = plainCopy(given, MAX_DEPTH)
  if (!plain.ok) return refuse('invalid', plain.problem)
  const commands = Array.isArray(plain.value) ? plain.value : [plain.value]
  if (commands.length <= LIMITS.commandsPerCall) return commands
  return refuse('limit', `You can send up to ${LIMITS.commandsPerCall} commands at once.`)
}

/** What `execute` would do, without writing; for previews. */
export async function dryRun(tx: Tx, caller: CommandContext, given: unknown): Promise<Accepted | Refusal> {
  const commands = plainCommands(given)
  if ('ok' in commands) return commands
  const session = await loadContext(tx, caller)
  if (!session) return refuse('not_found', 'Board not found.')
  return decideAll(tx, caller, session, commands, caller.now ?? Date.now())
}

/** Checked only for large additions: the sum reads every row of the board. */
async function overBytes(
  tx: Tx,
  { sessionId }: CommandContext,
  changes: readonly Change[],
): Promise<Refusal | null> {
  const added = bytesAdded(changes)
  return added <= LIMITS.smallBytes ? null : problemOfBytes((await boardBytes(tx, sessionId)) + added)
}

/** Writes the log of an imported file, which was replayed before, for a session that isn’t visible yet. */
export const stageHistory = writeHistory

/** Writes the rows that this log leads to, into an empty session. */
export async function importHistory(
  tx: Tx,
  where: { userId: string; sessionId: string },
  { revisions, rows, touched }: History,
): Promise<void> {
  const session = await loadContext(tx, { ...where, actor: 'import' })
  if (session?.revision !== 0) throw new Error('Only a new session takes a history over.')
  const held = TABLES.flatMap((table) => {
    const last = new Map(touched[table])
    return rows[table].map((row) => ({ table, row, revision: last.get(row.id) ?? 1 }))
  })
  await writeRowsOf(tx, where.sessionId, revisions, held)
}

type SessionCounters = Pick<SessionRow, 'revision' | 'nextNumber' | 'taskCount'>

/** Reads access, the run's lease and the idempotency record in one statement. */
async function loadContext(tx: Tx, caller: CommandContext) {
  const { userId, sessionId, turn } = caller
  const status = turn && 'waits' in turn ? 'waiting' : 'running'
  const token = turn && 'leaseToken' in turn ? turn.leaseToken : ''
  const held = sql<number>`exists (select 1 from turns where id = ${turn?.id ?? null}
    and status = ${status} and lease_token = ${token})`
  const receipt = sql<string | null>`(select input_hash from receipts
    where session_id = ${sessionId} and key = ${idempotencyKey(caller)})`
  const [row] = await tx
    .select({
      revision: sessions.revision,
      nextNumber: sessions.nextNumber,
      taskCount: sessions.taskCount,
      isRunning: held,
      receipt,
    })
    .from(sessions)
    .where(canAccess(userId, sessionId))
  return row ?? null
}

function checkExpectedRevision({ expected }: CommandContext, { revision }: SessionCounters): Refusal | null {
  if (expected === undefined || expected === revision) return null
  const moved = `Conflict: the board is at revision ${revision}, not ${expected}. Nothing changed.`
  return refuse('stale', `${moved} Read it again and retry.`)
}

/** `commands` after parsing: cleaned, and without unknown fields. */
type Decided = Accepted & { nextNumber: number; commands: { name: string; input: unknown }[] }

async function decideAll(
  tx: Tx,
  caller: CommandContext,
  session: SessionCounters,
  commands: readonly unknown[],
  now: number,
): Promise<Decided | Refusal> {
  const made: Change[] = []
  const replies: string[] = []
  const understood: Decided['commands'] = []
  let last: Accepted = { ok: true, changes: [], reply: '' }
  const { revision } = session
  let counters: Counters = { nextNumber: session.nextNumber, taskCount: session.taskCount, revision }
  for (const command of commands) {
    const parsed = parseCommand(command)
    if ('ok' in parsed) return parsed
    if (commands.length > 1 && ALONE.has(parsed.definition.name)) {
      return refuse('invalid', `${parsed.definition.name} can’t be combined with other commands.`)
    }
    const decision = await decideOne(tx, caller, parsed, made, counters, now)
    if (!decision.ok) return decision
    await breatheAfter(decision.changes.length)
    const added = decision.changes.filter(
      (change) => change.table === 'task' && change.before === null,
    ).length
    const { nextNumber } = applyToEmpty(decision.changes, counters.nextNumber)
    counters = { nextNumber, taskCount: counters.taskCount + added, revision }
    made.push(...decision.changes)
    const { name, logged } = parsed.definition
    understood.push({ name, input: logged ? logged(parsed.input) : parsed.input })
    replies.push(decision.reply)
    last = decision
  }
  const undoes = commands.length === 1 ? last.undoes : []
  const changes = squash(made)
  await breatheAfter(changes.length)
  const over = await overBytes(tx, caller, changes)
  if (over) return over
  return {
    ...last,
    undoes,
    changes,
    reply: replies.join(' '),
    nextNumber: counters.nextNumber,
    commands: understood,
  }
}

/** A command may ask for more rows once it has seen the first ones. */
async function decideOne(
  tx: Tx,
  caller: CommandContext,
  parsed: ParsedCommand,
  made: readonly Change[],
  counters: Counters,
  now: number,
): Promise<Accepted | Refusal> {
  const viewer = { userId: caller.userId, sessionId: caller.sessionId, turnId: caller.turn?.id ?? null }
  const environment = { now, actor: caller.actor, turnId: viewer.turnId }
  let selectors = parsed.definition.reads(parsed.input)
  for (let attempt = 0; attempt < MAX_READS; attempt++) {
    const loaded = await loadView(tx, viewer, counters, selectors, now)
    await breatheAfter(loaded.items.size + loaded.tasks.size)
    const view = { ...loaded, ...apply(loaded, made), nextNumber: counters.nextNumber }
    const decision = decide(parsed, view, environment)
    if (!('need' in decision)) return decision
    selectors = [...selectors, ...decision.need]
  }
  throw new Error(`${parsed.definition.name} asked for rows ${MAX_READS} times`)
}

async function commitRevision(
  tx: Tx,
  caller: CommandContext,
  session: SessionCounters,
  decided: Decided,
  now: number,
): Promise<Outcome> {
  const { changes, reply, left } = decided
  if (changes.length === 0 && !decided.isLandmark) return { ok: true, revision: null, changes, reply, left }
  const { userId, sessionId, actor } = caller
  const number = session.revision + 1
  await writeRevision(tx, {
    sessionId,
    number,
    userId,
    actor,
    turnId: caller.turn?.id ?? null,
    key: caller.key ?? null,
    commands: decided.commands,
    reply: fullReply(decided),
    kind: decided.kind ?? 'edit',
    undoes: decided.undoes ?? [],
    changes,
    nextNumber: decided.nextNumber,
    now,
  })
  await appendToFeed(tx, { userId, sessionId, now }, { kind: 'revision', ref: String(number) })
  return { ok: true, revision: number, changes, reply, left }
}

/** Calls that change memories or settings also store what they did. */
export type StoredOutcome = Outcome & { fact?: UserChange }

type Keyed = Pick<CommandContext, 'sessionId' | 'actor' | 'key'>

/** The key of an idempotency record, scoped to the actor. */
export const scopedKey = (actor: CommandContext['actor'], key: string) => `${actor}:${key}`

/** A call without a key has no idempotency record: `null` equals nothing. */
const idempotencyKey = ({ actor, key }: Keyed) => (key === undefined ? null : scopedKey(actor, key))

/** The stored outcome of a call by its key; `null` if it was never executed. */
export async function findRecordedOutcome(tx: Tx, call: Keyed): Promise<StoredOutcome | null> {
  const mine = and(eq(receipts.sessionId, call.sessionId), eq(receipts.key, idempotencyKey(call) ?? ''))
  const [row] = await tx.select().from(receipts).where(mine)
  return (row?.outcome as StoredOutcome | undefined) ?? null
}

export async function recordOutcome(
  tx: Tx,
  caller: Keyed,
  inputHash: string,
  outcome: StoredOutcome,
  createdAt: number,
): Promise<void> {
  const key = idempotencyKey(caller)
  if (key === null) return
  const { sessionId } = caller
  await tx.insert(receipts).values({ sessionId, key, inputHash, outcome, createdAt })
}

function hash(commands: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(commands)).digest('base64url')
}

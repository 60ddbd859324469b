/** Changes of memories and settings by calls of the agent: made once, shown in the reply, and undone there. */
import { and, desc, eq, gte, sql } from 'drizzle-orm'
import { read, type Tx, write } from '#db/client.ts'
import { messages, users } from '#db/schema.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { capitalize, fold } from '#lib/board/text/text.ts'
import type { MemoryChange, Part, UserChange } from '#lib/board/wire/events.ts'
import type { Memory } from '#lib/board/wire/memory.ts'
import { previewPatch, setProfile } from '#lib/identity/account.ts'
import { toUser } from '#lib/identity/auth.ts'
import { type SettingsPatch, screenPerson } from '#lib/identity/settings.ts'
import { findRecordedOutcome, recordOutcome, type StoredOutcome } from '#lib/session/commands/execute.ts'
import { broadcast } from '#lib/session/feed/notify.ts'
import { messageFromRow } from '#lib/session/feed/to-wire.ts'
import { holdsLease } from '#lib/turns/replies.ts'
import {
  bringBackIn,
  findMemoryByText,
  forgetIn,
  liveMemories,
  rememberIn,
  textOfMemory,
} from './memories.ts'
import { NOT_THERE, updateReplyParts, type Where } from './reply-parts.ts'
import { nameChange, sayChange } from './spoken-settings.ts'

type Call = Where & {
  /** Identifies a repeated call. */
  key: string
  /** The id of the memory it creates. */
  id: string
  turn: { id: string; leaseToken: string }
  /** Whether the user must confirm this change in the reply first. */
  asks(text: string): boolean
}

/** `words`: the fact to remember, or words of the one to forget. */
export type FactCall = Call & { did: MemoryChange['did']; words: string }
export type SettingCall = Call & { patch: SettingsPatch }

const ASKED = 'Waiting for the user to confirm. Nothing has changed yet.'
const TURN_OVER = refuse('turn_over', 'This turn is over; nothing was changed.')

/** The idempotency record is stored with it, so that an interrupted run finds what it did. */
export async function changeFact(call: FactCall): Promise<StoredOutcome> {
  return once(call, (tx) => (call.did === 'remember' ? rememberFor(tx, call) : forgetFor(tx, call)))
}

/** Settings that are already so stay, and nothing can be undone. */
export async function changeSettings(call: SettingCall): Promise<StoredOutcome> {
  const outcome = await once(call, (tx) => setFor(tx, call))
  await tellSettings(call.userId)
  return outcome
}

async function once(call: Call, change: (tx: Tx) => Promise<StoredOutcome>): Promise<StoredOutcome> {
  return write(async (tx) => {
    if (!(await holdsLease(tx, call.turn))) return TURN_OVER
    const { sessionId, key } = call
    const door = { sessionId, actor: 'agent', key } as const
    const before = await findRecordedOutcome(tx, door)
    if (before) return before
    const outcome = await change(tx)
    if (outcome.ok) await recordOutcome(tx, door, '', outcome, Date.now())
    return outcome
  })
}

async function rememberFor(tx: Tx, call: FactCall): Promise<StoredOutcome> {
  const { id, userId, sessionId, turn } = call
  const text = textOfMemory(call.words)
  if (typeof text !== 'string') return text
  const isKnown = (await liveMemories(tx, userId)).some((memory) => fold(memory.text) === fold(text))
  if (!isKnown && call.asks(text)) return waits(call, id, text)
  const said = { sessionId, turnId: turn.id }
  const kept = await rememberIn(tx, userId, { id, text, source: 'agent', said })
  if (!kept.ok) return kept
  const { memory, isNew } = kept
  if (isNew) return done(call, memory, `Remembered: ${memory.text}`)
  return { ok: true, revision: null, changes: [], reply: `Already saved: ${memory.text}` }
}

async function forgetFor(tx: Tx, call: FactCall): Promise<StoredOutcome> {
  const { userId, words } = call
  const memory = await findMemoryByText(tx, userId, words)
  if ('ok' in memory) return memory
  if (call.asks(memory.text)) return waits(call, memory.id, memory.text)
  await forgetIn(tx, userId, memory.id)
  return done(call, memory, `Forgot: ${memory.text}`)
}

async function setFor(tx: Tx, { id, userId, patch, asks }: SettingCall): Promise<StoredOutcome> {
  const { before, after } = await previewPatch(tx, userId, patch)
  if (Object.keys(after).length === 0) {
    const reply = `${capitalize(sayChange(patch, 'already'))}.`
    return { ok: true, revision: null, changes: [], reply }
  }
  const change = { id, text: nameChange(patch), did: 'set', before, after } as const
  // Every prompt has the name, so it must be the user who gives it.
  if (asks(patch.displayName ?? '')) return told({ ...change, state: 'open' }, ASKED)
  await setProfile(tx, userId, after)
  return told({ ...change, state: 'done' }, `${capitalize(sayChange(patch))}.`)
}

/** Open boards show dates as the settings now have them. */
async function tellSettings(userId: string): Promise<void> {
  const row = await read((db) => db.select().from(users).where(eq(users.id, userId)))
  if (row[0]) broadcast(userId, { kind: 'person', person: screenPerson(toUser(row[0])) })
}

function waits({ id, did }: FactCall, memoryId: string, text: string): StoredOutcome {
  return told({ id, memoryId, text, did, state: 'open' }, ASKED)
}

function done({ id, did }: FactCall, memory: Memory, reply: string): StoredOutcome {
  return told({ id, memoryId: memory.id, text: memory.text, did, state: 'done' }, reply)
}

const told = (fact: UserChange, reply: string): StoredOutcome => {
  return { ok: true, revision: null, changes: [], reply, fact }
}

type Done = { ok: true } | Refusal
type States = ReadonlyMap<string, MemoryChange['state']>

/** `yes`: makes the pending change. Else drops it, or undoes it if it was made. Repeating an answer changes nothing. */
export async function decideFact(where: Where, replyId: string, factId: string, yes: boolean): Promise<Done> {
  return onFacts(where, replyId, async (tx, facts, turnId) => {
    const fact = facts.find(({ id }) => id === factId)
    if (!fact) return NOT_THERE
    const answered = yes
      ? await applyMemoryChange(tx, where, fact, turnId)
      : await leaveOrTakeBack(tx, where, fact)
    return typeof answered === 'string' ? new Map([[factId, answered]]) : answered
  })
}

/** Undoes everything that a reply changed of memories and settings; pending changes stay. */
export async function revertMemories(where: Where, replyId: string): Promise<Done> {
  return onFacts(where, replyId, async (tx, facts) => {
    const states = new Map<string, MemoryChange['state']>()
    for (const fact of facts.toReversed()) {
      const answered = await leaveOrTakeBack(tx, where, fact)
      if (typeof answered !== 'string') return answered
      states.set(fact.id, answered)
    }
    return states
  })
}

/** For resent messages: undoes what their replies and later ones changed of memories and settings, latest first. */
export async function revertMemoriesSince(where: Where, turnId: string): Promise<void> {
  const from = sql`(select min(position) from messages where session_id = ${where.sessionId} and turn_id = ${turnId})`
  const since = and(eq(messages.sessionId, where.sessionId), gte(messages.position, from))
  const rows = await read((db) => db.select().from(messages).where(since).orderBy(desc(messages.position)))
  for (const row of rows) {
    if (factsIn(messageFromRow(row).parts).length > 0) await revertMemories(where, row.id)
  }
}

/** For a reply that is about to be rewritten; what the user changed since stays. */
export async function takeBackOf(tx: Tx, where: Where, parts: readonly Part[]): Promise<void> {
  for (const fact of factsIn(parts).toReversed()) await leaveOrTakeBack(tx, where, fact)
}

type Answered = MemoryChange['state'] | Refusal

async function applyMemoryChange(tx: Tx, where: Where, fact: UserChange, turnId: string): Promise<Answered> {
  if (fact.state === 'done') return 'done'
  if (fact.state !== 'open') return refuse('moved_on', 'Already answered. Ask again to change it.')
  if (fact.did === 'set') {
    await setProfile(tx, where.userId, fact.after)
    return 'done'
  }
  if (fact.did === 'forget') {
    await forgetIn(tx, where.userId, fact.memoryId)
    return 'done'
  }
  const said = { sessionId: where.sessionId, turnId }
  const { memoryId: id, text } = fact
  const kept = await rememberIn(tx, where.userId, { id, text, source: 'agent', said })
  return kept.ok ? 'done' : kept
}

async function leaveOrTakeBack(tx: Tx, { userId }: Where, fact: UserChange): Promise<Answered> {
  if (fact.state === 'open') return 'dropped'
  if (fact.state !== 'done') return fact.state
  if (fact.did === 'set') {
    await setProfile(tx, userId, fact.before, fact.after)
    return 'undone'
  }
  if (fact.did === 'remember') {
    // The user edited it since, so it stays.
    await forgetIn(tx, userId, fact.memoryId, Date.now(), fact.text)
    return 'undone'
  }
  const back = await bringBackIn(tx, userId, [fact.memoryId])
  return back.ok ? 'undone' : back
}

function factsIn(parts: readonly Part[]): UserChange[] {
  return parts.flatMap((part) => (part.type === 'tool' && part.fact ? [part.fact] : []))
}

async function onFacts(
  where: Where,
  replyId: string,
  answer: (tx: Tx, facts: readonly UserChange[], turnId: string) => Promise<States | Refusal>,
): Promise<Done> {
  let hasSettings = false
  const done = await updateReplyParts(where, replyId, async (tx, parts, turnId) => {
    const facts = factsIn(parts)
    hasSettings = facts.some(({ did }) => did === 'set')
    const states = await answer(tx, facts, turnId)
    if ('ok' in states) return states
    return parts.map((part) => {
      if (part.type !== 'tool' || !part.fact) return part
      const state = states.get(part.fact.id) ?? part.fact.state
      return { ...part, fact: { ...part.fact, state } }
    })
  })
  if (hasSettings) await tellSettings(where.userId)
  return done
}

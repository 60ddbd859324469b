/** Archives, unarchives, deletes and restores whole boards. */
import { and, eq, gt, isNotNull } from 'drizzle-orm'
import { write } from '#db/client.ts'
import { sessions, turns } from '#db/schema.ts'
import type { Refusal } from '#lib/board/model/command.ts'
import { DAY_MS, RETENTION_DAYS } from '#lib/limits.ts'
import { BOARD_NOT_FOUND, updateSession } from '../commands/update-session.ts'
import { appendToFeed } from '../feed/feed.ts'
import { notify } from '../feed/notify.ts'
import { isFull } from './create-board.ts'

type Done = { ok: true } | Refusal
type Ended = { ok: true; stopped: string[] } | Refusal

/** Hides a board from the list: it can still be opened and searched, and a new message unarchives it. */
export async function archiveSession(userId: string, sessionId: string, now = Date.now()): Promise<Done> {
  return updateSession(userId, sessionId, now, async () => ({ archivedAt: now }))
}

export async function unarchiveSession(userId: string, sessionId: string, now = Date.now()): Promise<Done> {
  return updateSession(userId, sessionId, now, async () => ({ archivedAt: null }))
}

/** Ends running turns too; `stopped` names them, so that their runs can be aborted. */
export async function deleteSession(userId: string, sessionId: string, now = Date.now()): Promise<Ended> {
  let stopped: string[] = []
  const done = await updateSession(userId, sessionId, now, async (tx) => {
    const running = and(eq(turns.sessionId, sessionId), eq(turns.status, 'running'))
    const fields = { status: 'stopped', endedAt: now }
    const rows = await tx.update(turns).set(fields).where(running).returning({ id: turns.id })
    stopped = rows.map((row) => row.id)
    return { deletedAt: now }
  })
  return done.ok ? { ok: true, stopped } : done
}

/** Restores a deleted board whole while deleted boards are kept. */
export async function restoreSession(userId: string, sessionId: string, now = Date.now()): Promise<Done> {
  const done = await write<Done>(async (tx) => {
    const full = await isFull(tx, userId)
    if (full) return full
    const since = now - RETENTION_DAYS.deletedSessions * DAY_MS
    const deleted = and(isNotNull(sessions.deletedAt), gt(sessions.deletedAt, since))
    const [row] = await tx
      .update(sessions)
      .set({ deletedAt: null })
      .where(and(eq(sessions.id, sessionId), eq(sessions.userId, userId), deleted))
      .returning({ id: sessions.id })
    if (!row) return BOARD_NOT_FOUND
    await appendToFeed(tx, { userId, sessionId, now }, { kind: 'session', ref: sessionId })
    return { ok: true }
  })
  notify(userId)
  return done
}

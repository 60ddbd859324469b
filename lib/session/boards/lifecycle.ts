/** What becomes of a board as a whole: archived and taken up again, deleted and restored. */
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

/** Out of the way: still open, still searched, and back as soon as somebody writes to it. */
export async function archiveSession(userId: string, sessionId: string, now = Date.now()): Promise<Done> {
  return updateSession(userId, sessionId, now, async () => ({ archivedAt: now }))
}

export async function unarchiveSession(userId: string, sessionId: string, now = Date.now()): Promise<Done> {
  return updateSession(userId, sessionId, now, async () => ({ archivedAt: null }))
}

/** Running turns end with it; `stopped` names them, so that their runs can be told. */
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

/** A deleted board comes back whole within the days that deleted boards are kept. */
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

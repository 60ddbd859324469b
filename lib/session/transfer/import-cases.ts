/** For tests: exports boards to files, and imports them. */
import { expect } from 'vitest'
import type { SessionExport } from '#lib/board/transfer/format.ts'
import { readFile } from '#lib/board/transfer/read-file.ts'
import type { Board } from '../commands/execute-cases.ts'
import { exportSession } from './export.ts'
import { importInto, importNew } from './import.ts'

export async function exported(board: Board, now?: number): Promise<SessionExport> {
  const found = await exportSession(board.userId, board.sessionId, now)
  if (!found) throw new Error('there is no such board')
  return found
}

/** Validates a file; throws its problem. */
export function checked(file: unknown, now = Date.now()) {
  const read = readFile(JSON.stringify(file), now)
  if (!read.ok) throw new Error(read.message)
  return read.boards
}

export async function imported(userId: string, file: unknown, now?: number) {
  const done = await importNew(userId, checked(file, now), { now })
  if (!done.ok) throw new Error(done.message)
  const [made] = done.boards
  if (!made) throw new Error('no board was made')
  return { ...made, userId }
}

export async function addedTo(board: Board, file: unknown, now?: number) {
  const done = await importInto(board.userId, board.sessionId, checked(file, now), { now })
  if (!done.ok) throw new Error(done.message)
  return done
}

/**
 * What is equal after an export and an import: everything except ids unique to a server (session, turns,
 * messages), and the revision that records the import.
 */
export function comparable(file: SessionExport, withoutImport = false) {
  const turns = new Map(file.turns.map(({ id }, i) => [id, `turn ${i}`]))
  const turnOf = (id: string | null) => (id === null ? null : (turns.get(id) ?? 'a turn that was cleared'))
  const revisions = withoutImport ? file.revisions.slice(0, -1) : file.revisions
  return {
    ...file,
    session: { ...file.session, id: '', revision: revisions.length },
    revisions: revisions.map((revision) => ({ ...revision, turnId: turnOf(revision.turnId) })),
    turns: file.turns.map((turn) => ({ ...turn, id: turnOf(turn.id), sessionId: '' })),
    messages: file.messages.map(({ id: _id, sessionId: _session, turnId, ...message }) => {
      return { ...message, turnId: turnOf(turnId) }
    }),
  }
}

/** What an import takes from a file: no instructions, and no message parts that a click would send or remember. */
export function taken(file: SessionExport): SessionExport {
  const messages = file.messages.map((message) => ({
    ...message,
    parts: message.parts.filter(({ type }) => type !== 'choices' && type !== 'proposals'),
  }))
  return { ...file, session: { ...file.session, instructions: null }, messages }
}

/** Expects that the last revision records the import and nothing else. */
export function expectMark(file: SessionExport): void {
  expect(file.revisions.at(-1)).toMatchObject({
    actor: 'import',
    kind: 'edit',
    changes: [],
    reply: expect.stringMatching(/^Imported “.*” with its history of \d+ revisions?\.$/),
  })
  expect(file.revisions.filter(({ actor }) => actor === 'import')).toHaveLength(1)
}

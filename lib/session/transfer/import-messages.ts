/** The talk of a file under ids of its own: those of the file may be taken, on this server or by another import. */

import type { messages, turns } from '#db/schema.ts'
import { replyIdOf } from '#lib/board/model/id.ts'
import { newId } from '#lib/board/model/new-id.ts'
import type { FileMessage, FileTurn } from '#lib/board/transfer/file-messages.ts'
import type { ReadBoard } from '#lib/board/transfer/read-file.ts'

type MessageRow = typeof messages.$inferInsert
type TurnRow = typeof turns.$inferInsert

/** Rows are made as they are taken: tens of thousands at once would hold everybody up. */
export type ImportedMessages = {
  messages: Iterable<MessageRow>
  /** After the messages: some of them make a turn. */
  turns: Iterable<TurnRow>
  nextPosition: number
  /** The new id of a turn that the log names, also of one whose talk was cleared. */
  turnOf(id: string | null): string | null
}

export function messagesFromFile(
  board: ReadBoard['board'],
  where: { userId: string; sessionId: string },
  withHistory: boolean,
): ImportedMessages {
  const ids = new Map<string, string>()
  const turnOf = (id: string | null) => {
    if (id === null) return null
    const known = ids.get(id) ?? newId()
    ids.set(id, known)
    return known
  }
  const made: TurnRow[] = []
  const messageRow = (message: FileMessage): MessageRow => {
    // It waited for its turn, and nobody asks here for what was asked there: the turn is there to be retried.
    const turnId = turnOf(message.turnId) ?? newId()
    if (message.turnId === null) made.push(waitingTurn(message, turnId, where))
    return {
      id: message.role === 'user' ? newId() : replyIdOf(turnId),
      sessionId: where.sessionId,
      role: message.role,
      parts: [
        ...message.parts.filter(isTaken).map((part) => partOf(part, withHistory)),
        { type: 'imported' },
      ],
      turnId,
      position: message.position,
      version: message.version,
      createdAt: message.createdAt,
    }
  }
  function* messages() {
    for (const message of board.messages) yield messageRow(message)
  }
  function* turns() {
    for (const turn of board.turns) yield turnRow(turn, turnOf(turn.id) as string, where)
    yield* made
  }
  // After a message the place of its reply is kept free.
  const nextPosition = board.messages.reduce(
    (next, { position, role }) => Math.max(next, position + (role === 'user' ? 2 : 1)),
    1,
  )
  return { messages: messages(), turns: turns(), nextPosition, turnOf }
}

/** No run stands behind a turn of a file. */
function turnRow(turn: FileTurn, id: string, { userId, sessionId }: { userId: string; sessionId: string }) {
  const isOpen = turn.status === 'running' || turn.status === 'waiting'
  return {
    ...turn,
    id,
    sessionId,
    userId,
    status: isOpen ? 'interrupted' : turn.status,
    endedAt: isOpen ? (turn.endedAt ?? turn.startedAt) : turn.endedAt,
    leaseToken: '',
    leaseUntil: 0,
  }
}

function waitingTurn(
  message: FileMessage,
  id: string,
  where: { userId: string; sessionId: string },
): TurnRow {
  const times = { startedAt: message.createdAt, endedAt: message.createdAt }
  return { id, ...where, status: 'interrupted', run: 1, model: '', leaseToken: '', leaseUntil: 0, ...times }
}

type Part = FileMessage['parts'][number]

/** What a click would send or remember, in words of the file: it asks for nothing here. */
const NOT_TAKEN: ReadonlySet<Part['type']> = new Set(['choices', 'proposals', 'imported'])
const isTaken = ({ type }: Part) => !NOT_TAKEN.has(type)

/** Revisions are only known where the log came along; a call that still ran was not done. */
function partOf(part: Part, withHistory: boolean): Part {
  if (part.type !== 'tool') return part
  const revision = withHistory ? part.revision : null
  // What it remembered is known to the server it was said on.
  const { approval, fact: _fact, ...call } = part
  // A question that still waits is asked here by nobody: what it asked about can be answered once, where it was asked.
  const isOpen = part.state === 'running' || part.state === 'waiting'
  if (!isOpen) return { ...call, ...(approval ? { approval } : {}), revision }
  return { ...call, revision, state: 'failed', output: 'Not done.', endedAt: part.endedAt ?? part.startedAt }
}

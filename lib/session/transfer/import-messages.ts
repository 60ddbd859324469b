/** Gives a file's messages new ids: those in the file may be taken, on this server or by another import. */

import type { messages, turns } from '#db/schema.ts'
import { replyIdOf } from '#lib/board/model/id.ts'
import { newId } from '#lib/board/model/new-id.ts'
import type { FileMessage, FileTurn } from '#lib/board/transfer/file-messages.ts'
import type { ReadBoard } from '#lib/board/transfer/read-file.ts'

type MessageRow = typeof messages.$inferInsert
type TurnRow = typeof turns.$inferInsert

/** Rows are made lazily: tens of thousands at once would block the event loop. */
export type ImportedMessages = {
  messages: Iterable<MessageRow>
  /** Read after the messages: some of them add a turn. */
  turns: Iterable<TurnRow>
  nextPosition: number
  /** The new id of a turn that the log names, even if its messages were cleared. */
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
    // A queued message isn’t run here: it gets a turn that can be retried.
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
  // The position after a message is reserved for its reply.
  const nextPosition = board.messages.reduce(
    (next, { position, role }) => Math.max(next, position + (role === 'user' ? 2 : 1)),
    1,
  )
  return { messages: messages(), turns: turns(), nextPosition, turnOf }
}

/** Imported turns have no run. */
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

/** Parts that a click would send or remember: an import drops them. */
const NOT_TAKEN: ReadonlySet<Part['type']> = new Set(['choices', 'proposals', 'imported'])
const isTaken = ({ type }: Part) => !NOT_TAKEN.has(type)

/** Revisions are only known if the log was imported; a running call counts as not done. */
function partOf(part: Part, withHistory: boolean): Part {
  if (part.type !== 'tool') return part
  const revision = withHistory ? part.revision : null
  // Its memory change belongs to the server it was made on.
  const { approval, fact: _fact, ...call } = part
  // An open approval isn’t imported: it can be decided once, on the server it came from.
  const isOpen = part.state === 'running' || part.state === 'waiting'
  if (!isOpen) return { ...call, ...(approval ? { approval } : {}), revision }
  return { ...call, revision, state: 'failed', output: 'Not done.', endedAt: part.endedAt ?? part.startedAt }
}

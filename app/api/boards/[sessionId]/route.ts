import { z } from 'zod'
import { board as boardAnswer, done } from '#app/api/answers.ts'
import { endpoint } from '#app/api/endpoint.ts'
import { deleteSession } from '#lib/agent/run/control.ts'
import { archiveSession, unarchiveSession } from '#lib/session/boards/lifecycle.ts'
import { renameSession } from '#lib/session/boards/naming.ts'
import { readSummary } from '#lib/session/boards/sessions.ts'

export const GET = endpoint({
  summary: 'Read a board’s name and whether it is busy or archived',
  rate: 'reads',
  answer: boardAnswer,
  run: ({ user, board }) => readSummary(user.id, board),
})

export const PATCH = endpoint({
  summary: 'Rename a board, archive it, or bring it back',
  rate: 'commands',
  body: z.strictObject({
    name: z.string().optional().describe('Empty: named after its first message again.'),
    archived: z.boolean().optional(),
  }),
  answer: boardAnswer,
  async run({ user, board, body: { name, archived } }) {
    const renamed = name === undefined ? null : await renameSession(user.id, board, name)
    if (renamed && !renamed.ok) return renamed
    const move = archived ? archiveSession : unarchiveSession
    const moved = archived === undefined ? null : await move(user.id, board)
    return moved && !moved.ok ? moved : readSummary(user.id, board)
  },
})

export const DELETE = endpoint({
  summary: 'Delete a board. It can be restored from the trash',
  rate: 'commands',
  answer: done,
  run: ({ user, board }) => deleteSession(user.id, board),
})

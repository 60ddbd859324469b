/** Files: export of a board with ten thousand tasks, check, import as a new board and into an existing one, undo. */
import { readFile } from '#lib/board/transfer/read-file.ts'
import { createSession } from '#lib/session/boards/create-board.ts'
import { execute } from '#lib/session/commands/execute.ts'
import { openExport, streamOf, textOf } from '#lib/session/transfer/export.ts'
import { importInto, importNew } from '#lib/session/transfer/import.ts'
import { one, type Row, type Section } from './report.ts'
import { spread } from './stats.ts'
import { type Board, makeBoard } from './taskboard-driver.ts'

const TASKS = 10_000
const ROUNDS = 3

export async function measureFiles(): Promise<Section> {
  const board = await makeBoard(TASKS)
  const times: Record<string, number[]> = {}
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const result = await work()
    times[what] = [...(times[what] ?? []), performance.now() - began]
    return result
  }
  let bytes = 0
  for (let round = 0; round < ROUNDS; round++) {
    bytes = await timed('export as JSON', () => bytesOf(board, 'json'))
    await timed('export as Markdown', () => bytesOf(board, 'md'))
    await timed('export as CSV', () => bytesOf(board, 'csv'))
    const file = await openExport(board.userId, board.sessionId, 'json')
    const text = await textOf(file?.pieces ?? [])
    const read = await timed('check of the file', async () => readFile(text, Date.now()))
    if (!read.ok) throw new Error(read.message)
    const made = await timed('import as a new board', () => importNew(board.userId, read.boards))
    if (!made.ok) throw new Error(made.message)
    const empty = await createSession(board.userId)
    if (!empty.ok) throw new Error(empty.message)
    const { sessionId } = empty
    const caller = { userId: board.userId, sessionId, actor: 'user' as const }
    const into = () => importInto(board.userId, sessionId, read.boards)
    for (const [what, work] of [
      ['import into a board', into],
      ['undo of that', () => execute(caller, { name: 'undo', input: { whose: 'own' } })],
    ] as const) {
      const outcome = await timed(what, work)
      if (!outcome.ok || outcome.changes.length < TASKS) throw new Error(`${what} did too little.`)
    }
  }
  const rows = Object.entries(times).map(([what, took]): Row => ({ what, unit: 'ms', ours: spread(took) }))
  const size: Row = { what: 'the JSON file', unit: 'MB', ours: one(bytes / 1_000_000) }
  return { title: `Files of ${TASKS.toLocaleString('en')} tasks`, rows: [...rows, size] }
}

/** As a browser receives it. */
async function bytesOf(board: Board, format: 'json' | 'md' | 'csv'): Promise<number> {
  const file = await openExport(board.userId, board.sessionId, format)
  if (!file) throw new Error('Board not found.')
  let bytes = 0
  for await (const chunk of streamOf(file.pieces)) bytes += chunk.byteLength
  return bytes
}

/** Validates a whole file before any of it is used. A problem is reported with its place. */
import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import { problemOfBoard } from './check-file.ts'
import { problemOfCounts } from './count-file.ts'
import { type FileBoard, type FileRows, fileBoard, rowsOfFile } from './file-board.ts'
import { type FileUserData, fileOwn } from './file-user-data.ts'
import { FIRST_FORMAT, FORMAT } from './format.ts'
import { inWords } from './issue-message.ts'
import { type History, historyOf } from './replay.ts'

/** `rows` and `history` replace the raw state and log. */
export type ReadBoard = {
  board: Omit<FileBoard, 'state' | 'revisions'>
  rows: FileRows
  history: Omit<History, 'rows'> | null
  hasLog: boolean
}
export type FileRefusal = { ok: false; code: 'invalid' | 'limit'; message: string; path: string }
export type FileContents = { boards: ReadBoard[] } & FileUserData
export type ReadFile = ({ ok: true } & FileContents) | FileRefusal

const several = z.object({ format: z.literal(FORMAT), boards: z.array(z.unknown()) })

/** `now`: expired values are skipped. */
export function readFile(text: string, now: number): ReadFile {
  if (entriesIn(text) > LIMITS.importedEntries) {
    return wrong(
      [],
      `A file can have up to ${LIMITS.importedEntries} values. Export fewer boards into one file.`,
      'limit',
    )
  }
  let data: unknown
  try {
    data = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const place = /\(line \d+ column \d+\)/.exec(String(error))?.[0]
    return wrong([], `The file isn’t valid JSON${place ? ` ${place}` : ''}.`)
  }
  const format = (data as { format?: unknown } | null)?.format
  if (format !== FORMAT && format !== FIRST_FORMAT) {
    return wrong(['format'], 'This isn’t a Taskboard export.')
  }
  const all = several.safeParse(data)
  if (!all.success) {
    const read = readBoard(data, [], now)
    return 'path' in read ? read : { ok: true, boards: [read], memories: [], documents: [] }
  }
  if (all.data.boards.length > LIMITS.sessionsPerUser) {
    return wrong(['boards'], `A file can have up to ${LIMITS.sessionsPerUser} boards.`)
  }
  const boards: ReadBoard[] = []
  for (const [i, board] of all.data.boards.entries()) {
    const read = readBoard(board, ['boards', i], now)
    if ('path' in read) return read
    boards.push(read)
  }
  const own = fileOwn.safeParse(data)
  if (!own.success) {
    const [issue] = own.error.issues
    return wrong(issue?.path ?? [], issue ? inWords(issue) : '')
  }
  return { ok: true, boards, ...own.data }
}

/** At least as many as its values: each takes memory, however short. */
function entriesIn(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    if (code === COMMA || code === BRACKET || code === BRACE) count += 1
  }
  return count
}

const [COMMA, BRACKET, BRACE] = [44, 91, 123]

function readBoard(data: unknown, at: PropertyKey[], now: number): ReadBoard | FileRefusal {
  const tooMuch = problemOfCounts(data)
  if (tooMuch) return wrong([...at, ...tooMuch.path], tooMuch.message, 'limit')
  const parsed = fileBoard.safeParse(data)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    return wrong([...at, ...(issue?.path ?? [])], issue ? inWords(issue) : '')
  }
  const problem = problemOfBoard(parsed.data)
  if (problem) return wrong([...at, ...problem.path], problem.message)
  const rows = rowsOfFile(parsed.data, now)
  const { state: _state, revisions, ...board } = parsed.data
  const log = historyOf(revisions, rows, now)
  const hasLog = revisions.length > 0
  if (!log) return { board, rows, history: null, hasLog }
  const { rows: own, ...history } = log
  return { board, rows: own, history, hasLog }
}

function wrong(
  path: readonly PropertyKey[],
  problem: string,
  code: FileRefusal['code'] = 'invalid',
): FileRefusal {
  const place = path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '')
  const sentence = /[.!?]$/.test(problem) ? problem : `${problem}.`
  return { ok: false, code, path: place, message: place ? `${place}: ${sentence}` : sentence }
}

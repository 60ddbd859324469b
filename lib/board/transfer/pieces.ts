/** A file that was read, in pieces small enough that taking one in holds nobody up: it crosses from a thread. */
import { TABLES } from '../model/tables.ts'
import type { FileContents } from './read-file.ts'

/** Characters of JSON, unless a single row has more. */
const PIECE = 250_000

/** The rows of the file; what is around them comes first, with empty lists in their places. */
export function* piecesOf(file: FileContents): Generator<string> {
  const lists = listsOf(file)
  const rows = lists.map((list) => list.splice(0))
  yield JSON.stringify(file)
  for (const [at, list] of rows.entries()) {
    for (const piece of inPieces(list)) yield `[${at},${piece}]`
  }
}

/** `between` is waited for after each piece. */
export async function fileFrom(
  pieces: readonly string[],
  between: () => Promise<void>,
): Promise<FileContents> {
  const [around = '', ...rows] = pieces
  const file: FileContents = JSON.parse(around)
  const lists = listsOf(file)
  for (const piece of rows) {
    await between()
    const [at, ...list] = JSON.parse(piece) as [number, ...unknown[]]
    lists[at]?.push(...list)
  }
  return file
}

/** Every list that can be long, in one order on both sides. */
function listsOf({ boards, memories, documents }: FileContents): unknown[][] {
  const ofBoards = boards.flatMap(({ board, rows, history }) => [
    board.turns,
    board.messages,
    ...TABLES.map((table) => rows[table]),
    ...(history ? [history.revisions, ...TABLES.map((table) => history.touched[table])] : []),
  ])
  return [...ofBoards, memories, documents]
}

function* inPieces(rows: readonly unknown[]): Generator<string> {
  let piece: string[] = []
  let chars = 0
  for (const row of rows) {
    const text = JSON.stringify(row)
    piece.push(text)
    chars += text.length
    if (chars < PIECE) continue
    yield piece.join()
    piece = []
    chars = 0
  }
  if (piece.length > 0) yield piece.join()
}

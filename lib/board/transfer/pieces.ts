/** Splits a parsed file into small pieces, so that receiving it from a thread doesn’t block the event loop. */
import { TABLES } from '../model/tables.ts'
import type { FileContents } from './read-file.ts'

/** Characters of JSON, unless a single row has more. */
const PIECE = 250_000

/** The rows of the file, after the rest of it with empty arrays in their places. */
export function* piecesOf(file: FileContents): Generator<string> {
  const lists = listsOf(file)
  const rows = lists.map((list) => list.splice(0))
  yield JSON.stringify(file)
  for (const [at, list] of rows.entries()) {
    for (const piece of inPieces(list)) yield `[${at},${piece}]`
  }
}

/** Awaits `between` after each piece. */
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

/** Every array that can be long, in the same order on both sides. */
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

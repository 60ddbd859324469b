import { piecesOf } from '#lib/board/transfer/pieces.ts'
import { type FileRefusal, readFile } from '#lib/board/transfer/read-file.ts'
import { serveThread } from '#lib/threads/serve-thread.ts'

/** The contents of the file in pieces, or its problem. */
function readInPieces(text: string, now: number): string[] | FileRefusal {
  const file = readFile(text, now)
  if (!file.ok) return file
  const { ok: _ok, ...contents } = file
  return [...piecesOf(contents)]
}

export type ReadInPieces = typeof readInPieces

serveThread(readInPieces)

/** Exports sessions: JSON with everything, Markdown and CSV for reading. */
import { read } from '#db/client.ts'
import { boardOf } from '#lib/board/model/tables.ts'
import { csvHead, csvRow } from '#lib/board/transfer/csv.ts'
import { fileName } from '#lib/board/transfer/file-name.ts'
import { FORMAT, type SessionExport } from '#lib/board/transfer/format.ts'
import { markdownOf } from '#lib/board/transfer/markdown.ts'
import { listSessions } from '../boards/sessions.ts'
import { type ConsistentSession, readConsistently } from './consistent-read.ts'
import { jsonOf } from './export-json.ts'

export const EXPORT_FORMATS = ['json', 'md', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

const TYPES = {
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
} as const satisfies Record<ExportFormat, string>

type Pieces = Iterable<string> | AsyncIterable<string>
export type ExportFile = { name: string; type: string; pieces: Pieces }

/** `null` if this user has no such session. */
export async function openExport(
  userId: string,
  sessionId: string,
  format: ExportFormat,
  now = Date.now(),
): Promise<ExportFile | null> {
  const steady = await read((db) => readConsistently(db, userId, sessionId))
  if (!steady) return null
  const { name } = steady.session
  return { name: fileName(name, format), type: TYPES[format], pieces: piecesOf(steady, format, now) }
}

function piecesOf(steady: ConsistentSession, format: ExportFormat, now: number): Pieces {
  const { session, rows } = steady
  switch (format) {
    case 'json':
      return jsonOf(steady, now)
    case 'md':
      return markdownOf(session.name, boardOf(rows, session.nextNumber))
    case 'csv':
      return csvOf(steady)
    default:
      return format satisfies never
  }
}

function* csvOf({ rows }: ConsistentSession): Generator<string> {
  const names = new Map(rows.category.map(({ id, name }) => [id, name]))
  yield csvHead()
  for (const task of rows.task.toSorted((a, b) => a.number - b.number)) {
    yield csvRow(task, names.get(task.categoryId) ?? '')
  }
}

/** What a file of everything has besides boards, row by row. */
export type Own = Readonly<Record<'memories' | 'documents', AsyncIterable<unknown>>>

/** Every board, archived ones too, each as it is when it is written; then the user's memories and documents. */
export function exportEverything(userId: string, own: Partial<Own> = {}, now = Date.now()): ExportFile {
  const day = new Date(now).toISOString().slice(0, 10)
  return { name: `taskboard ${day}.json`, type: TYPES.json, pieces: everything(userId, own, now) }
}

async function* everything(userId: string, own: Partial<Own>, now: number): AsyncGenerator<string> {
  const boards = await read((db) => listSessions(db, userId))
  yield `{"format":${JSON.stringify(FORMAT)},"boards":[`
  let before = '\n'
  for (const { id } of boards) {
    const steady = await read((db) => readConsistently(db, userId, id))
    // Deleted since.
    if (!steady) continue
    yield before
    yield* jsonOf(steady, now)
    before = ',\n'
  }
  yield ']'
  for (const [name, rows] of Object.entries(own)) {
    yield `,\n${JSON.stringify(name)}:[`
    before = '\n'
    for await (const row of rows) {
      yield `${before}${JSON.stringify(row)}`
      before = ',\n'
    }
    yield ']'
  }
  yield '}'
}

/** A whole session as one object. */
export async function exportSession(
  userId: string,
  sessionId: string,
  now = Date.now(),
): Promise<SessionExport | null> {
  const file = await openExport(userId, sessionId, 'json', now)
  return file && JSON.parse(await textOf(file.pieces))
}

export async function textOf(pieces: Pieces): Promise<string> {
  let text = ''
  for await (const piece of pieces) text += piece
  return text
}

const CHUNK = 64 * 1024

/** Written only as fast as it is read. */
export function streamOf(pieces: Pieces): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const source = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]()
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      let text = ''
      while (text.length < CHUNK) {
        const next = await source.next()
        if (next.done) {
          if (text) controller.enqueue(encoder.encode(text))
          return controller.close()
        }
        text += next.value
      }
      controller.enqueue(encoder.encode(text))
    },
    async cancel() {
      await source.return?.(undefined)
    },
  })
}

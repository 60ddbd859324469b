/** Uploads a file: as new boards, or into an existing one. Loaded when the first file is chosen. */
import type { Outcome, Refusal } from '#lib/board/model/command.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { countOf } from '#lib/board/text/text.ts'
import { type ExportedMemory, FORMAT } from '#lib/board/transfer/format.ts'
import { LIMITS } from '#lib/limits.ts'

const MEGABYTE = 1_000_000

type NewBoards = {
  ok: true
  /** Memories that the file would save. */
  asked: readonly ExportedMemory[]
  boards: readonly {
    sessionId: string
    name: string
    reply: string
    leftOut: readonly string[]
    instructions: string | null
  }[]
}
/** The instructions that a file has for one of its boards. */
export type FileInstructions = { sessionId: string; name: string; text: string }
type Added = Extract<Outcome, { ok: true }>

export type ImportedBoards = {
  ok: true
  /** The board to open. */
  sessionId: string | null
  said: string
  /** Memories and instructions are used once the user accepts them. */
  instructions: readonly FileInstructions[]
  facts: readonly ExportedMemory[]
}

export async function importAsNew(file: File): Promise<ImportedBoards | Refusal> {
  const answer = await send<NewBoards>(file, '/api/boards/import?memories=ask')
  if (!answer.ok) return answer
  const [first, ...others] = answer.boards
  const leftOut = [...new Set(answer.boards.flatMap((board) => board.leftOut))].join(' ')
  const done = others.length > 0 ? `Imported ${countOf(answer.boards.length, 'board')}.` : first?.reply
  return {
    ok: true,
    sessionId: first?.sessionId ?? null,
    said: `${done ?? 'This file has no boards.'} ${leftOut}`.trim(),
    facts: answer.asked,
    instructions: answer.boards.flatMap(({ sessionId, name, instructions: text }) =>
      text ? { sessionId, name, text } : [],
    ),
  }
}

export function importInto(file: File, sessionId: string): Promise<Added | Refusal> {
  return send<Added>(file, `/api/boards/${sessionId}/import`)
}

/** Saves the memories of a file whose boards are already imported. */
export function keepFacts(memories: readonly ExportedMemory[]): Promise<{ ok: true } | Refusal> {
  const file = JSON.stringify({ format: FORMAT, boards: [], memories })
  return send(new Blob([file]), '/api/boards/import')
}

async function send<Answer extends { ok: true }>(file: Blob, address: string): Promise<Answer | Refusal> {
  if (file.size > LIMITS.importBytes) {
    const size = Math.ceil(file.size / MEGABYTE)
    return fail(`Files can have up to ${LIMITS.importBytes / MEGABYTE} MB; this one has ${size}.`)
  }
  try {
    const response = await fetch(address, {
      method: 'POST',
      body: file,
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': newId() },
    })
    return await response.json()
  } catch {
    return fail('Upload failed. Try again.')
  }
}

const fail = (message: string): Refusal => ({ ok: false, code: 'failed', message })

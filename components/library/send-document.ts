/** A text on its way to the library. */
import type { Refusal } from '#lib/board/command.ts'
import type { DocumentInfo } from '#lib/board/documents.ts'
import { LIMITS } from '#lib/limits.ts'

const MEGABYTE = 1_000_000

export async function sendDocument(
  name: string,
  text: Blob | string,
): Promise<{ ok: true; document: DocumentInfo; replaced: boolean } | Refusal> {
  const bytes = typeof text === 'string' ? new Blob([text]).size : text.size
  if (bytes > LIMITS.documentBytes) {
    const size = (bytes / MEGABYTE).toFixed(1)
    return fail(`“${name}” has ${size} MB; a document has at most ${LIMITS.documentBytes / MEGABYTE}.`)
  }
  try {
    const response = await fetch(`/api/library?${new URLSearchParams({ name })}`, {
      method: 'POST',
      body: text,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    })
    return await response.json()
  } catch {
    return fail(`“${name}” did not arrive. Try again in a moment.`)
  }
}

const fail = (message: string): Refusal => ({ ok: false, code: 'failed', message })

/** Uploads a document to the library. */
import type { Refusal } from '#lib/board/model/command.ts'
import type { DocumentInfo } from '#lib/board/wire/documents.ts'
import { LIMITS } from '#lib/limits.ts'

const MEGABYTE = 1_000_000

export async function sendDocument(
  name: string,
  text: Blob | string,
): Promise<{ ok: true; document: DocumentInfo; replaced: boolean } | Refusal> {
  const blob = new Blob([text])
  if (blob.size > LIMITS.documentBytes) {
    const size = Math.ceil((blob.size / MEGABYTE) * 100) / 100
    return fail(`“${name}” is ${size} MB. The limit is ${LIMITS.documentBytes / MEGABYTE} MB.`)
  }
  if (!(await isText(blob))) return fail(`“${name}” isn’t a text file. Upload UTF-8 text or Markdown.`)
  try {
    const response = await fetch(`/api/library?${new URLSearchParams({ name })}`, {
      method: 'POST',
      body: blob,
      headers: { 'Content-Type': 'text/plain; charset=utf-8' },
    })
    return await response.json()
  } catch {
    return fail(`Couldn’t upload “${name}”. Try again.`)
  }
}

/** The server's checks, made before anything is sent. */
async function isText(blob: Blob): Promise<boolean> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await blob.arrayBuffer())
    return !text.includes('\u0000')
  } catch {
    return false
  }
}

const fail = (message: string): Refusal => ({ ok: false, code: 'failed', message })

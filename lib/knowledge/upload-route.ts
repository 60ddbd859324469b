/** What the route that uploads documents does: reads the text up to the limit and stores the document. */
import type { NextRequest } from 'next/server'
import { refuse } from '#lib/board/model/command.ts'
import { answerRefusal } from '#lib/identity/api-auth.ts'
import { answerJson } from '#lib/identity/responses.ts'
import { LIMITS } from '#lib/limits.ts'
import { readUpload } from '#lib/session/transfer/upload.ts'
import { putDocument, TOO_LARGE } from './documents.ts'

const NO_TEXT = refuse('invalid', 'This isn’t a text file. Upload UTF-8 text or Markdown.')

/** `?name=` names it, each `&tag=` tags it; the body is its text. */
export async function answerDocument(userId: string, request: NextRequest): Promise<Response> {
  const { searchParams } = request.nextUrl
  const name = searchParams.get('name') ?? ''
  const declared = request.headers.get('content-length')
  const upload = await readUpload(request.body, declared, LIMITS.documentBytes, TOO_LARGE)
  if (!upload.ok) return answerRefusal(upload === TOO_LARGE ? { ...TOO_LARGE, status: 413 } : upload)
  // A binary file can still be valid UTF-8.
  if (upload.text.includes('\u0000')) return answerRefusal(NO_TEXT)
  const tags = searchParams.has('tag') ? searchParams.getAll('tag') : undefined
  const added = await putDocument(userId, { name, text: upload.text, tags })
  return added.ok ? answerJson(added) : answerRefusal(added)
}

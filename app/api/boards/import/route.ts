import type { NextRequest } from 'next/server'
import { answerUpload } from '#lib/session/answer-upload.ts'
import { importNew } from '#lib/session/import.ts'

/** A file makes boards of its own: one, or all that an export of everything holds. */
export async function POST(request: NextRequest): Promise<Response> {
  return answerUpload(request, (userId, boards, key) => importNew(userId, boards, { key }))
}

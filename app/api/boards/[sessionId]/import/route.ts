import type { NextRequest } from 'next/server'
import { answerUpload } from '#lib/session/answer-upload.ts'
import { importInto } from '#lib/session/import.ts'
import { boardNamed } from '#lib/session/sessions.ts'

type Context = { params: Promise<{ sessionId: string }> }

/** What a file holds of one board is added to this one; one undo takes it back. */
export async function POST(request: NextRequest, { params }: Context): Promise<Response> {
  const { sessionId } = await params
  return answerUpload(request, async (userId, { boards }, key) =>
    importInto(userId, await boardNamed(userId, sessionId), boards, { key }),
  )
}

import type { NextRequest } from 'next/server'
import { boardNamed } from '#lib/session/boards/sessions.ts'
import { importInto } from '#lib/session/transfer/import.ts'
import { answerUpload } from '#lib/session/transfer/import-route.ts'

type Context = { params: Promise<{ sessionId: string }> }

/** Adds the board in a file to this one, as one revision. */
export async function POST(request: NextRequest, { params }: Context): Promise<Response> {
  const { sessionId } = await params
  return answerUpload(request, async (userId, { boards }, key) =>
    importInto(userId, await boardNamed(userId, sessionId), boards, { key }),
  )
}

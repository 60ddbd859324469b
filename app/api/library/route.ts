import type { NextRequest } from 'next/server'
import { answerDocument } from '#lib/knowledge/upload-route.ts'

/** A text becomes a document of the caller's library; the same name again replaces it. */
export async function POST(request: NextRequest): Promise<Response> {
  return answerDocument(request)
}

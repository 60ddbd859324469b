import type { NextRequest } from 'next/server'
import { answerDocument } from '#lib/knowledge/upload-route.ts'

/** Adds a text to the caller's library; a document with the same name is replaced. */
export async function POST(request: NextRequest): Promise<Response> {
  return answerDocument(request)
}

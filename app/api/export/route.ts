import type { NextRequest } from 'next/server'
import { answerFile } from '#lib/identity/action-gate.ts'
import { serve } from '#lib/identity/api-route.ts'
import { documentsToFile } from '#lib/knowledge/transfer.ts'
import { memoriesToFile } from '#lib/memory/transfer.ts'
import { exportEverything, streamOf } from '#lib/session/transfer/export.ts'

/** Exports all of the caller's boards, memories and documents as one JSON file that can be imported. */
export async function GET(request: NextRequest): Promise<Response> {
  return serve(request, 'reads', async (user) => {
    const own = { memories: memoriesToFile(user.id), documents: documentsToFile(user.id) }
    const file = exportEverything(user.id, own)
    return answerFile(file, streamOf(file.pieces))
  })
}

import type { NextRequest } from 'next/server'
import { serve } from '#lib/identity/api-route.ts'
import { answerFile } from '#lib/identity/caller.ts'
import { exportEverything, streamOf } from '#lib/session/export.ts'

/** Every board of whoever asks, as one JSON file that can be imported. */
export async function GET(request: NextRequest): Promise<Response> {
  return serve(request, 'reads', async (user) => {
    const file = exportEverything(user.id)
    return answerFile(file, streamOf(file.pieces))
  })
}

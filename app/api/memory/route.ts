import type { NextRequest } from 'next/server'
import { answerFile } from '#lib/identity/action-gate.ts'
import { serve } from '#lib/identity/api-route.ts'
import { exportMemories } from '#lib/memory/export.ts'

/** The caller's memories as a JSON file. */
export async function GET(request: NextRequest): Promise<Response> {
  return serve(request, 'reads', async (user) => {
    const { name, type, text } = await exportMemories(user.id)
    return answerFile({ name, type }, new Blob([text]).stream())
  })
}

import type { NextRequest } from 'next/server'
import { answerJson } from '#lib/identity/action-gate.ts'
import { answerRefusal } from '#lib/identity/api-auth.ts'
import { readBody, serve } from '#lib/identity/api-route.ts'
import { createSession, givenSchema, readBoards } from '#lib/session/boards/sessions.ts'

/** The caller's boards, most recently used first. */
export async function GET(request: NextRequest): Promise<Response> {
  return serve(request, 'reads', async (user) => answerJson(await readBoards(user.id)))
}

/** Creates a board, with the given id and name if there are any. */
export async function POST(request: NextRequest): Promise<Response> {
  return serve(request, 'commands', async (user) => {
    const given = await readBody(request, givenSchema)
    if (!given.ok) return answerRefusal(given)
    const made = await createSession(user.id, Date.now(), given.body)
    return made.ok ? answerJson({ ok: true, id: made.sessionId }, 201) : answerRefusal(made)
  })
}

import type { NextRequest } from 'next/server'
import { answerJson, answerNothing } from '#lib/identity/action-gate.ts'
import { answerRefusal } from '#lib/identity/api-auth.ts'
import { readBody, serve } from '#lib/identity/api-route.ts'
import { boardNamed } from '#lib/session/boards/sessions.ts'
import { readApiState, type StateAtRevision } from '#lib/session/commands/api-state.ts'
import { patchSchema, patchState } from '#lib/session/commands/patch-state.ts'

type Context = { params: Promise<{ sessionId: string }> }

/** The session state and its revision. */
export async function GET(request: NextRequest, { params }: Context): Promise<Response> {
  return serve(request, 'reads', async (user) => {
    const found = await readApiState(user.id, await boardNamed(user.id, (await params).sessionId))
    return found ? tagged(answerJson(found), found) : answerNothing()
  })
}

/** Changes the state as one revision, unless it changed since the caller read it. */
export async function PATCH(request: NextRequest, { params }: Context): Promise<Response> {
  return serve(request, 'commands', async (user) => {
    const given = await readBody(request, patchSchema)
    if (!given.ok) return answerRefusal(given)
    const who = { userId: user.id, sessionId: await boardNamed(user.id, (await params).sessionId) }
    const patched = await patchState(who, given.body, request.headers.get('if-match'))
    if (patched.ok) return tagged(answerJson(patched), patched)
    const { now } = patched
    return now ? tagged(answerRefusal(patched, now), now) : answerRefusal(patched)
  })
}

function tagged(response: Response, { revision }: StateAtRevision): Response {
  response.headers.set('ETag', `"${revision}"`)
  return response
}

import type { NextRequest } from 'next/server'
import { endOf, runSchema, startApiRun } from '#lib/agent/run/api-run.ts'
import { answerJson } from '#lib/identity/action-gate.ts'
import { answerRefusal, callerOf } from '#lib/identity/api-auth.ts'
import { readBody, serve } from '#lib/identity/api-route.ts'
import { boardNamed } from '#lib/session/boards/sessions.ts'
import { EVENT_STREAM, eventStream } from '#lib/session/stream/sse.ts'

export const dynamic = 'force-dynamic'

type Context = { params: Promise<{ sessionId: string }> }

/** Sends a message and streams its turn; `Accept: application/json` waits for the end and answers once. */
export async function POST(request: NextRequest, { params }: Context): Promise<Response> {
  return serve(request, 'messages', async (user) => {
    const asked = await readBody(request, runSchema)
    if (!asked.ok) return answerRefusal(asked)
    const run = await startApiRun(user.id, await boardNamed(user.id, (await params).sessionId), asked.body)
    if (!run.ok) return answerRefusal(run)
    const gone = new AbortController()
    const events = run.events(AbortSignal.any([request.signal, gone.signal]))
    if (wantsJson(request)) {
      const end = await endOf(events)
      return end === null || end.ok ? answerJson(end) : answerRefusal(end)
    }
    const stillMay = async () => {
      const caller = await callerOf(request)
      return caller.ok && caller.user.id === user.id
    }
    return new Response(
      eventStream(events, () => gone.abort(), stillMay),
      { headers: EVENT_STREAM },
    )
  })
}

function wantsJson(request: NextRequest): boolean {
  const accept = request.headers.get('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/event-stream')
}

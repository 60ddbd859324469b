/** A run as a response: server-sent events, or with `Accept: application/json` its end alone. */
import type { NextRequest } from 'next/server'
import { type BegunRun, endOf } from '#lib/agent/run/api-run.ts'
import type { Refusal } from '#lib/board/model/command.ts'
import { callerOf } from '#lib/identity/api-auth.ts'
import type { User } from '#lib/identity/auth.ts'
import { answerJson } from '#lib/identity/responses.ts'
import { EVENT_STREAM, eventStream } from '#lib/session/stream/sse.ts'

export const RUN_MEDIA = { 'text/event-stream': 'The events of the turn, the last one `end`.' }

export async function answerRun(
  request: NextRequest,
  user: User,
  run: Exclude<BegunRun, Refusal>,
): Promise<Response | Refusal> {
  const gone = new AbortController()
  const events = run.events(AbortSignal.any([request.signal, gone.signal]))
  if (wantsJson(request)) {
    const end = await endOf(events)
    return end === null || end.ok ? answerJson(end) : end
  }
  const stillMay = async () => {
    const caller = await callerOf(request)
    return caller.ok && caller.user.id === user.id
  }
  return new Response(
    eventStream(events, () => gone.abort(), stillMay),
    { headers: EVENT_STREAM },
  )
}

function wantsJson(request: NextRequest): boolean {
  const accept = request.headers.get('accept') ?? ''
  return accept.includes('application/json') && !accept.includes('text/event-stream')
}

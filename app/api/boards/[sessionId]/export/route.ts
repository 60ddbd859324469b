import type { NextRequest } from 'next/server'
import { answerRefusal, callerOf } from '#lib/identity/api-caller.ts'
import { answerJson, answerNothing } from '#lib/identity/caller.ts'
import { overRate } from '#lib/identity/rates.ts'
import { exportSession } from '#lib/session/export.ts'

type Context = { params: Promise<{ sessionId: string }> }

/** The whole session as JSON, for whoever may open it. */
export async function GET(request: NextRequest, { params }: Context): Promise<Response> {
  const caller = await callerOf(request)
  if (!caller.ok) return answerRefusal(caller)
  const over = await overRate('reads', caller.user.id)
  if (over) return answerRefusal(over)
  const format = request.nextUrl.searchParams.get('format') ?? 'json'
  if (format !== 'json') return answerJson({ ok: false, code: 'invalid', message: 'Use format=json.' }, 400)
  const exported = await exportSession(caller.user.id, (await params).sessionId)
  return exported ? answerJson(exported) : answerNothing()
}

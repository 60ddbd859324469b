import type { NextRequest } from 'next/server'
import { answerJson, answerNothing, currentVisit } from '#lib/identity/caller.ts'
import { overRate } from '#lib/identity/rates.ts'
import { exportSession } from '#lib/session/export.ts'

type Context = { params: Promise<{ sessionId: string }> }

/** The whole session as JSON, for whoever may open it. */
export async function GET(request: NextRequest, { params }: Context): Promise<Response> {
  const visit = await currentVisit()
  if (!visit) return answerNothing()
  const over = await overRate('reads', visit.user.id)
  if (over) return answerJson(over, 429)
  const format = request.nextUrl.searchParams.get('format') ?? 'json'
  if (format !== 'json') return answerJson({ ok: false, code: 'invalid', message: 'Use format=json.' }, 400)
  const exported = await exportSession(visit.user.id, (await params).sessionId)
  return exported ? answerJson(exported) : answerNothing()
}

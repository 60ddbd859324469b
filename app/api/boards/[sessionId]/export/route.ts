import type { NextRequest } from 'next/server'
import { z } from 'zod'
import { refuse } from '#lib/board/model/command.ts'
import { answerFile, answerNothing } from '#lib/identity/action-gate.ts'
import { answerRefusal } from '#lib/identity/api-auth.ts'
import { serve } from '#lib/identity/api-route.ts'
import { boardNamed } from '#lib/session/boards/sessions.ts'
import { EXPORT_FORMATS, openExport, streamOf } from '#lib/session/transfer/export.ts'

type Context = { params: Promise<{ sessionId: string }> }

const formats = z.enum(EXPORT_FORMATS)

/** Exports one session: everything as JSON, or the board as Markdown or CSV. */
export async function GET(request: NextRequest, { params }: Context): Promise<Response> {
  return serve(request, 'reads', async (user) => {
    const format = formats.safeParse(request.nextUrl.searchParams.get('format') ?? 'json')
    if (!format.success) return answerRefusal(refuse('invalid', 'Use format=json, md or csv.'))
    const file = await openExport(user.id, await boardNamed(user.id, (await params).sessionId), format.data)
    return file ? answerFile(file, streamOf(file.pieces)) : answerNothing()
  })
}

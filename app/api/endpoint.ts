/** An endpoint of the API is declared once: its route handler and its entry in the OpenAPI document are made from it. */
import type { NextRequest } from 'next/server'
import { z } from 'zod'
import type { Refusal } from '#lib/board/model/command.ts'
import { refuse } from '#lib/board/model/command.ts'
import { messageOfZodError } from '#lib/board/text/input-error.ts'
import { answerRefusal } from '#lib/identity/api-auth.ts'
import { readBody, serve } from '#lib/identity/api-route.ts'
import type { User } from '#lib/identity/auth.ts'
import type { RateName } from '#lib/identity/rate-limits.ts'
import { answerJson } from '#lib/identity/responses.ts'
import { boardNamed } from '#lib/session/boards/sessions.ts'
import { BOARD_NOT_FOUND } from '#lib/session/commands/update-session.ts'

type Params = Readonly<Record<string, string>>
type Context = { params: Promise<Params> }

export type Call<Body extends z.ZodType, Query extends z.ZodObject> = {
  user: User
  /** The id of the board that the path names; empty where it names none. */
  board: string
  params: Params
  body: z.output<Body>
  query: z.output<Query>
  request: NextRequest
}

/** JSON to answer, a whole response, a refusal, or `null` where there is no such board. */
type Answer = object | Response | (Refusal & { status?: number }) | null

export type Declaration<Body extends z.ZodType = z.ZodType, Query extends z.ZodObject = z.ZodObject> = {
  summary: string
  rate: RateName
  body?: Body
  query?: Query
  /** The media type of a file that is the body, read by `run` itself. */
  file?: string
  /** What a success answers. Other media types than JSON are named in `media`. */
  answer?: z.ZodType
  media?: Readonly<Record<string, string>>
  status?: 200 | 201
  run(call: Call<Body, Query>): Promise<Answer>
}

export type Endpoint = {
  (request: NextRequest, context: Context): Promise<Response>
  declaration: Declaration
}

export function endpoint<Body extends z.ZodType = z.ZodUndefined, Query extends z.ZodObject = z.ZodObject>(
  declaration: Declaration<Body, Query>,
): Endpoint {
  const { rate, body: bodySchema, query: querySchema = z.object({}), status = 200, run } = declaration
  const handler = (request: NextRequest, context: Context) =>
    serve(request, rate, async (user) => {
      const query = querySchema.safeParse(Object.fromEntries(request.nextUrl.searchParams))
      if (!query.success) return answerRefusal(refuse('invalid', messageOfZodError(query.error)))
      const read = bodySchema ? await readBody(request, bodySchema) : { ok: true as const, body: undefined }
      if (!read.ok) return answerRefusal(read)
      const params = (await context.params) ?? {}
      const board = params.sessionId === undefined ? '' : await boardNamed(user.id, params.sessionId)
      const answer = await run({
        user,
        board,
        params,
        body: read.body as z.output<Body>,
        query: query.data as z.output<Query>,
        request,
      })
      if (answer instanceof Response) return answer
      if (answer === null) return answerRefusal(BOARD_NOT_FOUND)
      return isRefusal(answer) ? answerRefusal(answer) : answerJson(answer, status)
    })
  return Object.assign(handler, { declaration: declaration as unknown as Declaration })
}

function isRefusal(answer: object): answer is Refusal {
  return 'ok' in answer && answer.ok === false && 'code' in answer
}

/** Shared by both import routes: the limits, and validation of the whole file. */
import type { NextRequest } from 'next/server'
import type { Refusal } from '#lib/board/model/command.ts'
import { idSchema } from '#lib/board/model/id.ts'
import type { FileContents } from '#lib/board/transfer/read-file.ts'
import { answerRefusal } from '#lib/identity/api-auth.ts'
import { overImports } from '#lib/identity/rate-limits.ts'
import { answerJson } from '#lib/identity/responses.ts'
import { readInThread } from './read-in-thread.ts'
import { oneAtATime, readUpload, TOO_LARGE } from './upload.ts'

/** `Idempotency-Key`: the same key is the same import. */
export async function answerUpload(
  userId: string,
  request: NextRequest,
  work: (file: FileContents, key: string | undefined) => Promise<{ ok: true } | Refusal>,
): Promise<Response> {
  const key = idSchema.safeParse(request.headers.get('idempotency-key')).data
  const answer = await oneAtATime(userId, async () => {
    const upload = await readUpload(request.body, request.headers.get('content-length'))
    if (!upload.ok) return upload
    const over = await overImports(userId, Buffer.byteLength(upload.text))
    if (over) return over
    const file = await readInThread(userId, upload.text)
    return file.ok ? work(file, key) : file
  })
  if (answer.ok) return answerJson(answer)
  if (answer === TOO_LARGE) return answerRefusal({ ...TOO_LARGE, status: 413 })
  return answerRefusal(answer, 'path' in answer ? { path: answer.path } : {})
}

/** The responses of API routes. */
import { contentDisposition } from '#lib/board/transfer/file-name.ts'

/** The response of a route: private, never cached, with the status of the refusal. */
export function answerJson(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'private, no-store' } })
}

/** A download with a file name. */
export function answerFile(file: { name: string; type: string }, body: ReadableStream): Response {
  return new Response(body, {
    headers: {
      'Content-Type': file.type,
      'Content-Disposition': contentDisposition(file.name),
      'Cache-Control': 'private, no-store',
    },
  })
}

/** "Not yours" and "not found" get the same answer. */
export function answerNothing(): Response {
  return answerJson({ ok: false, code: 'not_found', message: 'Board not found.' }, 404)
}

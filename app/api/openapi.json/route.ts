import { openApiDocument } from '../openapi.ts'

/** The description of the API for programs. It holds nothing of any user. */
export function GET(): Response {
  return Response.json(openApiDocument())
}

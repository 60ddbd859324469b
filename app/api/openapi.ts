/** The OpenAPI document, made from the declarations of the routes: what they check is what it says. */
import { z } from 'zod'
import { refusal } from './answers.ts'
import * as approvals from './boards/[sessionId]/approvals/route.ts'
import * as boardExport from './boards/[sessionId]/export/route.ts'
import * as boardImport from './boards/[sessionId]/import/route.ts'
import * as board from './boards/[sessionId]/route.ts'
import * as cancel from './boards/[sessionId]/runs/[runId]/cancel/route.ts'
import * as boardRuns from './boards/[sessionId]/runs/route.ts'
import * as state from './boards/[sessionId]/state/route.ts'
import * as newImport from './boards/import/route.ts'
import * as boards from './boards/route.ts'
import type { Declaration, Endpoint } from './endpoint.ts'
import * as everything from './export/route.ts'
import * as library from './library/route.ts'
import * as memory from './memory/route.ts'
import * as runs from './runs/route.ts'
import * as search from './search/route.ts'

const USER_ID = {
  name: 'user_id',
  in: 'query',
  required: false,
  schema: { type: 'string' },
  description: 'Only with the service token: the user it calls for.',
}
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const
type Routes = Partial<Record<(typeof METHODS)[number], Endpoint>>

/** The route of each path; the terminal program calls them without a server. */
export const PATHS: Readonly<Record<string, Routes>> = {
  '/api/boards': boards,
  '/api/boards/{sessionId}': board,
  '/api/boards/{sessionId}/runs': boardRuns,
  '/api/boards/{sessionId}/runs/{runId}/cancel': cancel,
  '/api/boards/{sessionId}/approvals': approvals,
  '/api/boards/{sessionId}/state': state,
  '/api/boards/{sessionId}/export': boardExport,
  '/api/boards/{sessionId}/import': boardImport,
  '/api/boards/import': newImport,
  '/api/export': everything,
  '/api/library': library,
  '/api/memory': memory,
  '/api/runs': runs,
  '/api/search': search,
}

const REFUSALS = {
  400: 'The request is not valid.',
  401: 'No valid token.',
  404: 'Not found, or not yours.',
  409: 'Conflicts with the current state.',
  422: 'Over a limit.',
  429: 'Too many requests. Retry-After says when to try again.',
} as const

/** OpenAPI 3.1, whose schemas are JSON Schema 2020-12. */
export function openApiDocument(): object {
  const schemas: Record<string, unknown> = {}
  const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
    const {
      $schema: _,
      $defs = {},
      ...own
    } = z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      reused: 'inline',
    })
    for (const [name, one] of Object.entries($defs)) schemas[name] = inComponents(one)
    return inComponents(own)
  }
  const operationOf = (
    path: string,
    { summary, body, query, file, answer, media = {}, status = 200 }: Declaration,
  ) => ({
    summary,
    parameters: [
      USER_ID,
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { type: 'string' },
      })),
      ...(query ? parametersOf(schemaOf(query, 'input')) : []),
    ],
    ...(file && { requestBody: { required: true, content: { [file]: {} } } }),
    ...(body && { requestBody: { required: true, content: json(schemaOf(body, 'input')) } }),
    responses: {
      [status]: {
        description: 'Done.',
        content: {
          ...(answer && json(schemaOf(answer, 'output'))),
          ...Object.fromEntries(
            Object.entries(media).map(([type, description]) => [
              type,
              { schema: { type: 'string', description } },
            ]),
          ),
        },
      },
      ...Object.fromEntries(
        Object.entries(REFUSALS).map(([code, description]) => [
          code,
          { description, content: json(schemaOf(refusal, 'output')) },
        ]),
      ),
    },
  })
  const paths = Object.fromEntries(
    Object.entries(PATHS).map(([path, routes]) => [
      path,
      Object.fromEntries(
        METHODS.flatMap((method) => {
          const found = routes[method]
          return found ? [[method.toLowerCase(), operationOf(path, found.declaration)]] : []
        }),
      ),
    ]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Taskboard',
      version: '1',
      description: 'Boards, runs of the agent, and the session state.',
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'Created in Settings.' } },
    },
  }
}

/** Names of schemas as the document keeps them. */
const inComponents = (schema: object) =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'))

const json = (schema: object) => ({ 'application/json': { schema } })

function parametersOf({ properties = {}, required = [] }: { properties?: object; required?: string[] }) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
}

/** `--local`: Taskboard in this process. The client calls the routes of the API without a server. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { NextRequest } from 'next/server'
import { PATHS } from '#app/api/openapi.ts'
import { connect } from '#client/taskboard.ts'
import { read, write } from '#db/client.ts'
import { InUseError } from '#db/file/file-lock.ts'
import { databasePath } from '#db/file/open-file.ts'
import { users } from '#db/schema.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { findTokenUser, makeToken } from '#lib/identity/tokens.ts'
import { startWork, stopWork } from '#lib/startup.ts'
import { Problem } from '../lib/project.mjs'
import { dataFolder, writePrivate } from './history.ts'

/** No request leaves this process; a host that the routes accept. */
const ADDRESS = 'http://localhost'

export async function openLocal(token: string | undefined) {
  try {
    await startWork()
  } catch (error) {
    if (!(error instanceof InUseError)) throw error
    const [running = ''] = error.message.split('. ')
    throw new Problem(`${running}.\nConnect to it instead: TASKBOARD_TOKEN=tb_… npm run chat`)
  }
  try {
    const taskboard = connect({ url: ADDRESS, token: token ?? (await ownToken()), fetch: callRoute })
    return { taskboard, place: databasePath() ?? 'database server', close: stopWork }
  } catch (error) {
    await stopWork()
    throw error
  }
}

/** As `fetch`, answered by the route that serves this path. */
async function callRoute(url: string, init: RequestInit): Promise<Response> {
  const nextUrl = new URL(url)
  const found = routeOf(nextUrl.pathname, init.method as keyof (typeof PATHS)[string])
  if (!found) return Response.json({ ok: false, code: 'not_found', message: 'Not found.' }, { status: 404 })
  const request = new Request(url, init)
  request.headers.set('host', nextUrl.host)
  const asNext = Object.assign(request, { nextUrl }) as unknown as NextRequest
  return found.route(asNext, { params: Promise.resolve(found.params) })
}

function routeOf(pathname: string, method: keyof (typeof PATHS)[string]) {
  const exact = PATHS[pathname]?.[method]
  if (exact) return { route: exact, params: {} }
  for (const [path, routes] of Object.entries(PATHS)) {
    const names = new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(pathname)?.groups
    const route = routes[method]
    if (!names || !route) continue
    const params = Object.entries(names).map(([name, value]) => [name, decodeURIComponent(value)])
    return { route, params: Object.fromEntries(params) as Record<string, string> }
  }
  return null
}

/** The token of this terminal: it is listed in Settings, and can be revoked there. */
async function ownToken(): Promise<string> {
  const file = join(dataFolder(), 'terminal-token')
  const kept = readKept(file)
  if (kept && (await findTokenUser(kept))) return kept
  const made = await makeToken(await onlyUser(), 'Terminal on this computer')
  if (!made.ok) throw new Problem(made.message)
  writePrivate(file, `${made.token}\n`)
  return made.token
}

function readKept(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}

/** The one user of the database, created if there is none. */
async function onlyUser(): Promise<string> {
  const [first, second] = await read((db) => db.select({ id: users.id }).from(users).limit(2))
  if (second) {
    throw new Problem(
      'Several browsers use this database. Create a token in Settings of yours, then: TASKBOARD_TOKEN=tb_… npm run chat -- --local',
    )
  }
  if (first) return first.id
  const id = newId()
  const now = Date.now()
  await write(async (tx) => {
    await tx.insert(users).values({ id, settings: {}, createdAt: now, lastSeenAt: now })
  })
  return id
}

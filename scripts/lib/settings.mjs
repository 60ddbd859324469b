/** Host, port and data folder, read as the server reads them; errors are reported here in one line. */
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { inRoot, Problem, ROOT } from './project.mjs'

const LOOPBACK = ['127.0.0.1', 'localhost', '::1']
const EVERYWHERE = ['0.0.0.0', '::']

/** What the server will see: the environment over .env.local and the like. */
export function serverEnv(dev) {
  const { loadEnvConfig } = createRequire(inRoot('package.json'))('@next/env')
  const quiet = { info: () => undefined, error: (...words) => process.stderr.write(`${words.join(' ')}\n`) }
  return loadEnvConfig(ROOT, dev, quiet).combinedEnv
}

export function readSettings(dev) {
  const before = { ...process.env }
  const combinedEnv = serverEnv(dev)
  const host = combinedEnv.HOST?.trim() || '127.0.0.1'
  const port = Number(combinedEnv.PORT?.trim() || 3000)
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new Problem('PORT must be a number from 1 to 65535, for example: PORT=3001 npm start')
  }
  checkAccess(host, combinedEnv.TASKBOARD_ACCESS_PASSWORD)
  checkDataFolder(combinedEnv.DATABASE_URL?.trim() || 'file:data/taskboard.db')
  const isUnnamed = EVERYWHERE.includes(host) && !combinedEnv.ALLOWED_HOSTS?.trim()
  const isUnguarded =
    !combinedEnv.TASKBOARD_ACCESS_PASSWORD?.trim() &&
    (Boolean(combinedEnv.ALLOWED_HOSTS?.trim()) || ['1', 'true'].includes(combinedEnv.TRUST_PROXY ?? ''))
  return { host, port, url: `http://${shownHost(host)}:${port}`, env: before, isUnnamed, isUnguarded }
}

/** The server refuses too (lib/env.ts); here it is known before a build of a minute. */
function checkAccess(host, password) {
  if (LOOPBACK.includes(host) || /^127(\.\d+){3}$/.test(host) || password?.trim().length >= 12) return
  throw new Problem(
    `HOST=${host} accepts other computers, so TASKBOARD_ACCESS_PASSWORD (at least 12 characters) is required. Set it in .env.local, or set HOST to 127.0.0.1.`,
  )
}

function shownHost(host) {
  if (LOOPBACK.includes(host) || EVERYWHERE.includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Where this machine reaches a server that listens on `host`. */
export function reachableHost(host) {
  if (host === '0.0.0.0') return '127.0.0.1'
  return host === '::' ? '::1' : host
}

/** The server creates the folder and refuses a database in memory (lib/env.ts); this only finds problems early. */
function checkDataFolder(databaseUrl) {
  if (/^(file:)?:memory:|^file:.*[?&]mode=memory\b/i.test(databaseUrl)) {
    throw new Problem(
      `DATABASE_URL=${databaseUrl} is in memory, which can’t be shared by reads and writes. Use a file, e.g. file:${path.join(os.tmpdir(), 'taskboard.db')}`,
    )
  }
  if (!databaseUrl.startsWith('file:')) return
  const name = databaseUrl
    .slice('file:'.length)
    .replace(/^\/\/(?=\/)/, '')
    .split('?')[0]
  const file = path.resolve(ROOT, name)
  const place = nearestExisting(file)
  const rights = place === file ? constants.R_OK | constants.W_OK : constants.W_OK | constants.X_OK
  try {
    accessSync(place, rights)
  } catch (error) {
    throw new Problem(`Can’t write to ${place} (${error.code}). Fix the permissions, or change DATABASE_URL.`)
  }
}

function nearestExisting(place) {
  return existsSync(place) ? place : nearestExisting(path.dirname(place))
}

/** A browser may resolve `localhost` to ::1, so that port must be free too. */
export async function checkPort(host, port) {
  const refusal = await tryListen(host, port)
  if (refusal) throw new Problem(portProblem(refusal, host, port))
  const other = LOOPBACK.includes(host) ? await tryListen('::1', port) : null
  if (other === 'EADDRINUSE') throw new Problem(portProblem(other, host, port))
}

export function portProblem(code, host, port) {
  if (code === 'EADDRINUSE') {
    const next = port < 65_535 ? port + 1 : 3000
    return `Port ${port} is in use. Stop the other program or choose another: PORT=${next} npm start`
  }
  if (code === 'EACCES') return `Port ${port} needs elevated permissions. Try: PORT=3000 npm start`
  return `Can’t listen on ${host} (${code}). Set HOST to an address of this machine, e.g. 127.0.0.1.`
}

function tryListen(host, port) {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', (error) => resolve(error.code))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}

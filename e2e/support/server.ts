/** A production server for tests: a free loopback port and its own database file, ended by process id. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

export type TestServer = {
  url: string
  port: number
  databasePath: string
  pid(): number
  /** Everything it printed so far. */
  log(): string
  /** Resolves once the process is gone. */
  kill(signal: NodeJS.Signals): Promise<void>
  /** Starts it again on the same port and file; from another folder, it serves the build there. */
  start(project?: string): Promise<void>
  stop(): Promise<void>
}

const READY_WITHIN_MS = 30_000

export async function startServer(options: { env?: Record<string, string>; databasePath?: string } = {}) {
  const port = await freePort()
  const folder = options.databasePath ? null : mkdtempSync(join(tmpdir(), 'taskboard-e2e-'))
  const databasePath = options.databasePath ?? join(folder ?? '', 'taskboard.db')
  let child: ChildProcess | null = null
  let output = ''

  async function start(project = '.'): Promise<void> {
    // Ends with the worker that started it, even after a crash.
    const follow = '--import=./scripts/lib/end-with-parent.mjs'
    const host = options.env?.HOST ?? '127.0.0.1'
    const args = [follow, 'node_modules/next/dist/bin/next', 'start', '-H', host, '-p', String(port)]
    const env = {
      ...cleanEnvironment(),
      ...options.env,
      DATABASE_URL: `file:${databasePath}`,
      PORT: String(port),
    }
    const started = spawn(resolve('node_modules/.bin/node'), args, {
      cwd: project,
      env,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const keep = (chunk: Buffer) => {
      output += chunk
    }
    started.stdout.on('data', keep)
    started.stderr.on('data', keep)
    child = started
    await ready(`http://localhost:${port}/healthz`, started, () => output)
  }

  async function kill(signal: NodeJS.Signals): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }

  await start()
  return {
    url: `http://localhost:${port}`,
    port,
    databasePath,
    pid: () => child?.pid ?? 0,
    log: () => output,
    kill,
    start,
    async stop() {
      await kill('SIGKILL')
      if (folder) rmSync(folder, { recursive: true, force: true })
    },
  } satisfies TestServer
}

/** Keeps a developer's settings out of the tests; the mark makes Next skip .env.local. */
const FIXED = {
  NODE_ENV: 'production',
  NEXT_TELEMETRY_DISABLED: '1',
  __NEXT_PROCESSED_ENV: 'true',
  TASKBOARD_FOLLOW_STDIN: '1',
} as const

function cleanEnvironment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'LANG', 'TMPDIR']
  const kept = names.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))
  return { ...Object.fromEntries(kept), ...FIXED }
}

async function ready(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) break
    const well = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (well) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`The server did not start.\n${output()}`)
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

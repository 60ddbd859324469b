/** For tests: programs of their own, as a server, a backup or a second start would be one. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Client, createClient } from '@libsql/client'
import { onTestFinished } from 'vitest'
import { fileUrl } from './file/open-file.ts'

export type Ended = { code: number | null; signal: string | null; stdout: string; stderr: string }

/** `args` to this Node, in this environment with `env` over it. */
export function runNode(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      args,
      { env: { ...process.env, LOG_LEVEL: 'silent', ...env } },
      (_error, stdout, stderr) =>
        resolve({
          code: child.exitCode,
          signal: child.signalCode,
          stdout: stdout.trim(),
          stderr: stderr.trim(),
        }),
    )
  })
}

export function runScript(script: string, env: Record<string, string> = {}): Promise<Ended> {
  return runNode(['--input-type=module', '-e', script], env)
}

/** As `npm run backup` and `npm run restore` call it, once they have read the settings. */
export function databaseWork(url: string, args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return runNode(['scripts/lib/database.ts', ...args], { DATABASE_URL: url, ...env })
}

/** Starts as the server does, and says `opened` or why not. */
export const OPEN = `
  const { openDatabase } = await import('#db/migrate.ts')
  try { await openDatabase(); console.log('opened') }
  catch (error) { console.log(error.name + ': ' + error.message); process.exit(3) }
`

export async function openWith(path: string, env: Record<string, string> = {}): Promise<string> {
  return (await runScript(`${OPEN}; process.exit(0)`, { DATABASE_URL: fileUrl(path), ...env })).stdout
}

export type Running = {
  child: ChildProcess
  lines: string[]
  /** Resolves at the next line it writes, or when it ends; rejects once it has ended. */
  next(): Promise<unknown>
  kill(): Promise<void>
}

/** A program that goes on until it is killed; what it says is kept line by line. */
export function startScript(
  script: string,
  env: Record<string, string>,
  under: readonly string[] = [],
): Running {
  const [program = '', ...args] = [...under, process.execPath, '--input-type=module', '-e', script]
  const child = spawn(program, args, {
    env: { ...process.env, LOG_LEVEL: 'silent', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  let rest = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
  })
  const gone = once(child, 'exit')
  return {
    child,
    lines,
    async next() {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error('The program has ended.')
      await Promise.race([once(child.stdout, 'data'), gone])
    },
    async kill() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

export function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'taskboard-db-'))
}

/** Name and content of every file of a folder, but for locks and who held them: the same before and after, or not. */
export function fingerprint(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile() && !/\.(lock(-journal)?|holder)$/.test(entry.name))
  return Object.fromEntries(
    files
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .map((file) => [file, createHash('sha256').update(readFileSync(file)).digest('hex')]),
  )
}

/** Opens a file that no server holds. */
export async function inFile<T>(
  path: string,
  work: (client: Client) => Promise<T>,
  encryptionKey?: string,
): Promise<T> {
  const client = createClient({ url: fileUrl(path), encryptionKey })
  try {
    return await work(client)
  } finally {
    client.close()
  }
}

export async function firstValue(client: Client, sql: string): Promise<unknown> {
  return (await client.execute(sql)).rows[0]?.[0]
}

/** Writes as the server does, and says what was acknowledged or refused. It does what the lines it is sent say. */
const SERVER = `
  const { openDatabase } = await import('#db/migrate.ts')
  const { read, write } = await import('#db/client.ts')
  const { foldLog, stopKeeper } = await import('#db/file/keeper.ts')
  const { isDatabaseHealthy } = await import('#lib/session/maintenance/database-health.ts')
  const { meta } = await import('#db/schema.ts')
  const { createInterface } = await import('node:readline')
  await openDatabase()
  const put = (key) => write((tx) => tx.insert(meta).values({ key, value: 'x'.repeat(100) }))
  const works = {
    put: (key) => put(key).then(() => 'saved', (error) => error.code),
    fold: () => foldLog().then(() => 'done', (error) => error.code),
    stop: () => stopKeeper().then(() => 'done'),
    // Inside a write, so that it has a connection of its own, which remembers no page.
    read: () => write(() => read((db) => db.select().from(meta))).then(() => 'done', (error) => error.code),
    well: async () => String(await isDatabaseHealthy()),
  }
  console.log('ready')
  for await (const line of createInterface({ input: process.stdin })) {
    const [work, key] = line.split(' ')
    console.log(await works[work](key))
  }
`

/** `under` is a program that runs it, like strace. */
export async function newServer(path = join(newFolder(), 'taskboard.db'), under: readonly string[] = []) {
  const server = startScript(SERVER, { DATABASE_URL: fileUrl(path) }, under)
  onTestFinished(() => server.kill())
  await server.next()
  const ask = async (line: string) => {
    const before = server.lines.length
    server.child.stdin?.write(`${line}\n`)
    while (server.lines.length === before) {
      if (server.child.exitCode !== null) throw new Error(`It ended before it did “${line}”.`)
      await server.next()
    }
    return server.lines[before]
  }
  return { path, ask, kill: server.kill, pid: server.child.pid }
}

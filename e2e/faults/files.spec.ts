/** Files that aren’t a Taskboard database: the server exits with one line and doesn’t change them. */

import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { expect, test } from '@playwright/test'
import { startServer } from '../support/server.ts'
import { figures, openDice, size } from './support/random.ts'
import { addTask, visit } from './support/visitor.ts'

const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** The output of a failed start with this file; `null` if the server starts. */
async function refusalOf(databasePath: string, env: Record<string, string> = {}): Promise<string | null> {
  try {
    const server = await startServer({ databasePath, env })
    await server.stop()
    return null
  } catch (error) {
    return /Taskboard: .*/.exec(String(error))?.[0] ?? `no line: ${error}`
  }
}

test('T12 broken, foreign, newer, encrypted and read-only files', async () => {
  test.setTimeout(size(180_000, 400_000))
  const dice = openDice()
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-files-'))
  const good = join(folder, 'good.db')
  const server = await startServer({ databasePath: good })
  const visitor = await visit(server.url)
  for (let i = 0; i < 40; i++) await visitor.run(addTask(`task ${i} ${'x'.repeat(200)}`))
  await server.kill('SIGTERM')
  const client = createClient({ url: `file:${good}` })
  await client.execute('pragma wal_checkpoint(truncate)')
  client.close()
  const whole = readFileSync(good)

  const flipped = (at: number, bytes: number) => {
    const copy = Buffer.from(whole)
    for (let i = 0; i < bytes; i++) copy[at + i] = dice.between(0, 255)
    return copy
  }
  const page = 4_096
  const cases: Record<string, Buffer | string> = {
    'no database': 'These are notes, and no database at all.\n'.repeat(100),
    'half of it': whole.subarray(0, Math.floor(whole.length / 2 / page) * page + 100),
    'a broken head': flipped(0, 100),
    'a broken schema': flipped(page / 8, page - page / 8),
    ...Object.fromEntries(
      Array.from({ length: size(1, 12) }, (_, i) => [
        `broken page ${i}`,
        flipped(page * dice.between(1, whole.length / page - 1), page),
      ]),
    ),
  }
  const lines: string[] = []
  for (const [name, bytes] of Object.entries(cases)) {
    const path = join(folder, `${name.replaceAll(' ', '-')}.db`)
    writeFileSync(path, bytes)
    const before = hashOf(path)
    const line = await refusalOf(path)
    // Unused pages, and bytes that are valid by chance, don’t count as corruption.
    if (line === null && name.startsWith('broken page')) continue
    expect(line, name).toContain(path)
    expect(line, name).toMatch(/damaged|cannot be read|no Taskboard database|another program/i)
    expect(hashOf(path), name).toBe(before)
    lines.push(line ?? '')
  }

  const change = async (name: string, ...statements: string[]) => {
    const path = join(folder, name)
    if (name.startsWith('newer')) cpSync(good, path)
    const changed = createClient({ url: `file:${path}` })
    for (const statement of statements) await changed.execute(statement)
    changed.close()
    return path
  }
  const foreign = await change('foreign.db', 'create table invoices (id integer)')
  const newer = await change(
    'newer.db',
    "insert into __drizzle_migrations (hash, created_at) values ('of the future', 99999999999999)",
  )
  for (const [path, words] of [
    [foreign, 'another program'],
    [newer, 'newer Taskboard'],
  ] as const) {
    const before = hashOf(path)
    expect(await refusalOf(path)).toContain(words)
    expect(hashOf(path)).toBe(before)
  }
  const before = hashOf(good)
  expect(await refusalOf(good, { DATABASE_ENCRYPTION_KEY: 'k'.repeat(32) })).toContain('good.db')
  expect(hashOf(good)).toBe(before)

  // A missing folder is created; an empty file is accepted; a second server on the same file is refused.
  expect(await refusalOf(join(folder, 'not', 'there', 'new.db'))).toBeNull()
  expect(existsSync(join(folder, 'not', 'there', 'new.db'))).toBe(true)
  writeFileSync(join(folder, 'empty.db'), '')
  expect(await refusalOf(join(folder, 'empty.db'))).toContain('empty.db is no Taskboard database')
  expect(statSync(join(folder, 'empty.db')).size).toBe(0)
  const holder = await startServer({ databasePath: good })
  expect(await refusalOf(good)).toContain(`process ${holder.pid()}`)
  await holder.stop()

  const readOnly = await readOnlyCases(folder, good)
  figures(dice, { refused: lines.length + 5 + readOnly, 'left as they were': lines.length + 4 + readOnly })
  rmSync(folder, { recursive: true, force: true })
})

test('T47 files that disappear, and several names of one file', async () => {
  test.setTimeout(120_000)
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-gone-'))
  const path = join(folder, 'taskboard.db')
  const server = await startServer({ databasePath: path })
  const visitor = await visit(server.url)
  for (let i = 0; i < 5; i++) expect(await visitor.run(addTask(`task ${i}`))).toMatchObject({ ok: true })
  const [link, other] = [join(folder, 'link.db'), join(folder, 'other.db')]
  symlinkSync(path, link)
  expect(await refusalOf(link)).toContain(`process ${server.pid()}`)
  linkSync(path, other)
  expect(await refusalOf(other)).toContain('has another name')
  rmSync(other)

  rmSync(`${path}-wal`)
  expect(await visitor.run(addTask('into nothing'))).toMatchObject({
    ok: false,
    message: expect.stringMatching(/^A file of the database was moved, replaced or deleted/),
  })
  expect((await visitor.get('/healthz')).status).toBe(503)
  // Once the server is stopped, the file alone has everything that was acknowledged.
  await server.kill('SIGTERM')
  for (const end of ['-wal', '-shm']) rmSync(path + end, { force: true })
  await server.start()
  expect((await visitor.exported()).state.tasks).toHaveLength(5)
  rmSync(path)
  expect(await visitor.run(addTask('into nothing'))).toMatchObject({ ok: false })
  expect((await visitor.get('/healthz')).status).toBe(503)
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Root can write anywhere except to a read-only mount. */
async function readOnlyCases(folder: string, good: string): Promise<number> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 0
  const disk = mkdtempSync(join(folder, 'disk-'))
  const mount = (...args: string[]) => expect(spawnSync('mount', args).status).toBe(0)
  mount('-t', 'tmpfs', '-o', 'size=16m', 'taskboard-test', disk)
  try {
    const path = join(disk, 'taskboard.db')
    cpSync(good, path)
    const before = hashOf(path)
    mount('-o', 'remount,ro', disk)
    const files = readdirSync(disk)
    expect(await refusalOf(path)).toContain(`${path} cannot be written`)
    expect(await refusalOf(join(disk, 'new.db'))).toContain('cannot be written')
    expect(readdirSync(disk)).toEqual(files)
    expect(hashOf(path)).toBe(before)
    expect(statSync(path).isFile()).toBe(true)
    return 2
  } finally {
    spawnSync('umount', ['-l', disk])
  }
}

/** Encryption at rest, with real files and logs of a killed server. */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createClient } from '@libsql/client'
import { beforeAll, expect, test } from 'vitest'
import { readEnvironment } from '#lib/env.ts'
import { checkEncrypted, fileKind } from './encryption.ts'

const MARKER = 'zebra crossing at noon'
const KEY = 'the right key, it is long'
const WRITE = `insert into meta (key, value) values ('marker', '${MARKER}')`

/** As the server starts; it ends like in a crash, so that the log stays. */
const START = `
  const { exitWithStartError } = await import('#lib/exit-with-error.ts')
  try {
    const { openDatabase } = await import('#db/migrate.ts')
    const { rawClient } = await import('#db/client.ts')
    await openDatabase()
    if (process.env.WORK) await rawClient().execute(process.env.WORK)
    console.log('opened')
    process.kill(process.pid, 'SIGKILL')
  } catch (error) { exitWithStartError(error) }
`

type Ended = { code: number | null; stdout: string; stderr: string }

function start(url: string, key: string | undefined, work = ''): Promise<Ended> {
  const env = { ...process.env, DATABASE_URL: url, DATABASE_ENCRYPTION_KEY: key ?? '', WORK: work }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--input-type=module', '-e', START],
      { env },
      (_error, stdout, stderr) =>
        resolve({ code: child.exitCode, stdout: stdout.trim(), stderr: stderr.trim() }),
    )
  })
}

const newPath = () => join(mkdtempSync(join(tmpdir(), 'taskboard-key-')), 'a.db')

async function run(path: string, key: string | undefined, sql: string) {
  const client = createClient({ url: `file:${path}`, encryptionKey: key })
  const { rows } = await client.execute(sql)
  client.close()
  return rows.map((row) => row[0])
}

const readMarker = (path: string, key: string | undefined) =>
  run(path, key, "select value from meta where key = 'marker'")

/** The files beside `path` whose bytes hold the marker. */
const leaks = (path: string) =>
  readdirSync(dirname(path)).filter((name) => readFileSync(join(dirname(path), name)).includes(MARKER))

const bytes = (path: string) => [path, `${path}-wal`].map((name) => readFileSync(name).toString('latin1'))

const made = { encrypted: newPath(), plain: newPath() }

beforeAll(async () => {
  const opened = { stdout: 'opened', stderr: '' }
  expect(await start(`file:${made.encrypted}`, KEY, WRITE)).toMatchObject(opened)
  expect(await start(`file:${made.plain}`, undefined, WRITE)).toMatchObject(opened)
}, 60_000)

function copyOf(kind: keyof typeof made): string {
  const path = newPath()
  for (const end of ['', '-wal']) cpSync(made[kind] + end, path + end)
  return path
}

test('with a key no data can be read from the files, and the key opens them again', async () => {
  const path = copyOf('encrypted')
  expect(leaks(path)).toEqual([])
  expect(await readMarker(path, KEY)).toEqual([MARKER])
  await run(path, KEY, 'pragma wal_checkpoint(truncate)')
  const alone = newPath()
  cpSync(path, alone)
  expect(leaks(alone)).toEqual([])
  expect(await readMarker(alone, KEY)).toEqual([MARKER])
  await expect(readMarker(path, undefined)).rejects.toThrow('not a database')
  // Without a key the same search finds it.
  expect(leaks(made.plain)).not.toEqual([])
})

test.each([
  ['a wrong key', 'encrypted', 'another key', 'DATABASE_ENCRYPTION_KEY does not fit'],
  ['no key for an encrypted file', 'encrypted', undefined, 'DATABASE_ENCRYPTION_KEY is not set'],
  ['a key for a plain file', 'plain', KEY, 'DATABASE_ENCRYPTION_KEY does not fit'],
] as const)('%s ends the start in one line and leaves the file and its log as they were', async (...row) => {
  const [, kind, given, words] = row
  const path = copyOf(kind)
  const before = bytes(path)
  const { code, stdout, stderr } = await start(`file:${path}`, given)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(words)
  expect(stderr).toContain(path)
  expect(stderr.split('\n')).toHaveLength(1)
  expect(bytes(path)).toEqual(before)
  expect(await readMarker(path, kind === 'encrypted' ? KEY : undefined)).toEqual([MARKER])
})

test('the copy before a migration is encrypted with the same key', async () => {
  const path = newPath()
  const client = createClient({ url: `file:${path}`, encryptionKey: KEY })
  await client.executeMultiple(readFileSync('db/fixtures/0000_main.sql', 'utf8'))
  await client.execute(WRITE)
  client.close()
  expect(await start(`file:${path}`, KEY)).toMatchObject({ stdout: 'opened' })
  const copy = `${path}.before-migration-1`
  expect(fileKind(copy)).toBe('encrypted')
  expect(leaks(path)).toEqual([])
  expect(await readMarker(copy, KEY)).toEqual([MARKER])
})

test('a file that isn’t a database is refused with a key too', async () => {
  const path = newPath()
  writeFileSync(path, 'hello, I am a text file, not a database at all')
  expect((await start(`file:${path}`, KEY)).stderr).toContain('is no Taskboard database')
})

test('a key for a server is refused, without showing the key', () => {
  const server = { DATABASE_URL: 'libsql://board.example.org' }
  expect(() => readEnvironment({ ...server, DATABASE_ENCRYPTION_KEY: KEY })).toThrow(
    'Invalid environment. DATABASE_ENCRYPTION_KEY: only works with a file: DATABASE_URL; remove the key or use a file.',
  )
  expect(readEnvironment({ ...server, DATABASE_ENCRYPTION_KEY: ' ' }).DATABASE_ENCRYPTION_KEY).toBeUndefined()
})

test('a libSQL that ignores the key is detected before anything is stored', () => {
  expect(() => checkEncrypted(made.plain, KEY)).toThrow('libSQL does not encrypt on this platform')
  expect(() => checkEncrypted(made.plain, undefined)).not.toThrow()
  expect(() => checkEncrypted(made.encrypted, KEY)).not.toThrow()
})

/** Restoring with the real command: the backup is restored, or not a byte changes. */
import { copyFileSync, existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { fileUrl } from '#db/file/open-file.ts'
import {
  databaseWork,
  fingerprint,
  firstValue,
  inFile,
  newFolder,
  OPEN,
  openWith,
  runNode,
  startScript,
} from '#db/processes.test.help.ts'

// Each starts several programs, on whatever machine this is.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const KEY = { DATABASE_ENCRYPTION_KEY: 'a key of this test, long enough' }
const OTHER_KEY = { DATABASE_ENCRYPTION_KEY: 'another key of this test, long enough' }

/** A backup of each kind that says `then`, made once and copied. */
const made = { plain: '', encrypted: '' }

async function make(env: Record<string, string>): Promise<string> {
  const path = join(newFolder(), 'taskboard.db')
  expect(await openWith(path, env)).toBe('opened')
  await mark(path, 'then', env)
  const backup = join(newFolder(), 'backup.db')
  expect((await databaseWork(fileUrl(path), ['backup', backup], env)).code).toBe(0)
  return backup
}

async function mark(path: string, words: string, env: Record<string, string> = {}): Promise<void> {
  const sql = `insert or replace into meta (key, value) values ('mark', '${words}')`
  await inFile(path, (client) => client.execute(sql), env.DATABASE_ENCRYPTION_KEY)
}

function readMark(path: string, env: Record<string, string> = {}): Promise<unknown> {
  const sql = "select value from meta where key = 'mark'"
  return inFile(path, (client) => firstValue(client, sql), env.DATABASE_ENCRYPTION_KEY)
}

beforeAll(async () => {
  made.plain = await make({})
  made.encrypted = await make(KEY)
})

/** A folder with a database that says `now` and, beside it, a backup that says `then`. */
async function newPlace(kind: keyof typeof made = 'plain') {
  const folder = newFolder()
  const env = kind === 'plain' ? {} : KEY
  const path = join(folder, 'taskboard.db')
  const backup = join(folder, 'backup.db')
  copyFileSync(made[kind], backup)
  copyFileSync(made[kind], path)
  await mark(path, 'now', env)
  return { folder, path, backup, env, url: fileUrl(path) }
}

const keptOf = (folder: string) =>
  readdirSync(folder).filter((name) => /before-restore-[\d-]{17}$/.test(name))

test.each(['plain', 'encrypted'] as const)(
  'what was comes back, and what is stays beside it: %s',
  async (kind) => {
    const { folder, path, backup, env, url } = await newPlace(kind)
    const before = fingerprint(folder)[backup]
    const { code, stdout, stderr } = await databaseWork(url, ['restore', backup], env)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const [kept = ''] = keptOf(folder)
    expect(stdout).toBe(
      `Restored 0 boards to ${path}. The previous database is in ${join(folder, kept)}. Restart Taskboard.`,
    )
    expect(await readMark(path, env)).toBe('then')
    expect(await readMark(join(folder, kept), env)).toBe('now')
    expect(fingerprint(folder)[backup]).toBe(before)
    expect(readdirSync(folder).filter((name) => name.includes('restoring'))).toEqual([])
    expect(await openWith(path, env)).toBe('opened')
  },
)

test('the log of a killed server is kept with the old database, and never applied to the restored one', async () => {
  const { folder, path, backup, url } = await newPlace()
  const write = "insert or replace into meta (key, value) values ('mark', 'in the log')"
  const script = `${OPEN}; const { rawClient } = await import('#db/client.ts')
    await rawClient().execute(${JSON.stringify(write)}); process.kill(process.pid, 'SIGKILL')`
  await runNode(['--input-type=module', '-e', script], { DATABASE_URL: url })
  expect(existsSync(`${path}-wal`)).toBe(true)
  expect((await databaseWork(url, ['restore', backup])).code).toBe(0)
  expect(existsSync(`${path}-wal`)).toBe(false)
  expect(await openWith(path)).toBe('opened')
  expect(await readMark(path)).toBe('then')
  expect(await readMark(join(folder, keptOf(folder)[0] ?? ''))).toBe('in the log')
})

test('restores to a place without a database', async () => {
  const { backup } = await newPlace()
  const path = join(newFolder(), 'deep/er/new.db')
  const { code, stdout } = await databaseWork(fileUrl(path), ['restore', backup])
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `Restored 0 boards to ${path}. Restart Taskboard.`,
  })
  expect(await readMark(path)).toBe('then')
})

test('while a server owns the database nothing happens, and the server is named', async () => {
  const { folder, backup, url } = await newPlace()
  const server = startScript(`${OPEN}; setInterval(() => {}, 1000)`, { DATABASE_URL: url })
  onTestFinished(() => server.kill())
  await server.next()
  const before = fingerprint(folder)
  const { code, stdout, stderr } = await databaseWork(url, ['restore', backup])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain(`in use by another Taskboard, process ${server.child.pid}. Stop that one first`)
  expect(stderr.split('\n')).toHaveLength(1)
  expect(fingerprint(folder)).toEqual(before)
})

async function damaged(backup: string): Promise<void> {
  const bytes = readFileSync(backup)
  bytes.fill(0xff, 4096 * 3, 4096 * 9)
  writeFileSync(backup, bytes)
}

const sql = (words: string) => (backup: string) => inFile(backup, (client) => client.executeMultiple(words))

test.each<[string, string, (backup: string) => unknown]>([
  ['damaged', 'damaged|cannot be read', damaged],
  ['cut short', 'damaged|cannot be read', (at) => writeFileSync(at, readFileSync(at).subarray(0, 20_000))],
  ['empty', 'is no backup of Taskboard', (at) => writeFileSync(at, '')],
  [
    'text',
    'is no backup of Taskboard',
    (at) => writeFileSync(at, 'hello, I am a text and no database at all'),
  ],
  ['another program’s', 'tables of another program', sql('drop table __drizzle_migrations')],
  [
    'newer',
    'written by a newer Taskboard',
    sql("insert into __drizzle_migrations (hash, created_at) values ('future', 99999999999999)"),
  ],
])('a backup that is %s changes nothing', async (_what, words, spoil) => {
  const { folder, path, backup, url } = await newPlace()
  await spoil(backup)
  const before = fingerprint(folder)
  const { code, stdout, stderr } = await databaseWork(url, ['restore', backup])
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(new RegExp(words))
  expect(stderr.split('\n')).toHaveLength(1)
  expect(fingerprint(folder)).toEqual(before)
  expect(await readMark(path)).toBe('now')
})

test.each([
  ['encrypted, no key is set', 'encrypted', {}, 'DATABASE_ENCRYPTION_KEY is not set'],
  ['encrypted with another key', 'encrypted', OTHER_KEY, 'DATABASE_ENCRYPTION_KEY does not fit'],
  ['plain, a key is set', 'plain', KEY, 'is not encrypted'],
] as const)('a backup that is %s changes nothing', async (_what, kind, env, words) => {
  const { folder, backup, url } = await newPlace(kind)
  const before = fingerprint(folder)
  const { code, stderr } = await databaseWork(url, ['restore', backup], env)
  expect(code).toBe(1)
  expect(stderr).toContain(words)
  expect(fingerprint(folder)).toEqual(before)
})

test('a missing file, or the database itself, isn’t restored', async () => {
  const { folder, path, url } = await newPlace()
  symlinkSync(path, join(folder, 'link.db'))
  const before = fingerprint(folder)
  for (const [file, words] of [
    [folder, 'There is no file'],
    [join(folder, 'none.db'), 'There is no file'],
    [join(folder, 'link.db'), 'is the database itself'],
  ] as const) {
    const { code, stderr } = await databaseWork(url, ['restore', file])
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)])
  }
  expect((await databaseWork(url, ['restore'])).stderr).toBe('Name the backup: npm run restore <file>')
  expect(fingerprint(folder)).toEqual(before)
})

test('a corrupted database is replaced by a backup, and kept with its log', async () => {
  const { folder, path, backup, url } = await newPlace()
  await damaged(path)
  writeFileSync(`${path}-wal`, 'a log that nobody can read')
  const before = fingerprint(folder)
  expect((await databaseWork(url, ['restore', backup])).code).toBe(0)
  expect(await readMark(path)).toBe('then')
  const kept = join(folder, keptOf(folder)[0] ?? '')
  expect([fingerprint(folder)[kept], existsSync(`${path}-wal`)]).toEqual([before[path], false])
  expect(readFileSync(`${kept}-wal`, 'utf8')).toBe('a log that nobody can read')
})

test('every open tab takes a new snapshot afterwards: old cursors are invalid', async () => {
  const { folder, path, backup, url } = await newPlace()
  const at = "insert or replace into sqlite_sequence (rowid, name, seq) values (1, 'feed', 5000)"
  await inFile(path, (client) => client.execute(at))
  expect((await databaseWork(url, ['restore', backup])).code).toBe(0)
  const read = `${OPEN}; const { readFeed, newestCursor } = await import('#lib/session/feed/feed.ts')
    const { database } = await import('#db/client.ts')
    const after = await newestCursor(database(), 'somebody')
    const kinds = []
    for (const cursor of [0, 7, 5000, after - 1, after]) {
      kinds.push((await readFeed('somebody', cursor)).envelopes.map(({ event }) => event.kind).join())
    }
    console.log(JSON.stringify([after > 5000, ...kinds])); process.exit(0)`
  const { stdout } = await runNode(['--input-type=module', '-e', read], { DATABASE_URL: url })
  const all = [true, 'reset', 'reset', 'reset', 'reset', '']
  expect(JSON.parse(stdout.split('\n').at(-1) ?? '')).toEqual(all)
  expect(dirname(path)).toBe(folder)
})

test('a database behind a link is replaced at its real place', async () => {
  const { folder, path, backup } = await newPlace()
  const link = join(newFolder(), 'taskboard.db')
  symlinkSync(path, link)
  expect((await databaseWork(fileUrl(link), ['restore', backup])).code).toBe(0)
  expect(await readMark(path)).toBe('then')
  expect(keptOf(folder)).toHaveLength(1)
  expect(readdirSync(dirname(link)).filter((name) => /\.db$/.test(name))).toEqual(['taskboard.db'])
})

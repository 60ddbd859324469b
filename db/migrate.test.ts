/** Start-up with every kind of file, each in its own process. */
import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { expect, onTestFinished, test } from 'vitest'

const OPEN = `
  const { openDatabase } = await import('#db/migrate.ts')
  try { await openDatabase(); console.log('opened') }
  catch (error) { console.log(error.name + ': ' + error.message); process.exit(3) }
`

function open(path: string): Promise<string> {
  const env = { ...process.env, DATABASE_URL: `file:${path}`, LOG_LEVEL: 'silent' }
  const args = ['--input-type=module', '-e', `${OPEN}; process.exit(0)`]
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (_error, stdout) => resolve(stdout.trim()))
  })
}

const folder = () => mkdtempSync(join(tmpdir(), 'taskboard-start-'))
const hash = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

async function opened(): Promise<string> {
  const path = join(folder(), 'a.db')
  expect(await open(path)).toBe('opened')
  return path
}

async function alter(path: string, sql: string): Promise<void> {
  const client = createClient({ url: `file:${path}` })
  await client.execute(sql)
  await client.execute('pragma wal_checkpoint(truncate)')
  client.close()
}

test('a missing file is created, with its folder, in WAL mode', async () => {
  const path = join(folder(), 'deep/er/a.db')
  expect(await open(path)).toBe('opened')
  const client = createClient({ url: `file:${path}` })
  const mode = async (name: string) => (await client.execute(`pragma ${name}`)).rows[0]?.[0]
  expect([await mode('journal_mode'), await mode('synchronous'), await mode('foreign_keys')]).toEqual([
    'wal',
    2,
    1,
  ])
  client.close()
})

test('it opens again', async () => {
  expect(await open(await opened())).toBe('opened')
})

test.each([
  ['empty', Buffer.alloc(0), 'is no Taskboard database'],
  ['text', Buffer.from('hello, I am a text file, not a database at all'), 'is no Taskboard database'],
  ['cut short', Buffer.from('SQLite format 3\u0000'), 'cannot be read as a database'],
])('a file that is %s stops the start and stays as it is', async (_what, content, words) => {
  const path = join(folder(), 'a.db')
  writeFileSync(path, content)
  const before = hash(path)
  const said = await open(path)
  expect(said).toContain(words)
  expect(said).toContain('a.db')
  expect(said.split('\n')).toHaveLength(1)
  expect(hash(path)).toBe(before)
})

test('a corrupted file stops the start', async () => {
  const path = await opened()
  await alter(path, 'pragma user_version = 1')
  const bytes = readFileSync(path)
  bytes.fill(0xff, 4096 * 2, 4096 * 6)
  writeFileSync(path, bytes)
  const before = hash(path)
  expect(await open(path)).toMatch(/is damaged|cannot be read/)
  expect(hash(path)).toBe(before)
})

test('the database of another program stops the start', async () => {
  const path = join(folder(), 'a.db')
  await alter(path, 'create table notes (id text)')
  expect(await open(path)).toContain('holds tables of another program')
})

test('a newer schema stops the start', async () => {
  const path = await opened()
  await alter(path, "insert into __drizzle_migrations (hash, created_at) values ('future', 99999999999999)")
  expect(await open(path)).toContain('newer Taskboard')
})

test('a second process is refused with the id of the first, and starts once that is gone', async () => {
  const path = join(folder(), 'a.db')
  const env = { ...process.env, DATABASE_URL: `file:${path}` }
  const holder = spawn(
    process.execPath,
    ['--input-type=module', '-e', `${OPEN}; setInterval(() => {}, 1000)`],
    { env },
  )
  onTestFinished(() => {
    holder.kill('SIGKILL')
  })
  await new Promise((resolve) => holder.stdout.once('data', resolve))
  expect(await open(path)).toContain(`is in use by another Taskboard, process ${holder.pid}`)
  const gone = new Promise((resolve) => holder.once('exit', resolve))
  holder.kill('SIGKILL')
  await gone
  expect(await open(path)).toBe('opened')
})

test.runIf(process.getuid?.() !== 0)('a folder without the right to write stops the start', async () => {
  const place = folder()
  chmodSync(place, 0o500)
  expect(await open(join(place, 'a.db'))).toContain('cannot be written')
})

const fixtures = readdirSync('db/fixtures').filter((name) => name.endsWith('.sql'))

test('there is a fixture for every schema', () => {
  const journal = JSON.parse(readFileSync('db/migrations/meta/_journal.json', 'utf8'))
  const tags = journal.entries.map((entry: { tag: string }) => `${entry.tag}.sql`)
  expect(fixtures.sort()).toEqual(tags.sort())
})

test.each(fixtures)('%s upgrades to the newest schema and keeps every row', async (name) => {
  const path = join(folder(), 'a.db')
  const client = createClient({ url: `file:${path}` })
  await client.executeMultiple(readFileSync(join('db/fixtures', name), 'utf8'))
  const count = async (table: string) =>
    (await client.execute(`select count(*) as n from ${table}`)).rows[0]?.n
  const before = [await count('tasks'), await count('messages'), await count('revisions')]
  expect(await open(path)).toBe('opened')
  expect([await count('tasks'), await count('messages'), await count('revisions')]).toEqual(before)
  expect(before.every((n) => Number(n) > 0)).toBe(true)
  // The search finds messages from before it existed.
  expect(await count('message_texts')).toBe(await count('messages'))
  expect((await client.execute('pragma integrity_check')).rows[0]?.[0]).toBe('ok')
  client.close()
  expect(existsSync(`${path}.holder`)).toBe(true)
})

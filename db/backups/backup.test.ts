/** Backups by a real second process during writes: consistent, complete, and never overwriting a file. */
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fileKind } from '#db/file/encryption.ts'
import { fileUrl } from '#db/file/open-file.ts'
import {
  databaseWork,
  fingerprint,
  firstValue,
  inFile,
  newFolder,
  openWith,
  runScript,
  startScript,
} from '#db/processes.test.help.ts'

// Each starts several programs, on whatever machine this is.
vi.setConfig({ testTimeout: 180_000 })

const KEY = { DATABASE_ENCRYPTION_KEY: 'a key of this test, long enough' }

/** Writes like the server: one change after the other, each reported once it is stored. */
const WRITER = `
  const { openDatabase } = await import('#db/migrate.ts')
  const { createFirstSession } = await import('#lib/session/boards/create-board.ts')
  const { execute } = await import('#lib/session/commands/execute.ts')
  const { findVisit } = await import('#lib/identity/auth.ts')
  const { newId } = await import('#lib/board/model/new-id.ts')
  await openDatabase()
  const { token, sessionId } = await createFirstSession()
  const { user } = await findVisit(token)
  for (let n = 1; ; n++) {
    const command = { name: 'add_task', input: { id: newId(), title: 'task ' + n } }
    const done = await execute({ userId: user.id, sessionId, actor: 'user' }, command)
    if (!done.ok) throw new Error(done.message)
    console.log(n)
    if (n % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  }
`
const acknowledged = (lines: string[]) => Number(lines.at(-1) ?? 0)

/** A state that there was: the tasks are 1 to n without a hole, and rows, counts and log say the same. */
async function expectOneMoment(file: string, key?: string): Promise<number> {
  return inFile(
    file,
    async (client) => {
      expect(await firstValue(client, 'pragma integrity_check')).toBe('ok')
      expect((await client.execute('pragma foreign_key_check')).rows).toEqual([])
      const count = Number(await firstValue(client, 'select count(*) from tasks'))
      const said = ['max(number)', 'count(distinct title)'].map((what) => `select ${what} from tasks`)
      const counted = [
        ...said,
        'select task_count from sessions',
        // The first revision is the board's own.
        'select revision - 1 from sessions',
        'select count(*) - 1 from revisions',
        "select count(*) from changes where table_name = 'task'",
      ]
      for (const sql of counted) expect(Number(await firstValue(client, sql)), sql).toBe(count)
      return count
    },
    key,
  )
}

test.each([
  ['plain', {}],
  ['encrypted', KEY],
])(
  'backups during continuous writes hold every change that was acknowledged before: %s',
  async (kind, env) => {
    const folder = newFolder()
    const path = join(folder, 'board 100%.db')
    const url = fileUrl(path)
    const writer = startScript(WRITER, { DATABASE_URL: url, ...env })
    onTestFinished(() => writer.kill())
    while (acknowledged(writer.lines) < 20) await writer.next()
    const key = Object.values(env)[0]
    let previous = 0
    for (let n = 0; n < 3; n++) {
      const file = join(folder, `copy-${n}.db`)
      const before = acknowledged(writer.lines)
      const { code, stdout, stderr } = await databaseWork(url, ['backup', file], env)
      const after = acknowledged(writer.lines)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(/^Backed up 1 board to .*copy-\d\.db \([\d.]+ [kM]B, checked\)\.$/)
      expect(fileKind(file)).toBe(kind)
      const count = await expectOneMoment(file, key)
      expect(count).toBeGreaterThanOrEqual(before)
      // One may be stored and not yet told.
      expect(count).toBeLessThanOrEqual(after + 1)
      expect(count).toBeGreaterThan(previous)
      previous = count
    }
    expect(await openWith(join(folder, 'copy-2.db'), env)).toBe('opened')
    // The writer wasn’t disturbed and lost nothing.
    const told = acknowledged(writer.lines)
    expect(told).toBeGreaterThan(previous)
    await writer.kill()
    expect(await expectOneMoment(path, key)).toBeGreaterThanOrEqual(told)
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
  },
)

async function madeDatabase(): Promise<{ folder: string; path: string; url: string }> {
  const folder = newFolder()
  const path = join(folder, 'taskboard.db')
  expect(await openWith(path)).toBe('opened')
  return { folder, path, url: fileUrl(path) }
}

test('without a name it is written to backups/ beside the database, dated, readable only by its owner', async () => {
  const { folder, path, url } = await madeDatabase()
  chmodSync(path, 0o600)
  expect((await databaseWork(url, ['backup'])).code).toBe(0)
  const [name = ''] = readdirSync(join(folder, 'backups'))
  expect(name).toMatch(/^taskboard-\d{4}-\d\d-\d\d-\d{6}\.db$/)
  const mode = (place: string) => statSync(join(folder, place)).mode & 0o777
  expect([mode('backups'), mode(`backups/${name}`)]).toEqual([0o700, 0o600])
})

test('it overwrites nothing, and reports the existing file in one line', async () => {
  const { folder, path, url } = await madeDatabase()
  const file = join(folder, 'mine.txt')
  writeFileSync(file, 'mine')
  const refused = await databaseWork(url, ['backup', file])
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toBe(`${file} already exists, and a backup replaces nothing. Choose another name.`)
  expect(readFileSync(file, 'utf8')).toBe('mine')
  const nowhere = await databaseWork(url, ['backup', join(folder, 'no/such/folder/a.db')])
  expect(nowhere.stderr).toMatch(/could not be written \(\w+\)\. Choose another place for the backup\.$/)
  const none = await databaseWork(fileUrl(join(folder, 'none.db')), ['backup'])
  expect(none.stderr).toMatch(/^There is no database at .*none\.db yet, so nothing to back up\.$/)
  expect(existsSync(join(folder, 'none.db'))).toBe(false)
  const server = await databaseWork('libsql://board.example.org', ['backup'])
  expect(server.stderr).toBe('DATABASE_URL is a server, which is backed up where it runs.')
  for (const each of [nowhere, none, server]) expect(each.stderr.split('\n')).toHaveLength(1)
  expect(await openWith(path)).toBe('opened')
})

test('a backup doesn’t change the database or its log, also without a running server', async () => {
  const { folder, path, url } = await madeDatabase()
  // A server that was killed leaves its log behind.
  await runScript(
    `${WRITER.replace('for (let n = 1; ; n++)', 'for (let n = 1; n < 5; n++)')}
    process.kill(process.pid, 'SIGKILL')`,
    { DATABASE_URL: url },
  )
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0)
  const bytes = () => [path, `${path}-wal`].map((name) => fingerprint(folder)[name])
  const before = bytes()
  mkdirSync(join(folder, 'out'))
  expect((await databaseWork(url, ['backup', join(folder, 'out/a.db')])).code).toBe(0)
  expect(bytes()).toEqual(before)
  expect(await expectOneMoment(join(folder, 'out/a.db'))).toBe(4)
})

test('a backup of a corrupted database isn’t kept', async () => {
  const { folder, path, url } = await madeDatabase()
  const client = createClient({ url })
  await client.execute('pragma journal_mode = delete')
  client.close()
  const bytes = readFileSync(path)
  bytes.fill(0xff, 4096 * 3, 4096 * 8)
  writeFileSync(path, bytes)
  const { code, stderr } = await databaseWork(url, ['backup', join(folder, 'a.db')])
  expect(code).toBe(1)
  expect(stderr.split('\n')).toHaveLength(1)
  expect(readdirSync(folder).filter((name) => name.startsWith('a.db'))).toEqual([])
})

/** For tests: a start and a restore that are killed at any step, and what must be true of the files then. */
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { fileUrl, openReadOnly } from './file/open-file.ts'
import {
  databaseWork,
  type Ended,
  firstValue,
  inFile,
  newFolder,
  OPEN,
  openWith,
  runNode,
  startScript,
} from './processes.test.help.ts'

const KILLED = '--import=./db/kill-during-start.mjs'
const START = ['--input-type=module', '-e', `${OPEN}; process.exit(0)`]
const journal = JSON.parse(readFileSync('db/migrations/meta/_journal.json', 'utf8'))
const newest: number = journal.entries.length

/** Every fixture of a schema that is not the newest. */
export const oldFixtures = readdirSync('db/fixtures')
  .filter((name) => name.endsWith('.sql'))
  .filter((name) => name !== `${journal.entries.at(-1).tag}.sql`)

/** How many statements the migrations hold that a fixture has not seen. */
export function statementsAfter(fixture: string): number {
  const tags: string[] = journal.entries.map(({ tag }: { tag: string }) => tag)
  const pending = tags.slice(tags.indexOf(fixture.replace('.sql', '')) + 1)
  const parts = pending.map((tag) =>
    readFileSync(`db/migrations/${tag}.sql`, 'utf8').split('--> statement-breakpoint'),
  )
  return parts.flat().length
}

export async function makeFixture(name: string, more = ''): Promise<string> {
  const path = join(newFolder(), 'taskboard.db')
  await inFile(path, (client) =>
    client.executeMultiple(readFileSync(join('db/fixtures', name), 'utf8') + more),
  )
  return path
}

export function killedStart(path: string, killAt: number): Promise<Ended> {
  return runNode([KILLED, ...START], { DATABASE_URL: fileUrl(path), KILL_AT: String(killAt) })
}

function killedRestore(path: string, backup: string, killAt: number): Promise<Ended> {
  const args = [KILLED, 'scripts/lib/database.ts', 'restore', backup]
  return runNode(args, { DATABASE_URL: fileUrl(path), KILL_AT: String(killAt) })
}

const stepsOf = (ended: Ended) => Number(/^steps (\d+)$/m.exec(ended.stdout)?.[1])

/** `all`, or so many of them, spread over the whole and not always the same. */
function choose(steps: number, many: number | 'all'): number[] {
  if (many === 'all' || many >= steps) return Array.from({ length: steps }, (_, n) => n + 1)
  const stride = steps / many
  return Array.from({ length: many }, (_, n) => 1 + Math.floor((n + Math.random()) * stride))
}

export type Content = { version: number; tables: string; rows: string }

/** Everything that a start could change of a file, read without touching it. */
export async function contentOf(path: string): Promise<Content> {
  const client = openReadOnly(path, undefined)
  try {
    expect(await firstValue(client, 'pragma integrity_check')).toBe('ok')
    expect((await client.execute('pragma foreign_key_check')).rows).toEqual([])
    const count = 'select count(*) from __drizzle_migrations'
    const schema = "select group_concat(sql, ';') from (select sql from sqlite_master order by name)"
    const rows = ['tasks', 'changes', 'messages', 'revisions', 'sessions', 'users'].map(
      (name) => `(select count(*) || ':' || coalesce(sum(rowid), 0) from ${name})`,
    )
    return {
      version: Number(await firstValue(client, count)),
      tables: String(await firstValue(client, schema)),
      rows: String(await firstValue(client, `select ${rows.join(" || ',' || ")}`)),
    }
  } finally {
    client.close()
  }
}

export async function expectOldOrNew(
  path: string,
  old: Content,
  fresh: Content,
  what: string,
): Promise<void> {
  const found = await contentOf(path)
  expect(found, what).toEqual(found.version === old.version ? old : fresh)
  const copy = `${path}.before-migration-${old.version}`
  // What has that name is a whole copy; and nothing was migrated before there was one.
  if (existsSync(copy)) expect(await contentOf(copy), what).toEqual(old)
  else expect(found.version, what).toBe(old.version)
}

/** A start from an old schema, killed at so many of its steps, each on a file of its own. */
export async function killMigrations(name: string, many: number | 'all'): Promise<number> {
  const fixture = await makeFixture(name)
  const old = await contentOf(fixture)
  const whole = join(newFolder(), 'taskboard.db')
  copyFileSync(fixture, whole)
  const steps = stepsOf(await killedStart(whole, 0))
  const fresh = await contentOf(whole)
  expect([fresh.version, fresh.rows]).toEqual([newest, old.rows])
  for (const at of choose(steps, many)) {
    const what = `${name}, killed at step ${at} of ${steps}`
    const path = join(newFolder(), 'taskboard.db')
    copyFileSync(fixture, path)
    expect((await killedStart(path, at)).signal, what).toBe('SIGKILL')
    await expectOldOrNew(path, old, fresh, what)
    expect(await openWith(path), what).toBe('opened')
    expect(await contentOf(path), what).toEqual(fresh)
    expect(await contentOf(`${path}.before-migration-${old.version}`), what).toEqual(old)
  }
  return steps
}

/** A killed first start doesn't block the next one. */
export async function killFirstStarts(many: number | 'all'): Promise<number> {
  const steps = stepsOf(await killedStart(join(newFolder(), 'taskboard.db'), 0))
  for (const at of choose(steps, many)) {
    const path = join(newFolder(), 'taskboard.db')
    const what = `killed at step ${at} of ${steps}`
    expect((await killedStart(path, at)).signal, what).toBe('SIGKILL')
    expect(await openWith(path), what).toBe('opened')
    expect((await contentOf(path)).version, what).toBe(newest)
  }
  return steps
}

const MARK = "select value from meta where key = 'mark'"

function copyWithLog(from: string): string {
  const path = join(newFolder(), 'taskboard.db')
  for (const end of ['', '-wal']) copyFileSync(from + end, path + end)
  return path
}

/** As a server leaves it: what it wrote last stands in its log alone. */
async function marked(words: string): Promise<string> {
  const path = join(newFolder(), 'taskboard.db')
  expect(await openWith(path)).toBe('opened')
  await inFile(path, (client) => client.execute(`insert into meta (key, value) values ('mark', '${words}')`))
  // A connection folds the log in once it is collected: the copy keeps it.
  const copy = copyWithLog(path)
  expect(readFileSync(`${copy}-wal`).includes(words)).toBe(true)
  return copy
}

async function readMark(path: string): Promise<unknown> {
  const client = openReadOnly(path, undefined)
  const mark = await firstValue(client, MARK)
  client.close()
  return mark
}

/** A restore killed at any step: what is, or what was, is there; and what is, is never lost. */
export async function killRestores(many: number | 'all'): Promise<number> {
  const [present, backup] = [await marked('now'), await marked('then')]
  const place = () => copyWithLog(present)
  const steps = stepsOf(await killedRestore(place(), backup, 0))
  for (const at of choose(steps, many)) {
    const what = `killed at step ${at} of ${steps}`
    const path = place()
    expect((await killedRestore(path, backup, at)).signal, what).toBe('SIGKILL')
    const mark = await readMark(path)
    expect(['now', 'then'], what).toContain(mark)
    const names = readdirSync(join(path, '..')).filter((name) => /before-restore-[\d-]{17}$/.test(name))
    if (mark === 'then') expect(await readMark(join(path, '..', names[0] ?? '')), what).toBe('now')
    expect(await openWith(path), what).toBe('opened')
    // A second call in the same second would find the name of the first one’s copy taken.
    await new Promise((resolve) => setTimeout(resolve, names.length > 0 ? 1_000 : 0))
    expect((await databaseWork(fileUrl(path), ['restore', backup])).code, what).toBe(0)
    expect(await readMark(path), what).toBe('then')
  }
  return steps
}

/** A hundred thousand tasks, and the log of how they came, in the oldest schema. */
const LARGE = `
  with recursive n(i) as (select 1000 union all select i + 1 from n where i < 100999)
  insert into tasks select (select id from sessions limit 1), 'task-' || i, i, 'large task number ' || i, '',
    'open', 0, null, (select id from categories limit 1), 'medium', 'medium', null, '', 'a' || i, 0, null, 2 from n;
  insert into changes select session_id, 2, number, 'task', id, null, json_object('id', id, 'title', title)
    from tasks where number >= 1000;
`

/** So many times at any moment, in the middle of a statement too; the large file makes the moments long. */
export async function killLargeMigrations(many: number): Promise<{ whole: number; tries: number }> {
  const fixture = await makeFixture('0000_main.sql', LARGE)
  const old = await contentOf(fixture)
  const first = join(newFolder(), 'taskboard.db')
  copyFileSync(fixture, first)
  const began = performance.now()
  expect(await openWith(first)).toBe('opened')
  const whole = performance.now() - began
  const fresh = await contentOf(first)
  let span = whole
  let tries = 0
  for (let killed = 0; killed < many; tries++) {
    expect(tries, `${killed} of ${tries} were killed in time`).toBeLessThan(many * 4)
    const path = join(newFolder(), 'taskboard.db')
    copyFileSync(fixture, path)
    const after = (span * (killed + Math.random())) / many
    const what = `killed ${Math.round(after)} ms of ${Math.round(span)} after its start`
    const started = performance.now()
    const running = startScript(`${OPEN}; process.exit(0)`, { DATABASE_URL: fileUrl(path) })
    running.child.once('exit', () => {
      // Quicker than the one before, as on a machine that has less to do by now: the next moments lie closer.
      if (running.child.signalCode === null) span = Math.min(span, performance.now() - started)
    })
    await new Promise((resolve) => setTimeout(resolve, after))
    await running.kill()
    if (running.child.signalCode === 'SIGKILL') killed += 1
    await expectOldOrNew(path, old, fresh, what)
    expect(await openWith(path), what).toBe('opened')
    expect(await contentOf(path), what).toEqual(fresh)
    expect(await contentOf(`${path}.before-migration-1`), what).toEqual(old)
    rmSync(join(path, '..'), { recursive: true })
  }
  return { whole, tries }
}

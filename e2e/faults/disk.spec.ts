/** The disk under the database: synced before anything is acknowledged, failing, and full. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { newId } from '#lib/board/model/new-id.ts'
import { startServer } from '../support/server.ts'
import { expectSound, readDead } from './support/dead-file.ts'
import { figures, openDice, size } from './support/random.ts'
import { trace, whyNoStrace } from './support/strace.ts'
import { untilTrue, type Visitor, visit } from './support/visitor.ts'

const missing = whyNoStrace()
const canMount = process.platform === 'linux' && process.getuid?.() === 0

/** Adds tasks one by one; returns what was acknowledged, and the refusals with their messages. */
async function addMany(visitor: Visitor, times: number, more: object = {}) {
  const acknowledged = new Set<string>()
  const refused: string[] = []
  for (let i = 0; i < times; i++) {
    const id = newId()
    const answer = await visitor.run({ name: 'add_task', input: { id, title: `add ${i}`, ...more } })
    if (answer.ok) acknowledged.add(id)
    else refused.push(answer.message)
  }
  return { acknowledged, refused }
}

async function lostOf(databasePath: string, acknowledged: ReadonlySet<string>): Promise<string[]> {
  const dead = await readDead(databasePath)
  expectSound(dead)
  const found = new Set(dead.tasks.map(({ id }) => id))
  return [...acknowledged].filter((id) => !found.has(id))
}

test('T2 every change is synced to the disk before the first byte of its answer', async () => {
  test.skip(missing !== null, missing ?? '')
  test.setTimeout(120_000)
  const server = await startServer()
  const visitor = await visit(server.url)
  const output = `${server.databasePath}.strace`
  const calls = 'trace=fdatasync,fsync,pwrite64,write,writev,sendto,sendmsg'
  const traced = await trace(server.pid(), ['-s', '16', '-e', calls], output)
  const times = size(60, 200)
  const { acknowledged } = await addMany(visitor, times)
  const lines = (await traced.detach()).split('\n')
  expect(acknowledged.size).toBe(times)

  let unsynced = 0
  let syncs = 0
  let answers = 0
  const early: string[] = []
  for (const line of lines) {
    if (/pwrite64\(\d+<[^>]*-wal>/.test(line)) unsynced += 1
    else if (/f(data)?sync\(\d+<[^>]*-wal>/.test(line)) {
      syncs += 1
      unsynced = 0
    } else if (/(write|writev|sendto|sendmsg)\(\d+<(TCP|socket)[^>]*>.*HTTP\/1\.1 200/.test(line)) {
      answers += 1
      if (unsynced > 0) early.push(line)
    }
  }
  expect(early).toEqual([])
  expect(answers).toBeGreaterThanOrEqual(times)
  expect(syncs).toBeGreaterThanOrEqual(times)
  figures(null, { changes: times, syncs, answers, 'before their sync': early.length })
  await server.stop()
})

for (const [what, fault] of [
  ['syncs that fail', 'inject=fdatasync,fsync:error=EIO:when=5+3'],
  ['writes that find no room', 'inject=pwrite64:error=ENOSPC:when=9+7'],
] as const) {
  test(`T3 ${what}: reported as failed, and nothing acknowledged is missing`, async () => {
    test.skip(missing !== null, missing ?? '')
    test.setTimeout(120_000)
    const server = await startServer()
    const visitor = await visit(server.url)
    const before = await addMany(visitor, 5)
    const wal = `${server.databasePath}-wal`
    const traced = await trace(server.pid(), ['-P', wal, '-e', fault], `${server.databasePath}.strace`)
    const during = await addMany(visitor, size(40, 200))
    const injected = (await traced.detach()).split('INJECTED').length - 1
    expect(injected).toBeGreaterThan(3)
    const after = await addMany(visitor, 5)
    expect(after.refused).toEqual([])
    expect(during.refused.length).toBeGreaterThan(3)
    for (const words of during.refused)
      expect(words).toMatch(/^(Something went wrong with the database|The disk is full)/)
    const acknowledged = new Set([...before.acknowledged, ...during.acknowledged, ...after.acknowledged])
    await server.kill('SIGKILL')
    const lost = await lostOf(server.databasePath, acknowledged)
    expect(lost).toEqual([])
    figures(null, {
      acknowledged: acknowledged.size,
      refused: during.refused.length,
      injected,
      lost: lost.length,
    })
    await server.stop()
  })
}

test('T48 failed reads of the log during a checkpoint corrupt nothing', async () => {
  test.skip(missing !== null, missing ?? '')
  test.setTimeout(120_000)
  const server = await startServer()
  const visitor = await visit(server.url)
  const before = await addMany(visitor, 5)
  const output = `${server.databasePath}.strace`
  // The program that checks the database afterwards is left alone.
  const fault = ['-b', 'execve', '-e', 'trace=pread64', '-e', 'inject=pread64:error=EIO:when=3+5']
  const traced = await trace(server.pid(), ['-P', `${server.databasePath}-wal`, ...fault], output)
  const during = await addMany(visitor, size(40, 200))
  // SQLite also checkpoints by itself and hides its failures; this waits for the server’s own checkpoint.
  await untilTrue(
    async () => {
      const more = await addMany(visitor, 2)
      for (const id of more.acknowledged) during.acknowledged.add(id)
      during.refused.push(...more.refused)
      return server.log().includes('"upkeep_failed"')
    },
    'a checkpoint of the server failed and was reported',
    30_000,
  )
  const failed = (await traced.detach()).split('INJECTED').length - 1
  const after = await addMany(visitor, 5)
  expect(after.refused).toEqual([])
  for (const words of during.refused) expect(words).toMatch(/^Something went wrong with the database/)
  await untilTrue(async () => (await visitor.get('/healthz')).ok, 'the server is well')
  const acknowledged = new Set([...before.acknowledged, ...during.acknowledged, ...after.acknowledged])
  await server.kill('SIGTERM')
  expect(await lostOf(server.databasePath, acknowledged)).toEqual([])
  figures(null, { acknowledged: acknowledged.size, failed, refused: during.refused.length, lost: 0 })
  await server.stop()
})

test('T11 a full disk: reported in words, reads still work, writes work again once there is space', async () => {
  test.skip(!canMount, 'Mounting a small disk needs root.')
  test.setTimeout(120_000)
  const dice = openDice()
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-full-'))
  const mount = (...args: string[]) => {
    const { status, stderr } = spawnSync('mount', args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
  }
  mount('-t', 'tmpfs', '-o', 'size=8m', 'taskboard-test', folder)
  const databasePath = join(folder, 'taskboard.db')
  try {
    const server = await startServer({ databasePath })
    const visitor = await visit(server.url)
    const notes = 'n'.repeat(9_000)
    const acknowledged = new Set<string>()
    const refused: string[] = []
    while (refused.length < 5) {
      const round = await addMany(visitor, 20, { notes })
      for (const id of round.acknowledged) acknowledged.add(id)
      refused.push(...round.refused)
    }
    for (const words of refused) expect(words).toContain('The disk is full. Free some space and try again')
    const kept = await visitor.exported()
    expect(kept.state.tasks).toHaveLength(acknowledged.size)
    expect((await visitor.get('/healthz')).status).toBe(200)
    const sent = await visitor.send('show my tasks')
    expect(sent.ok || sent.message.includes('The disk is full')).toBe(true)

    mount('-o', 'remount,size=24m', folder)
    const again = await untilTrue(
      async () => {
        const round = await addMany(visitor, 1)
        return round.acknowledged.size === 1 ? round : null
      },
      'changes are taken again',
      5_000,
    )
    for (const id of again.acknowledged) acknowledged.add(id)
    await server.kill('SIGKILL')
    expect(await lostOf(databasePath, acknowledged)).toEqual([])

    // Started without a free byte, it serves the existing data, or says in one line why it can’t.
    writeFileSync(join(folder, 'rest'), '')
    spawnSync('dd', ['if=/dev/zero', `of=${join(folder, 'rest')}`, 'bs=4096'])
    const refusal = await server.start().then(
      () => null,
      (error: Error) => error.message,
    )
    if (refusal) expect(refusal).toMatch(/Taskboard: .*(disk|room|space|written)/i)
    await server.kill('SIGKILL')
    rmSync(join(folder, 'rest'))
    expect(await lostOf(databasePath, acknowledged)).toEqual([])
    await server.start()
    expect((await visitor.exported()).state.tasks).toHaveLength(acknowledged.size)
    figures(dice, {
      acknowledged: acknowledged.size,
      refused: refused.length,
      lost: 0,
      'full at start': refusal ? 'refused' : 'served',
    })
    await server.stop()
  } finally {
    spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  }
})

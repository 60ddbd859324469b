/** Sixteen boards at once, bytes per turn, the parts of a prompt, snapshots, and turns without a network. */
import { statSync } from 'node:fs'
import type { Client } from '@libsql/client'
import { rawClient } from '#db/client.ts'
import { modelInfo } from '#lib/agent/models/choose-model.ts'
import { readSnapshot } from '#lib/session/queries/snapshot.ts'
import type { Floor } from './baseline.ts'
import type { Fake } from './fake-client.ts'
import type { Prompt } from './fake-model.ts'
import { one, type Row, type Section } from './report.ts'
import { spread } from './stats.ts'
import * as ours from './taskboard-driver.ts'
import { expectCounts, growTo, makePair } from './turns.ts'

const AT_ONCE = 16
const ROUNDS = 8
const TURNS_EACH = 4
const BYTES_TURNS = 300

export async function measureTogether(floor: Floor): Promise<Section> {
  const pairs = await Promise.all(Array.from({ length: AT_ONCE }, () => makePair(floor, 10)))
  const perSecond = async (turn: (pair: (typeof pairs)[number]) => Promise<number>) => {
    const began = performance.now()
    const work = pairs.map(async (pair) => {
      for (let i = 0; i < TURNS_EACH; i++) await turn(pair)
    })
    await Promise.all(work)
    return (AT_ONCE * TURNS_EACH * 1000) / (performance.now() - began)
  }
  const rates: { mine: number[]; bare: number[] } = { mine: [], bare: [] }
  for (let round = 0; round <= ROUNDS; round++) {
    const mine = await perSecond((pair) => ours.turn(pair.board))
    const bare = await perSecond((pair) => floor.turn(pair.floor))
    for (const pair of pairs) pair.turns += TURNS_EACH
    if (round === 0) continue
    rates.mine.push(mine)
    rates.bare.push(bare)
  }
  for (const pair of pairs) await expectCounts(floor, pair)
  const what = `${AT_ONCE} boards at once`
  const row: Row = {
    what,
    unit: 'turns/s',
    ours: spread(rates.mine),
    floor: spread(rates.bare),
    moreIsBetter: true,
  }
  const note = `${ROUNDS} rounds of ${AT_ONCE * TURNS_EACH} turns; the fake model server's time is in it for both.`
  return { title: 'Many at once', rows: [row], notes: [note] }
}

async function bytesOf(client: Client, path: string): Promise<number> {
  await client.execute('pragma wal_checkpoint(truncate)')
  return statSync(path).size + statSync(`${path}-wal`).size
}

export async function measureBytes(fake: Fake, floor: Floor, path: string): Promise<Section> {
  const pair = await makePair(floor, 10)
  const before = [await bytesOf(rawClient(), path), await bytesOf(floor.client, floor.path)] as const
  await growTo(fake, floor, pair, BYTES_TURNS)
  const after = [await bytesOf(rawClient(), path), await bytesOf(floor.client, floor.path)] as const
  const kB = (index: 0 | 1) => one((after[index] - before[index]) / BYTES_TURNS / 1024)
  const row: Row = {
    what: 'database, file and log after a checkpoint',
    unit: 'kB/turn',
    ours: kB(0),
    floor: kB(1),
  }
  const note = `Over ${BYTES_TURNS} turns. Ours holds besides: the turn, the revision with its changes, the receipt, the feed.`
  return { title: 'Bytes', rows: [row], notes: [note] }
}

/** Characters divided by four: close enough to compare, not an exact count. */
const tokens = (value: readonly unknown[]) => Math.round((JSON.stringify(value).length - 2) / 4)

function partsOf({ messages, tools }: Prompt): Record<string, number> {
  const isState = (message: Prompt['messages'][number]) => JSON.stringify(message).includes('<session_state>')
  const isSystem = (message: Prompt['messages'][number]) =>
    message.role === 'system' || message.role === 'developer'
  return {
    instructions: tokens(messages.filter(isSystem)),
    'tool schemas': tokens(tools),
    history: tokens(messages.filter((message) => !isSystem(message) && !isState(message)).slice(0, -1)),
    'state block': tokens(messages.filter(isState)),
    all: tokens([...messages, ...tools]),
  }
}

export async function measurePrompt(fake: Fake, floor: Floor): Promise<Section> {
  const rows: Row[] = []
  for (const tasks of [10, 10_000]) {
    const pair = await makePair(floor, tasks === 10 ? tasks : tasks - 20)
    await growTo(fake, floor, pair, 15)
    await floor.turn(pair.floor)
    const bare = (await fake.report()).prompt
    await ours.turn(pair.board)
    const mine = (await fake.report()).prompt
    if (!mine || !bare) throw new Error('The fake model server got no request.')
    const floorParts = partsOf(bare)
    for (const [part, size] of Object.entries(partsOf(mine))) {
      const what = `${part}, ${tasks.toLocaleString('en')} tasks`
      const base = floorParts[part] ?? 0
      rows.push({ what, unit: 'tokens', ours: one(size), floor: one(base), accept: null })
    }
  }
  const note =
    'A token is taken as four characters of JSON. Turn 16; the first of the turn’s two prompts. The floor has one tool, and its tasks stand in its instructions.'
  return { title: 'The prompt by part', rows, notes: [note] }
}

export async function measureSnapshots(): Promise<Section> {
  const rows: Row[] = []
  for (const [tasks, n] of [
    [10, 100],
    [1000, 40],
    [10_000, 15],
  ] as const) {
    const { userId, sessionId } = await ours.makeBoard(tasks)
    const times: { mine: number[]; bare: number[] } = { mine: [], bare: [] }
    for (let round = -2; round < n; round++) {
      const began = performance.now()
      const snapshot = await readSnapshot(userId, sessionId, { model: modelInfo(), agents: [] })
      const between = performance.now()
      await rawClient().execute({ sql: 'select * from tasks where session_id = ?', args: [sessionId] })
      const ended = performance.now()
      if (snapshot?.rows.task.length !== tasks) throw new Error('The snapshot is incomplete.')
      if (round < 0) continue
      times.mine.push(between - began)
      times.bare.push(ended - between)
    }
    const what = `snapshot of ${tasks.toLocaleString('en')} tasks`
    rows.push({ what, unit: 'ms', ours: spread(times.mine), floor: spread(times.bare) })
  }
  return { title: 'Snapshots', rows, notes: ['Floor: one `select *` of the tasks through the same client.'] }
}

export async function measureOffline(n: number): Promise<Section> {
  const title = 'A turn of the offline model'
  const board = await ours.makeBoard(10)
  const times: number[] = []
  for (let i = -10; i < n; i++) {
    const took = await ours.turn(board)
    if (i >= 0) times.push(took)
  }
  const added = (await ours.taskCount(board)) - 10
  if (added !== n + 10) {
    return { title, rows: [], notes: [`Left out: of ${n + 10} messages ${added} added their task.`] }
  }
  return { title, rows: [{ what: 'turn without a key, 10 tasks', unit: 'ms', ours: spread(times) }] }
}

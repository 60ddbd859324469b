/** Reads and writes of the session state: would a cache help? */
import { rawClient } from '#db/client.ts'
import { contextBlock } from '#lib/agent/prompt/context-block.ts'
import { fillFrom } from '#lib/agent/prompt/system-prompt.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { readValues } from '#lib/board/state/read-state.ts'
import { execute } from '#lib/session/commands/execute.ts'
import { readState, sessionState } from '#lib/session/commands/session-state.ts'
import type { Row, Section } from './report.ts'
import { spread } from './stats.ts'
import { type Board, makeBoard } from './taskboard-driver.ts'

const ROUNDS = 200
/** The limit for one read of the state, in milliseconds. */
const WANTED = { value: 2, what: 'wanted' }
const VALUE = { text: 'x'.repeat(120), list: [1, 2, 3], flag: true }

async function timed(
  what: string,
  work: () => Promise<unknown>,
  floor?: () => Promise<unknown>,
): Promise<Row> {
  const times: { mine: number[]; bare: number[] } = { mine: [], bare: [] }
  for (let round = -20; round < ROUNDS; round++) {
    const began = performance.now()
    await work()
    const between = performance.now()
    await floor?.()
    if (round < 0) continue
    times.mine.push(between - began)
    times.bare.push(performance.now() - between)
  }
  const row = { what, unit: 'ms', ours: spread(times.mine) }
  return floor ? { ...row, floor: spread(times.bare), accept: null } : { ...row, against: WANTED, accept: 1 }
}

async function run(board: Board, ...commands: { name: string; input: object }[]): Promise<void> {
  const outcome = await execute({ ...board, actor: 'user' }, commands)
  if (!outcome.ok) throw new Error(outcome.message)
}

async function boardWith(tasks: number, values: number): Promise<Board> {
  const board = await makeBoard(tasks)
  for (let i = 0; i < values; i += 50) {
    const some = Array.from({ length: Math.min(50, values - i) }, (_, j) => i + j)
    await run(board, ...some.map((n) => ({ name: 'set_value', input: { key: `key${n}`, value: VALUE } })))
  }
  return board
}

async function measureValues(count: number): Promise<Row[]> {
  const board = await boardWith(10, count)
  const state = sessionState({ ...board, actor: 'user' })
  const raw = (sql: string, ...args: string[]) =>
    rawClient().execute({ sql, args: [board.sessionId, ...args] })
  const one = () => raw('select json from state_values where session_id = ? and id = ?', 'key3')
  const all = () => raw('select id, json, expires_at from state_values where session_id = ?')
  const held = await readState(board.userId, board.sessionId)
  if (!held) throw new Error('There is no state.')
  let n = 0
  return [
    await timed(`get of a path, ${count} values`, () => state.get('key3.text')),
    await timed(`the same beside its bare select, ${count} values`, () => state.get('key3.text'), one),
    await timed(`getAll, ${count} values`, () => state.getAll()),
    await timed(`the same beside a bare select, ${count} values`, () => state.getAll(), all),
    await timed(`what a cache of rows would leave: readValues, ${count} values`, async () =>
      readValues(held.rows, Date.now()),
    ),
    { ...(await timed(`set, ${count} values`, () => state.set('key3', n++))), against: undefined },
  ]
}

async function measureLists(): Promise<Row[]> {
  const board = await boardWith(10, 10)
  const state = sessionState({ ...board, actor: 'user' })
  for (let i = 0; i < 5; i++) {
    const items = Array.from({ length: 100 }, (_, j) => `thing ${i * 100 + j}`)
    await run(board, { name: 'add_items', input: { id: newId(), list: 'shopping', items } })
  }
  return [
    await timed('get of a list of 500 items', () => state.get('shopping_list')),
    await timed('what list_items reads, 500 items', () => readState(board.userId, board.sessionId)),
  ]
}

/** `isNew`: the first read after a change; later ones use what this process caches for a revision. */
async function measureBlocks(tasks: number): Promise<Row[]> {
  const board = await boardWith(tasks, 10)
  const scope = {
    sessionId: board.sessionId,
    timeZone: 'UTC',
    message: 'hello',
    manualChanges: '',
    dependencies: {},
    userSettings: { name: null, language: 'en' },
  }
  const template = 'You help {user.name} with {tasks} in {categories}; the key is {key3.text}.'
  const many = `${tasks.toLocaleString('en')} tasks`
  const block = () => contextBlock(scope)
  const rows = [await timed(`state block of the same revision, ${many}`, block)]
  const times: number[] = []
  for (let i = -10; i < ROUNDS / 2; i++) {
    await run(board, { name: 'increment_value', input: { key: 'counter' } })
    const began = performance.now()
    await block()
    if (i >= 0) times.push(performance.now() - began)
  }
  rows.push({ what: `state block of a new revision, ${many}`, unit: 'ms', ours: spread(times) })
  rows.push(await timed(`instructions with {tasks}, ${many}`, () => fillFrom(board.sessionId, template, {})))
  return rows
}

export async function measureState(): Promise<Section> {
  const rows = [
    ...(await measureValues(10)),
    ...(await measureValues(200)),
    ...(await measureLists()),
    ...(await measureBlocks(10)),
    ...(await measureBlocks(10_000)),
  ]
  const note =
    'Each value is 160 characters of JSON. A set is a whole revision: mutex, transaction, log, feed, commit to the disk.'
  return { title: 'The session state', rows, notes: [note] }
}

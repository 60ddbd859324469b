/** Export, then import: an equal session except for its instructions, after any history. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#db/testing.ts'
import { STATUSES } from '#lib/board/model/names.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { runs } from '#lib/testing.ts'
import { finishTurn, receiveMessage } from '#lib/turns/turns.ts'
import { setInstructions } from '../boards/instructions.ts'
import { archiveSession } from '../boards/lifecycle.ts'
import { renameSession } from '../boards/naming.ts'
import { execute } from '../commands/execute.ts'
import { type Board, by, expectLogGivesRows, newBoard } from '../commands/execute-cases.ts'
import { readBoard } from '../commands/session-state.ts'
import { comparable, expectMark, exported, imported, taken } from './import-cases.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...'ab {}<"\\\n='),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
  minLength: 1,
  maxLength: 12,
})
const pick = fc.nat(4)
const key = fc.constantFrom('user', 'counter', 'theme', 'a', 'Ünï')
const json = fc.jsonValue({ maxDepth: 3 })
const does = <const Name extends string, T extends object>(
  name: Name,
  more: { [K in keyof T]: fc.Arbitrary<T[K]> },
) => fc.record({ do: fc.constant(name), ...more }) as unknown as fc.Arbitrary<{ do: Name } & T>

const step = fc.oneof(
  { weight: 4, arbitrary: does('add', { title: text, notes: text }) },
  { weight: 2, arbitrary: does('edit', { pick, title: text, completion: fc.nat(100) }) },
  { weight: 1, arbitrary: does('move', { pick, status: fc.constantFrom(...STATUSES) }) },
  { weight: 1, arbitrary: does('remove', { pick }) },
  { weight: 1, arbitrary: does('category', { name: text }) },
  {
    weight: 2,
    arbitrary: does('items', {
      list: fc.constantFrom('shopping', 'packing'),
      items: fc.array(text, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 1, arbitrary: does('tick', { pick }) },
  { weight: 1, arbitrary: does('drop', { list: fc.constantFrom('shopping', 'packing') }) },
  {
    weight: 3,
    arbitrary: does('set', { key, value: json, ttl: fc.option(fc.constantFrom(1, 100, 10_000)) }),
  },
  { weight: 1, arbitrary: does('merge', { key, value: json }) },
  { weight: 1, arbitrary: does('unset', { key }) },
  { weight: 2, arbitrary: does('undo', { whose: fc.constantFrom('own', 'any') }) },
  { weight: 2, arbitrary: does('redo', { whose: fc.constantFrom('own', 'any') }) },
  { weight: 1, arbitrary: does('checkpoint', { name: fc.constantFrom('one', 'two') }) },
  { weight: 1, arbitrary: does('restore', { name: fc.constantFrom('one', 'two') }) },
  { weight: 2, arbitrary: does('say', { text, ends: fc.boolean() }) },
  { weight: 1, arbitrary: does('name', { name: text }) },
  { weight: 1, arbitrary: does('instruct', { text }) },
  { weight: 1, arbitrary: does('archive', {}) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** Seconds pass between the steps, so that some values expire on the way. */
const EACH = 700

async function take(board: Board, action: Step, now: number): Promise<void> {
  const { userId, sessionId } = board
  const rows = (await readBoard(userId, sessionId))?.board
  const tasks = [...(rows?.tasks.keys() ?? [])].sort()
  const task = (index: number) => tasks[index % Math.max(1, tasks.length)] ?? newId()
  const run = (name: string, input: object) => execute(by(board, { now }), { name, input })
  switch (action.do) {
    case 'add':
      return void (await run('add_task', { id: newId(), title: action.title, notes: action.notes }))
    case 'edit': {
      const { title, completion } = action
      return void (await run('update_task', { task: task(action.pick), title, completion }))
    }
    case 'move':
      return void (await run('move_task', { task: task(action.pick), status: action.status }))
    case 'remove':
      return void (await run('remove_task', { task: task(action.pick) }))
    case 'category':
      return void (await run('add_category', { id: newId(), name: action.name }))
    case 'items':
      return void (await run('add_items', { id: newId(), list: action.list, items: action.items }))
    case 'tick': {
      const item = [...(rows?.items.values() ?? [])][action.pick]
      return void (item && (await run('check_items', { items: [item.id] })))
    }
    case 'drop':
      return void (await run('delete_list', { list: action.list }))
    case 'set':
      return void (await run('set_value', { key: action.key, value: action.value, ttl_seconds: action.ttl }))
    case 'merge':
      return void (await run('merge_state', { id: newId(), state: { [action.key]: action.value } }))
    case 'unset':
      return void (await run('delete_value', { key: action.key }))
    case 'undo':
    case 'redo':
      return void (await run(action.do, { whose: action.whose }))
    case 'checkpoint':
      return void (await run('save_checkpoint', { id: newId(), name: action.name }))
    case 'restore':
      return void (await run('restore', { checkpoint: action.name }))
    case 'say':
      return talk(board, action, now)
    case 'name':
      return void (await renameSession(userId, sessionId, action.name, now))
    case 'instruct':
      return void (await setInstructions(userId, sessionId, action.text, now))
    case 'archive':
      return void (await archiveSession(userId, sessionId, now))
    default:
      action satisfies never
  }
}

/** A message, what its turn does, and its reply with a tool call in it. */
async function talk(board: Board, { text: words, ends }: { text: string; ends: boolean }, now: number) {
  const { userId, sessionId } = board
  const got = await receiveMessage(userId, sessionId, { id: newId(), text: words }, 'test', now)
  if (!got.ok || !got.started) return
  const { turn } = got.started
  const add = { name: 'add_task', input: { id: newId(), title: words } }
  const lease = { id: turn.id, leaseToken: turn.leaseToken }
  const outcome = await execute(by(board, { actor: 'agent', turn: lease, now }), add)
  const call = { callId: 'call_1', step: 0, name: 'add_task', input: { title: words }, startedAt: now }
  const output = outcome.ok ? outcome.reply : outcome.message
  const revision = outcome.ok ? outcome.revision : null
  const parts = [
    { type: 'text' as const, text: words },
    { type: 'tool' as const, ...call, state: 'done' as const, output, revision, endedAt: now },
    { type: 'choices' as const, options: [{ label: words, say: words }] },
  ]
  // A running turn is imported as interrupted, which has its own test.
  const status = ends ? ('completed' as const) : ('failed' as const)
  await finishTurn(turn, { status, parts, notice: null, inputTokens: 7, outputTokens: 3 }, now)
}

test('export then import gives an equal session, and its log continues', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 30, size: 'max' }), async (steps) => {
      const board = await newBoard()
      let now = Date.now()
      for (const action of steps) {
        now += EACH
        await take(board, action, now)
      }
      const file = await exported(board, now)
      const copy = await imported(board.userId, file, now)
      expect(copy.leftOut).toEqual([])
      const again = await exported(copy, now)
      expectMark(again)
      expect(comparable(again, true)).toEqual(comparable(taken(file)))
      await expectLogGivesRows(copy, now)
      // The copy works: the next commands do the same on both, including undo of earlier revisions.
      for (const whose of ['own', 'any'] as const) {
        const undo = { name: 'undo', input: { whose } }
        const [first, second] = [
          await execute(by(board, { now }), undo),
          await execute(by(copy, { now }), undo),
        ]
        expect(second.ok).toBe(first.ok)
      }
      expect((await exported(copy, now)).state).toEqual((await exported(board, now)).state)
    }),
    { numRuns: runs(25) },
  )
}, 60_000)

test('an imported board gives the same file once more', async () => {
  const board = await newBoard()
  await execute(by(board), { name: 'add_task', input: { id: newId(), title: 'one' } })
  const first = await imported(board.userId, await exported(board))
  const file = await exported(first)
  const second = await imported(board.userId, file)
  const again = comparable(await exported(second), true)
  expect(again).toEqual(comparable(file))
})

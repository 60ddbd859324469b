/** Random commands by three actors, with undo and redo anywhere: the log, the rows and a browser's view never part. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase } from '#db/testing.ts'
import { apply } from '#lib/board/model/changes.ts'
import { STATUSES } from '#lib/board/model/names.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { EMPTY_BOARD } from '#lib/board/model/tables.ts'
import type { Board as Rows, Task } from '#lib/board/model/types.ts'
import { runs } from '#lib/testing.ts'
import { readFeed } from '../feed/feed.ts'
import { execute } from './execute.ts'
import { by, expectLogGivesRows, newBoard, rowsOf } from './execute-cases.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const actor = fc.constantFrom('user' as const, 'agent' as const, 'mcp' as const)
const pick = fc.nat(5)
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      actor,
      title: fc.string({ minLength: 1, maxLength: 12 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      actor,
      pick,
      title: fc.constantFrom('x', 'y', 'z'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('status' as const),
      actor,
      pick,
      status: fc.constantFrom(...STATUSES),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('percent' as const), actor, pick, percent: fc.nat(100) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      actor,
      pick,
      near: pick,
      status: fc.constantFrom(...STATUSES),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), actor, pick }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('undo' as const), actor, whose: fc.constantFrom('own', 'any') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('redo' as const), actor, whose: fc.constantFrom('own', 'any') }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function commandOf(action: Step, tasks: readonly Task[]) {
  const id = (index: number) => tasks[index % Math.max(1, tasks.length)]?.id ?? newId()
  switch (action.do) {
    case 'add':
      return { name: 'add_task', input: { id: newId(), title: action.title } }
    case 'edit':
      return { name: 'update_task', input: { task: id(action.pick), title: action.title } }
    case 'status':
      return { name: 'update_task_status', input: { task: id(action.pick), status: action.status } }
    case 'percent':
      return { name: 'update_task', input: { task: id(action.pick), completion: action.percent } }
    case 'move':
      return {
        name: 'move_task',
        input: { task: id(action.pick), status: action.status, before: id(action.near) },
      }
    case 'remove':
      return { name: 'remove_task', input: { task: id(action.pick) } }
    default:
      return { name: action.do, input: { whose: action.whose } }
  }
}

test('log, rows and a browser that follows the feed agree after any sequence', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      const board = await newBoard()
      for (const action of steps) {
        await execute(by(board, { actor: action.actor }), commandOf(action, await rowsOf(board)))
      }
      await expectLogGivesRows(board)
      const feed = await readFeed(board.userId, 0, 1000)
      const followed = feed.envelopes.reduce<Rows>(
        (rows, { event }) => (event.kind === 'revision' ? apply(rows, event.revision.changes) : rows),
        EMPTY_BOARD,
      )
      const rows = await rowsOf(board)
      expect(new Map(followed.tasks)).toEqual(new Map(rows.map((row) => [row.id, row])))
      expect(new Set(rows.map((row) => row.number)).size).toBe(rows.length)
    }),
    { numRuns: runs(40) },
  )
})

test('undo after do is nothing', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), step, async (before, action) => {
      const board = await newBoard()
      for (const each of before) {
        await execute(by(board, { actor: each.actor }), commandOf(each, await rowsOf(board)))
      }
      const was = await rowsOf(board)
      const outcome = await execute(by(board), commandOf(action, was))
      if (!outcome.ok || outcome.revision === null) return
      const undone = await execute(by(board), { name: 'undo', input: { revision: outcome.revision } })
      if (!undone.ok) throw new Error(`${action.do}: ${undone.message}`)
      expect(await rowsOf(board)).toEqual(was)
    }),
    { numRuns: runs(60) },
  )
})

test('actors who work at the same time all get their way, and nothing is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 18 }), async (steps) => {
      const board = await newBoard()
      const seeds = Array.from({ length: 4 }, (_, i) => ({
        name: 'add_task',
        input: { id: newId(), title: `t${i}` },
      }))
      await execute(by(board), seeds)
      const tasks = await rowsOf(board)
      const outcomes = await Promise.all(
        steps.map((action) => execute(by(board, { actor: action.actor }), commandOf(action, tasks))),
      )
      await expectLogGivesRows(board)
      const revisions = outcomes.flatMap((outcome) =>
        outcome.ok && outcome.revision ? [outcome.revision] : [],
      )
      expect(new Set(revisions).size).toBe(revisions.length)
    }),
    { numRuns: runs(30) },
  )
})

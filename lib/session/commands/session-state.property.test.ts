/** Random commands of three actors on everything on a board: log, rows, browser and undo always agree. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { replay } from '#components/sync/apply-optimistic.ts'
import { everyRow } from '#db/board-store.ts'
import { database } from '#db/client.ts'
import { loadView } from '#db/load-view.ts'
import { changesAfter } from '#db/log-store.ts'
import { changesOf } from '#db/revision-store.ts'
import { openTestDatabase } from '#db/testing.ts'
import { decide, parseCommand } from '#lib/board/commands/decide.ts'
import type { Command } from '#lib/board/commands/registry.ts'
import { apply } from '#lib/board/model/changes.ts'
import type { Decision, View } from '#lib/board/model/command.ts'
import { boardOf, EMPTY_BOARD, PLACES, TABLES } from '#lib/board/model/tables.ts'
import type { Board as Rows } from '#lib/board/model/types.ts'
import { wholeView } from '#lib/board/rules/find-rows.ts'
import { isExpired } from '#lib/board/state/read-state.ts'
import { fold } from '#lib/board/text/text.ts'
import { runs } from '#lib/testing.ts'
import { readFeed } from '../feed/feed.ts'
import { execute } from './execute.ts'
import { type Board, by, newBoard } from './execute-cases.ts'
import { readBoard } from './session-state.ts'
import { type AnyStep, anyStep, decidedAnywhere, onLists, type Scene, SEED } from './steps.test.data.ts'

const NOW = Date.UTC(2030, 0, 1)

// Hundreds of revisions, each written to the disk: slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

async function seededBoard(): Promise<Board> {
  const board = await newBoard()
  await execute(by(board, { now: NOW }), SEED)
  return board
}

async function sceneOf(board: Board): Promise<Scene> {
  const read = await readBoard(board.userId, board.sessionId)
  const log = await changesOf(database(), board.sessionId, null)
  const gone = [...log.values()].flat().filter((change) => change.after === null)
  const rows = await everyRow(database(), board.sessionId)
  return { ...rows, revision: read?.revision ?? 0, gone: gone.map((change) => change.id) }
}

const rowsOf = async (board: Board) => (await readBoard(board.userId, board.sessionId))?.board as Rows

/** A board for comparing: every row of every table, in any order. */
function plain(rows: Rows, only: readonly (typeof TABLES)[number][] = TABLES) {
  return Object.fromEntries(
    only.map((table) => {
      const held = [...rows[PLACES[table]].values()] as { id: string }[]
      return [table, held.toSorted((a, b) => (a.id < b.id ? -1 : 1))]
    }),
  )
}

/** The rows by the log, up to a revision. */
async function replayed(board: Board, upTo = Number.POSITIVE_INFINITY): Promise<Rows> {
  const log = await changesOf(database(), board.sessionId, null)
  return [...log].reduce((rows, [number, made]) => (number <= upTo ? apply(rows, made) : rows), EMPTY_BOARD)
}

/** Runs the steps one after the other; returns the time after the last. */
async function work(board: Board, steps: readonly AnyStep[], from = NOW): Promise<number> {
  let now = from
  for (const { actor, step, wait } of steps) {
    now += wait * 1_000
    await execute(by(board, { actor, now }), step(await sceneOf(board)))
  }
  return now
}

test('the log gives the rows, and so does the feed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 30 }), async (steps) => {
      const board = await seededBoard()
      await work(board, steps)
      const rows = await rowsOf(board)
      expect(plain(await replayed(board))).toEqual(plain(rows))
      const feed = await readFeed(board.userId, 0, 1_000)
      const followed = feed.envelopes.reduce(
        (held, { event }) => (event.kind === 'revision' ? apply(held, event.revision.changes) : held),
        EMPTY_BOARD,
      )
      expect(plain(followed)).toEqual(plain(rows))
      expect(new Set([...rows.tasks.values()].map((task) => task.number)).size).toBe(rows.tasks.size)
    }),
    { numRuns: runs(30) },
  )
})

test('undo restores the state before a command', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyStep, { minLength: 1, maxLength: 15 }),
      anyStep,
      async (before, { step }) => {
        const board = await seededBoard()
        const now = await work(board, before)
        const was = await rowsOf(board)
        const outcome = await execute(by(board, { now }), step(await sceneOf(board)))
        if (!outcome.ok || outcome.revision === null) return
        const undone = await execute(by(board, { now }), {
          name: 'undo',
          input: { revision: outcome.revision },
        })
        if (!undone.ok) throw new Error(`${outcome.reply}: ${undone.message}`)
        expect(plain(live(await rowsOf(board), now))).toEqual(plain(live(was, now)))
      },
    ),
    { numRuns: runs(30) },
  )
})

/** Without expired values: their rows may or may not be there. */
function live(rows: Rows, now: number): Rows {
  return { ...rows, values: new Map([...rows.values].filter(([, row]) => !isExpired(row, now))) }
}

test('restoring a revision gives exactly its board, without expired values; numbers are never reused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 25 }), fc.nat(25), async (steps, back) => {
      const board = await seededBoard()
      const now = await work(board, steps)
      const { revision } = await sceneOf(board)
      const to = Math.max(1, revision - back)
      const then = live(await replayed(board, to), now)
      const { nextNumber, checkpoints } = await rowsOf(board)
      const outcome = await execute(by(board, { now }), { name: 'restore', input: { revision: to } })
      if (!outcome.ok) throw new Error(outcome.message)
      const rows = live(await rowsOf(board), now)
      const restored = TABLES.filter((table) => table !== 'checkpoint')
      expect(plain(rows, restored)).toEqual(plain(then, restored))
      expect(rows.checkpoints).toEqual(checkpoints)
      expect(rows.nextNumber).toBe(nextNumber)
      expect(plain(await replayed(board))).toEqual(plain(await rowsOf(board)))
    }),
    { numRuns: runs(30) },
  )
})

const withoutOrder = (decision: Decision) =>
  'ok' in decision && decision.ok
    ? { ...decision, changes: decision.changes.map((change) => JSON.stringify(change)).sort() }
    : decision

test('a command decides the same over the rows it reads as over the whole board', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 3, maxLength: 20 }), anyStep, async (before, last) => {
      const board = await seededBoard()
      const now = (await work(board, before)) + last.wait * 1_000
      const scene = await sceneOf(board)
      const parsed = parseCommand(last.step(scene))
      if ('ok' in parsed) return
      const { board: all, revision } = (await readBoard(board.userId, board.sessionId)) as {
        board: Rows
        revision: number
      }
      const env = { now, actor: last.actor, turnId: null }
      let selectors = parsed.definition.reads(parsed.input)
      for (let attempt = 0; attempt < 3; attempt += 1) {
        const counters = { nextNumber: all.nextNumber, taskCount: all.tasks.size, revision }
        const view: View = await database().transaction((tx) =>
          loadView(tx, { ...board, turnId: null }, counters, selectors, now),
        )
        const { revisions, since, past, gone, removed } = view
        const whole = { ...wholeView(all), revision, revisions, since, past, gone, removed }
        const [over, overAll] = [decide(parsed, view, env), decide(parsed, whole, env)]
        if ('need' in over) {
          selectors = [...selectors, ...over.need]
          continue
        }
        expect(withoutOrder(over)).toEqual(withoutOrder(overAll))
        return
      }
      throw new Error('it asked for rows three times')
    }),
    { numRuns: runs(60) },
  )
})

test('the optimistic update of a browser matches the stored result', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(decidedAnywhere, { minLength: 3, maxLength: 20 }),
      decidedAnywhere,
      async (before, last) => {
        const board = await seededBoard()
        const now = (await work(board, before)) + last.wait * 1_000
        const command = last.step(await sceneOf(board)) as Command
        const shown = replay(await rowsOf(board), [{ command, at: now }])
        await execute(by(board, { now }), command)
        expect(plain(live(shown, now))).toEqual(plain(live(await rowsOf(board), now)))
      },
    ),
    { numRuns: runs(30) },
  )
})

test('concurrent tabs all show the stored rows after the feed arrives', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(decidedAnywhere, { minLength: 2, maxLength: 8 }),
      fc.array(decidedAnywhere, { minLength: 3, maxLength: 9 }),
      async (before, steps) => {
        const board = await seededBoard()
        const now = await work(board, before)
        const [scene, seen, { cursor }] = [
          await sceneOf(board),
          await rowsOf(board),
          await readFeed(board.userId, 0, 1_000),
        ]
        const pending = steps.map(({ step }) => ({ command: step(scene) as Command, at: now }))
        replay(seen, pending)
        const sent = pending.map(({ command }, i) =>
          execute(by(board, { now, actor: i % 3 === 2 ? 'agent' : 'user' }), command),
        )
        await Promise.all(sent)
        const news = await readFeed(board.userId, cursor, 1_000)
        const shown = news.envelopes.reduce(
          (rows, { event }) => (event.kind === 'revision' ? apply(rows, event.revision.changes) : rows),
          seen,
        )
        expect(plain(shown)).toEqual(plain(await rowsOf(board)))
      },
    ),
    { numRuns: runs(30) },
  )
})

/** No list has an item twice, list names are unique, and every item has a list. */
function expectWhole({ lists, items }: Rows): void {
  const texts = [...items.values()].map((item) => `${item.listId} ${fold(item.text)}`)
  expect(new Set(texts).size).toBe(texts.length)
  const names = [...lists.values()].map((list) => fold(list.name))
  expect(new Set(names).size).toBe(names.length)
  expect([...items.values()].filter((item) => !lists.has(item.listId))).toEqual([])
}

test('two tabs and the agent on the same lists never create duplicates, also with undo', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(onLists, { minLength: 5, maxLength: 30 }), async (steps) => {
      const board = await seededBoard()
      for (let i = 0; i < steps.length; i += 3) {
        const scene = await sceneOf(board)
        await Promise.all(
          steps
            .slice(i, i + 3)
            .map(({ actor, step }) => execute(by(board, { actor, now: NOW }), step(scene))),
        )
        expectWhole(await rowsOf(board))
      }
      expect(plain(await replayed(board))).toEqual(plain(await rowsOf(board)))
    }),
    { numRuns: runs(30) },
  )
})

test('concurrent additions are on the list exactly once', async () => {
  const text = fc.constantFrom('milk', 'Milk', 'eggs', 'EGGS', 'bread', 'salt', 'oat milk', 'rye')
  const adds = fc.array(fc.array(text, { minLength: 1, maxLength: 5 }), { minLength: 3, maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(adds, async (calls) => {
      const board = await newBoard()
      const actors = ['user', 'user', 'agent'] as const
      const outcomes = await Promise.all(
        calls.map((items, i) =>
          execute(by(board, { actor: actors[i % 3] }), {
            name: 'add_items',
            input: { id: `an-id-${String(i).padStart(4, '0')}`, list: 'shopping', items },
          }),
        ),
      )
      expect(outcomes.every((outcome) => outcome.ok)).toBe(true)
      const rows = await rowsOf(board)
      expectWhole(rows)
      const wanted = new Set(calls.flat().map(fold))
      expect(new Set([...rows.items.values()].map((item) => fold(item.text)))).toEqual(wanted)
      expect(rows.lists.size).toBe(1)
    }),
    { numRuns: runs(30) },
  )
})

test('a command that changes something is a revision, one that doesn’t isn’t', async () => {
  const board = await seededBoard()
  await work(board, fc.sample(anyStep, { numRuns: 60, seed: 7 }))
  const log = await changesOf(database(), board.sessionId, null)
  const { revision } = await sceneOf(board)
  expect([...log.keys()]).toEqual(Array.from({ length: revision }, (_, i) => i + 1))
  expect(await changesAfter(database(), board.sessionId, revision)).toEqual([])
  expect(boardOf(await everyRow(database(), board.sessionId), 1).tasks).toBeInstanceOf(Map)
})

/**
 * The rules of undo, written down a second time and as plainly as can be, against the door: three actors edit, remove
 * and take back in any order. Rows, a screen that follows the feed, what stands, and what is named must be as the rules say.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestDatabase } from '#db/testing.ts'
import { apply } from '#lib/board/model/changes.ts'
import { fullReply } from '#lib/board/model/command.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { EMPTY_BOARD } from '#lib/board/model/tables.ts'
import type { Task } from '#lib/board/model/types.ts'
import { readFeed } from '../feed/feed.ts'
import { readHistory } from '../queries/history.ts'
import { execute } from './execute.ts'
import { by, newBoard, rowsOf } from './execute-cases.ts'

vi.setConfig({ testTimeout: 120_000 })

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const FIELDS = { title: 'title', notes: 'notes', blocked_reason: 'blockedReason' } as const
const NAMES: Record<string, string> = { title: 'title', notes: 'notes', blockedReason: 'blocked reason' }
type Fields = Record<string, string>
type Edit = { id: string; before: Fields | null; after: Fields | null }
type Revision = {
  number: number
  actor: 'user' | 'agent' | 'mcp'
  kind: 'edit' | 'undo' | 'redo'
  edit: Edit
  undoes: number | null
}

/** The model: rows by their fields, and every revision. */
class Rules {
  rows = new Map<string, Fields>()
  revisions: Revision[] = []

  /** No active revision undid it. */
  stands(number: number): boolean {
    return !this.revisions.some((other) => other.undoes === number && this.stands(other.number))
  }

  make(actor: Revision['actor'], edit: Edit, back?: { of: Revision }) {
    const kind = !back ? 'edit' : back.of.kind === 'undo' ? 'redo' : 'undo'
    const number = this.revisions.length + 2
    this.revisions.push({ number, actor, kind, edit, undoes: back?.of.number ?? null })
    if (edit.after === null) this.rows.delete(edit.id)
    else this.rows.set(edit.id, { ...this.rows.get(edit.id), ...edit.after })
  }

  /** What is reverted of a revision, and the names of what isn’t. */
  inverse({ number, edit }: Revision): { edit: Edit | null; kept: string[] } {
    const { id, before, after } = edit
    const row = this.rows.get(id)
    const later = this.revisions.filter(
      (other) =>
        other.number > number && other.kind === 'edit' && other.edit.id === id && this.stands(other.number),
    )
    const moved = new Set(later.flatMap((other) => Object.keys(other.edit.after ?? {})))
    if (before === null) {
      if (!row) return { edit: null, kept: [] }
      return moved.size > 0
        ? { edit: null, kept: ['#'] }
        : { edit: { id, before: row, after: null }, kept: [] }
    }
    if (after === null) return { edit: row ? null : { id, before: null, after: before }, kept: [] }
    if (!row) return { edit: null, kept: ['#'] }
    const goes = Object.keys(after).filter((name) => row[name] === after[name] && !moved.has(name))
    const stays = Object.keys(after).filter((name) => !goes.includes(name) && row[name] !== before[name])
    const pick = (from: Fields) => Object.fromEntries(goes.map((name) => [name, from[name] ?? '']))
    return {
      edit: goes.length > 0 ? { id, before: pick(after), after: pick(before) } : null,
      kept: stays.map((name) => `the ${NAMES[name]} of #`),
    }
  }

  latestOwn(back: 'undo' | 'redo'): Revision | undefined {
    const own = this.revisions.filter(({ actor, number }) => actor === 'user' && this.stands(number))
    if (back === 'undo') return own.findLast(({ kind }) => kind === 'edit')
    const latest = own.findLast(({ kind }) => kind !== 'redo')
    return latest?.kind === 'undo' ? latest : undefined
  }
}

const actor = fc.constantFrom('user' as const, 'user' as const, 'agent' as const, 'mcp' as const)
const word = fc.constantFrom('red', 'green', 'blue', 'grey')
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ do: fc.constant('add' as const), actor, title: word }) },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constant('edit' as const),
      actor,
      pick: fc.nat(3),
      fields: fc.dictionary(fc.constantFrom('title', 'notes', 'blocked_reason'), word, {
        minKeys: 1,
        maxKeys: 3,
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), actor, pick: fc.nat(3) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('back' as const), actor, steps: fc.nat(6) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('undo' as const, 'redo' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
const SEED: Step[] = (['red', 'blue'] as const).map((title) => ({ do: 'add', actor: 'user', title }))

const fieldsOf = (task: Task): Fields => ({
  title: task.title,
  notes: task.notes,
  blockedReason: task.blockedReason,
})
const shown = (tasks: Iterable<Task>) => new Map([...tasks].map((task) => [task.id, fieldsOf(task)]))

test('any sequence by three actors ends as the rules say, in rows and on screens', async () => {
  let undone = 0
  let inPart = 0
  const play = async (steps: readonly Step[]) => {
    const board = await newBoard()
    const rules = new Rules()

    async function takeBack(who: Revision['actor'], target: Revision | undefined, command: object) {
      const outcome = await execute(by(board, { actor: who }), command)
      if (!target || !rules.stands(target.number)) {
        return expect(outcome).toMatchObject({ ok: false, code: 'nothing_to_undo' })
      }
      const { edit, kept } = rules.inverse(target)
      const said = outcome.ok ? fullReply(outcome) : outcome.message
      for (const name of kept) expect(said).toContain(name)
      if (!edit) {
        const code = kept.length > 0 ? 'moved_on' : 'nothing_to_undo'
        return expect(outcome).toMatchObject({ ok: false, code })
      }
      expect(outcome.ok).toBe(true)
      rules.make(who, edit, { of: target })
      undone += 1
      if (kept.length > 0) inPart += 1
    }

    for (const action of [...SEED, ...steps]) {
      const ids = [...rules.rows.keys()]
      const id = 'pick' in action ? ids[action.pick % Math.max(1, ids.length)] : undefined
      if (action.do === 'add') {
        const input = { id: newId(), title: action.title }
        expect((await execute(by(board, { actor: action.actor }), { name: 'add_task', input })).ok).toBe(true)
        const after = { title: action.title, notes: '', blockedReason: '' }
        rules.make(action.actor, { id: input.id, before: null, after })
      } else if (action.do === 'edit') {
        const row = id && rules.rows.get(id)
        if (!row) continue
        const given = Object.entries(action.fields).map(
          ([name, value]) => [FIELDS[name as keyof typeof FIELDS], value] as const,
        )
        const changed = given.filter(([name, value]) => row[name] !== value)
        const input = { task: id, ...action.fields }
        const outcome = await execute(by(board, { actor: action.actor }), { name: 'update_task', input })
        expect(outcome).toMatchObject({ ok: true })
        if (changed.length === 0) continue
        const before = Object.fromEntries(changed.map(([name]) => [name, row[name] ?? '']))
        rules.make(action.actor, { id, before, after: Object.fromEntries(changed) })
      } else if (action.do === 'remove') {
        const row = id && rules.rows.get(id)
        if (!row) continue
        await execute(by(board, { actor: action.actor }), { name: 'remove_task', input: { task: id } })
        rules.make(action.actor, { id, before: row, after: null })
      } else if (action.do === 'back') {
        const target = rules.revisions.at(-1 - action.steps)
        if (!target) continue
        await takeBack(action.actor, target, { name: 'undo', input: { revision: target.number } })
      } else {
        await takeBack('user', rules.latestOwn(action.do), { name: action.do, input: { whose: 'own' } })
      }
    }

    expect(shown(await rowsOf(board))).toEqual(rules.rows)
    const { envelopes } = await readFeed(board.userId, 0, 1_000)
    const screen = envelopes.reduce(
      (rows, { event }) => (event.kind === 'revision' ? apply(rows, event.revision.changes) : rows),
      EMPTY_BOARD,
    )
    expect(shown(screen.tasks.values())).toEqual(rules.rows)
    const page = await readHistory(board.userId, board.sessionId, {})
    const log = page.ok ? page.entries.filter(({ number }) => number > 1).reverse() : []
    expect(log.map(({ number, kind, undoneBy }) => [number, kind, undoneBy === null])).toEqual(
      rules.revisions.map(({ number, kind }) => [number, kind, rules.stands(number)]),
    )
  }
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24, size: 'max' }), play), {
    numRuns: 80,
  })
  // The test only counts if much was undone, and some of it in part.
  expect(undone).toBeGreaterThan(100)
  expect(inPart).toBeGreaterThan(0)
})

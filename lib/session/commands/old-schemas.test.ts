/** Databases of every schema there was, each with the log its version wrote: all that works on a log works on theirs. */
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AllRows, everyRow } from '#db/board-store.ts'
import { database, read } from '#db/client.ts'
import { changesOf } from '#db/revision-store.ts'
import { sessions } from '#db/schema.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { apply, type Change } from '#lib/board/model/changes.ts'
import { EMPTY_BOARD, PLACES, TABLES } from '#lib/board/model/tables.ts'
import type { Row } from '#lib/board/model/types.ts'
import { readHistory } from '../queries/history.ts'
import { readTrash } from '../queries/trash.ts'
import { comparable, exported, imported } from '../transfer/import-cases.ts'
import { execute } from './execute.ts'
import { type Board, by, expectLogGivesRows } from './execute-cases.ts'

type State = Record<string, Row[]>
const sorted = (rows: Iterable<Row>) => [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
/** Checkpoints stay where a board is restored. */
const RESTORED = TABLES.filter((table) => table !== 'checkpoint')

const files = readdirSync('db/fixtures').filter((name) => name.endsWith('.sql'))

describe.each(files)('%s', (name) => {
  let db: TestDatabase
  let board: Board
  let log: Map<number, Change[]>
  let last: number
  beforeAll(async () => {
    db = await openTestDatabase({ fixture: `db/fixtures/${name}` })
    const [session] = await database().select().from(sessions)
    board = { userId: session?.userId ?? '', sessionId: session?.id ?? '' }
    log = await changesOf(database(), board.sessionId, null)
    last = session?.revision ?? 0
  })
  afterAll(() => db.close())

  const run = (command: string, input: object) => execute(by(board), { name: command, input })
  async function state(): Promise<State> {
    const rows: AllRows = await read((tx) => everyRow(tx, board.sessionId))
    expect(rows.damaged).toBe(0)
    return Object.fromEntries(RESTORED.map((table) => [table, sorted(rows[table])]))
  }
  /** What the board was at a revision, by its log alone. */
  function stateAt(revision: number): State {
    const numbers = [...log.keys()].sort((a, b) => a - b).filter((number) => number <= revision)
    const rows = numbers.reduce((held, number) => apply(held, log.get(number) ?? []), EMPTY_BOARD)
    return Object.fromEntries(RESTORED.map((table) => [table, sorted(rows[PLACES[table]].values())]))
  }
  test('its log has every kind of change, and gives the rows', async () => {
    const kinds = new Set(
      [...log.values()].flat().map(({ table, before, after }) => {
        return `${before === null ? 'add' : after === null ? 'remove' : 'edit'} ${table}`
      }),
    )
    const expected = ['add task', 'edit task', 'remove task', 'add category', 'edit category']
    const later = [
      'add list',
      'add item',
      'edit item',
      'remove item',
      'add value',
      'edit value',
      'remove value',
      'add checkpoint',
    ]
    expect([...kinds]).toEqual(
      expect.arrayContaining(name.startsWith('0000') ? expected : [...expected, ...later]),
    )
    const file = await exported(board)
    expect(file.revisions.map(({ actor }) => actor)).toEqual(
      expect.arrayContaining(['user', 'agent', 'import']),
    )
    await expectLogGivesRows(board)
    expect(stateAt(last)).toEqual(await state())
  })

  test('the history lists every revision', async () => {
    const page = await readHistory(board.userId, board.sessionId, {})
    const revisions = page.ok ? page.entries : []
    expect(revisions.map(({ number }) => number)).toEqual(Array.from({ length: last }, (_, n) => last - n))
    expect(revisions.every(({ reply }) => reply !== '')).toBe(true)
  })

  test('exported and imported it is the same board, with its log', async () => {
    const file = await exported(board)
    const copy = await imported(board.userId, file)
    expect(copy.leftOut).toEqual([])
    // A turn that waited has ended in the copy.
    const { turns: _turns, messages: _messages, ...state } = comparable(file)
    expect(comparable(await exported(copy), true)).toMatchObject(state)
    await expectLogGivesRows(copy)
  })

  test('the undo of each revision can be undone, or is refused with a reason', async () => {
    const before = await state()
    for (let revision = last; revision > 0; revision--) {
      const undone = await run('undo', { revision })
      if (!undone.ok) {
        expect(['moved_on', 'nothing_to_undo', 'protected'], undone.message).toContain(undone.code)
        continue
      }
      if (undone.revision !== null)
        expect(await run('undo', { revision: undone.revision })).toMatchObject({ ok: true })
      expect(await state(), `revision ${revision}`).toEqual(before)
    }
    await expectLogGivesRows(board)
  })

  test('it is restored to each of its revisions, and undo takes that back', async () => {
    const now = await state()
    for (let revision = last; revision > 0; revision--) {
      const restored = await run('restore', { revision })
      expect(restored, `revision ${revision}`).toMatchObject({ ok: true })
      expect(await state(), `revision ${revision}`).toEqual(stateAt(revision))
      if (restored.ok && restored.revision !== null) expect(await run('undo', {})).toMatchObject({ ok: true })
      expect(await state()).toEqual(now)
    }
    await expectLogGivesRows(board)
  })

  test.skipIf(name.startsWith('0000'))('it is restored to its checkpoint', async () => {
    const [saved] = (await everyRow(database(), board.sessionId)).checkpoint
    expect(await run('restore', { checkpoint: saved?.name })).toMatchObject({ ok: true })
    expect(await state()).toEqual(stateAt(saved?.at ?? 0))
    expect(await run('undo', {})).toMatchObject({ ok: true })
  })

  test('what was deleted comes back from the trash', async () => {
    const trash = await readTrash(board.userId, board.sessionId)
    if (!trash.ok) throw new Error(trash.message)
    const gone = trash.rows.find(({ table }) => table === 'task')
    const [row] = [...log.values()].flat().filter(({ id, after }) => id === gone?.id && after === null)
    expect(await run('bring_back', { row: gone?.id })).toMatchObject({ ok: true })
    expect((await state()).task).toContainEqual(
      expect.objectContaining({ ...row?.before, rank: expect.any(String) }),
    )
  })
})

import { expect, test } from 'vitest'
import type { Change } from '../model/changes.ts'
import type { Message, ToolPart } from '../wire/events.ts'
import { type RevisionHead, scrubber, type ValueChange } from './scrub-expired.ts'

const NOW = 1_000
const value = (json: string | null, expiresAt: number | null) => ({ id: 'code', json, expiresAt })

/** Changes of the value `code`, one per revision, from revision 2. */
function log(...made: Pick<Change, 'before' | 'after'>[]): ValueChange[] {
  return made.map((change, i) => ({
    revision: i + 2,
    position: 0,
    change: { table: 'value', id: 'code', ...change } as Change,
  }))
}

const head = (number: number, more: Partial<RevisionHead> = {}): RevisionHead => ({
  number,
  actor: 'user',
  turnId: null,
  kind: 'edit',
  reply: 'It is QUINCE.',
  undoes: [],
  undoneBy: null,
  commands: [{ name: 'set_value', input: { key: 'code', value: 'QUINCE' } }],
  createdAt: 0,
  ...more,
})

const after = (changes: ValueChange[], now = NOW) => {
  const scrub = scrubber(changes, now)
  return changes.map((change) => scrub.change(change))
}

test('nothing is removed before it expires', () => {
  const changes = log({ before: null, after: value('"QUINCE"', NOW + 1) })
  expect(after(changes)).toEqual(changes.map(({ change }) => change))
  expect(scrubber(changes, NOW).revision(head(2))).toEqual(head(2))
})

test('a text is removed everywhere, and the texts around it stay', () => {
  const changes = log(
    { before: null, after: value('"first"', null) },
    { before: { json: '"first"', expiresAt: null }, after: { json: '"QUINCE"', expiresAt: NOW } },
    { before: { json: '"QUINCE"', expiresAt: NOW }, after: { json: '"third"', expiresAt: null } },
    { before: value('"third"', null), after: null },
  )
  expect(after(changes).map(({ before, after: then }) => [before, then])).toEqual([
    [null, value('"first"', null)],
    [
      { json: '"first"', expiresAt: null },
      { json: null, expiresAt: NOW },
    ],
    [
      { json: null, expiresAt: NOW },
      { json: '"third"', expiresAt: null },
    ],
    [value('"third"', null), null],
  ])
})

test('the last expiry of a text counts: postponed it stays, brought forward it goes, cleared it stays', () => {
  const set = { before: null, after: value('"QUINCE"', NOW) }
  const until = (from: number | null, to: number | null) => ({
    before: { expiresAt: from },
    after: { expiresAt: to },
  })
  const isOut = (...changes: ReturnType<typeof until>[]) =>
    !JSON.stringify(after(log(set, ...changes))).includes('QUINCE')
  expect(isOut()).toBe(true)
  expect(isOut(until(NOW, NOW + 1))).toBe(false)
  expect(isOut(until(NOW, NOW + 1), until(NOW + 1, NOW - 1))).toBe(true)
  expect(isOut(until(NOW, null))).toBe(false)
})

test('a value that expired, was purged and was set again is a new one and stays', () => {
  const changes = log(
    { before: null, after: value('"QUINCE"', NOW) },
    { before: null, after: value('"b"', null) },
  )
  expect(after(changes).map((change) => change.after)).toEqual([value(null, NOW), value('"b"', null)])
})

test('commands and replies that mention it are removed, also those of its undo and redo', () => {
  const scrub = scrubber(log({ before: null, after: value('"QUINCE"', NOW) }), NOW)
  const revisions = [
    head(2),
    head(3, { undoes: [2], commands: [{ name: 'undo', input: {} }] }),
    head(4, { undoes: [3], commands: [{ name: 'undo', input: {} }] }),
    // Its row didn’t change, but the call names it.
    head(5, { commands: [{ name: 'merge_state', input: { state: { a: 1, code: 'QUINCE' } } }] }),
    head(6, { commands: [{ name: 'set_value', input: { key: 'code.part', value: 'QUINCE' } }] }),
  ].map(scrub.revision)
  expect(JSON.stringify(revisions)).not.toContain('QUINCE')
  expect(revisions.map(({ number, kind }) => [number, kind])).toHaveLength(5)
  const others = [
    head(7, { reply: 'a', commands: [{ name: 'add_task', input: { title: 'code' } }] }),
    head(8, { reply: 'b', commands: [{ name: 'set_value', input: { key: 'other', value: 'my code' } }] }),
    head(9, { reply: 'c', undoes: [8] }),
  ]
  expect(others.slice(0, 2).map(scrub.revision)).toEqual(others.slice(0, 2))
})

test('in messages, only tool inputs and outputs are removed', () => {
  const scrub = scrubber(log({ before: null, after: value('"QUINCE"', NOW) }), NOW)
  scrub.revision(head(2))
  const tool = (name: string, input: unknown, output: string | null, revision: number | null): ToolPart => ({
    type: 'tool',
    callId: 'c',
    step: 0,
    name,
    input,
    state: 'done',
    output,
    revision,
    startedAt: 0,
    endedAt: 0,
  })
  const message: Message = {
    id: 'm',
    sessionId: 's',
    role: 'assistant',
    parts: [
      { type: 'text', text: 'I said QUINCE.' },
      tool('update_session_state', { session_state_updates: { code: 'QUINCE' } }, 'Done.', null),
      tool('get_session_state', { key: 'code' }, 'code is QUINCE.', null),
      tool('get_session_state', {}, '- code: QUINCE', null),
      tool('add_task', { title: 'of the call that set it' }, 'QUINCE', 2),
      tool('get_session_state', { key: 'other' }, 'other is 3.', null),
      tool('increment_value', { key: 'code' }, null, null),
    ],
    turnId: 't',
    position: 2,
    version: 1,
    createdAt: 0,
  }
  const { parts } = scrub.message(message)
  expect(parts[0]).toEqual({ type: 'text', text: 'I said QUINCE.' })
  expect(JSON.stringify(parts.slice(1))).not.toContain('QUINCE')
  expect(parts[5]).toEqual(message.parts[5])
  expect(parts[6]).toMatchObject({ input: {}, output: null })
})

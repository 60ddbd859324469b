import { describe, expect, it } from 'vitest'
import { COMMANDS } from '#lib/board/commands/registry.ts'
import { READERS } from '#lib/board/readers/registry.ts'
import { BEYOND_NAMES } from '#lib/board/readers/user-tools.ts'
import type { ToolPart } from '#lib/board/wire/events.ts'
import { TOOL_WORDS, toolLabel } from './tool-labels.ts'

const part = (name: string, more: Partial<ToolPart> = {}): ToolPart => ({
  type: 'tool',
  callId: 'call',
  step: 0,
  name,
  input: {},
  state: 'done',
  output: null,
  revision: 4,
  startedAt: 0,
  endedAt: 1,
  ...more,
})
const updating = (updates: unknown) =>
  toolLabel(part('update_session_state', { input: { session_state_updates: updates }, output: 'raw' }), '')

it('every tool has its own label', () => {
  const commands = Object.values(COMMANDS).filter(({ audience }) => audience === 'everyone')
  const names = [...commands.map(({ name }) => name), ...Object.keys(READERS), ...BEYOND_NAMES]
  expect(names.filter((name) => !(name in TOOL_WORDS))).toEqual([])
})

it('a call says what it does and its result, and nothing twice', () => {
  expect(toolLabel(part('add_items', { state: 'running' }), '')).toBe('Adding to a list…')
  const output = 'Added milk to the shopping list.'
  expect(toolLabel(part('add_items', { output }), '')).toBe(output)
  expect(toolLabel(part('add_items', { output }), `Done. ${output}`)).toBe('Added to a list')
  expect(toolLabel(part('list_items', { output: '**shopping** (1 item)' }), '')).toBe('Read a list')
  expect(toolLabel(part('remove_items', { state: 'refused', output: "'x' is not on it." }), '')).toBe(
    "'x' is not on it.",
  )
  expect(toolLabel(part('some_tool', { state: 'running' }), '')).toBe('some tool…')
})

it('a memory is described by what happened to it, and asked about as a question', () => {
  const fact = { id: 'f', memoryId: 'm', text: 'Drinks tea' } as const
  const said = (did: 'remember' | 'forget', state: 'done' | 'open' | 'undone') =>
    toolLabel(part(did, { revision: null, output: 'raw', fact: { ...fact, did, state } }), '')
  expect(said('remember', 'done')).toBe('Remembered: Drinks tea')
  expect(said('remember', 'open')).toBe('Remember? Drinks tea')
  expect(said('forget', 'open')).toBe('Forget? Drinks tea')
  expect(said('forget', 'undone')).toBe('Memory restored: Drinks tea')
})

describe('remembering', () => {
  it.each([
    [{ user: { name: 'John', age: 30 } }, 'Remembered name: John and age: 30'],
    [{ user: { preferences: { theme: 'dark' } } }, 'Remembered theme: dark'],
    [{ packing_list: ['socks', 'map'] }, 'Remembered packing list: socks, map'],
    [{ counter: null }, 'Forgot counter'],
    [{ mood: 'calm', old_mood: null }, 'Remembered mood: calm. Forgot old mood'],
    [{ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 }, 'Remembered a: 1, b: 2, c: 3, d: 4 and 2 more'],
    [{ grid: [[1], [2]] }, 'Remembered grid: [[1],[2]]'],
    [{ user: { preferences: {}, name: 'John' } }, 'Remembered name: John'],
    [{ user: {} }, 'Updated state'],
  ])('%j', (updates, words) => {
    expect(updating(updates)).toBe(words)
  })

  it('a call that changed nothing shows the tool’s answer', () => {
    const output = 'Already saved.'
    expect(toolLabel(part('update_session_state', { output, revision: null }), '')).toBe(output)
  })
})

/** Every example in the help is understood. */
import { expect, test } from 'vitest'
import { BOARDS } from '#lib/understand/sentences/boards.ts'
import { CONTEXT } from '#lib/understand/testing.ts'
import { understand } from '#lib/understand/understand.ts'
import { helpOn } from './offline-help.ts'

const EXAMPLES = /“([^”]+)”/g

test.each(Object.keys(BOARDS) as (keyof typeof BOARDS)[])('every example is understood: %s', (name) => {
  const board = { ...CONTEXT, ...BOARDS[name] }
  const examples = [...helpOn(board).matchAll(EXAMPLES)].map(([, example]) => example ?? '')
  expect(examples.length).toBeGreaterThan(12)
  for (const example of examples) {
    // “go back to it” refers to the example before it.
    const { kind, unread } = understand(example, { ...board, checkpoints: ['before lunch'] })
    expect([example, kind, unread]).toEqual([example, 'commands', undefined])
  }
})

test('it uses the names of this board, and no task if there is none', () => {
  expect(helpOn({ ...CONTEXT, ...BOARDS.home })).toContain('mark "call Ana" as done')
  expect(helpOn({ ...CONTEXT, ...BOARDS.travel })).toContain('is milk on my Groceries list?')
  expect(helpOn({ ...CONTEXT, ...BOARDS.empty })).not.toContain('Progress')
})

/** Our own sentences: every wording comes to its calls. A question is known by how it begins. */
import { expect, test } from 'vitest'
import { CONTEXT, said } from './for-tests.ts'
import beyond from './sentences/beyond.json' with { type: 'json' }
import { BOARDS, type Saying } from './sentences/boards.ts'
import facts from './sentences/facts.json' with { type: 'json' }
import lists from './sentences/lists.json' with { type: 'json' }

const sayings = [...lists, ...facts, ...beyond] as Saying[]
const rows = sayings.flatMap(({ board, calls, said: wordings }) =>
  wordings.map((words) => [board, words, calls] as const),
)

test.each(rows)('%s: %s', (board, words, calls) => {
  const came = said(words, { ...CONTEXT, ...BOARDS[board] })
  expect(calls.startsWith('?') ? came.slice(0, calls.length) : came).toBe(calls)
})

/** A phrase of one's own for each wording: no tool lives on one sentence. */
test.each([
  'create_list',
  'add_items',
  'remove_items',
  'check_items',
  'clear_list',
  'rename_list',
  'delete_list',
  'list_items',
  'update_session_state',
  'increment_value',
  'get_session_state',
  'save_checkpoint',
  'restore',
  'remember',
  'forget',
  'recall',
  'search_knowledge',
  'search_history',
  'hand_over',
])('%s is asked for in at least ten wordings', (tool) => {
  const wordings = sayings.filter(({ calls }) => calls.startsWith(tool)).flatMap(({ said: words }) => words)
  expect(new Set(wordings).size).toBeGreaterThanOrEqual(10)
})

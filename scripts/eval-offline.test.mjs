/** The evaluator's contract: its input rows and its output. */
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isWhole } from '#lib/testing.ts'

const ROWS = [
  { id: 'add', text: 'add call Ana tomorrow', seed_board: [], now: '2026-11-18T15:00:00Z' },
  { id: 'remove', text: 'delete the plants one', seed_board: ['water the plants', 'file the tax return'] },
  { id: 'rename', text: 'rename #2 to file it', seed_board: ['water the plants', 'file the tax return'] },
  { id: 'list', text: 'put milk and eggs on the shopping list' },
  { id: 'refused', text: 'delete the shopping list', seed_board: ['water the plants'] },
  { id: 'ask', text: 'add a task' },
  { id: 'none', text: 'what is the weather like?', seed_board: ['water the plants'] },
  {
    id: 'context',
    text: "what's on my list?",
    context: [{ role: 'user', text: 'add jam to the food list' }],
  },
]

/** Falls, and never rises. */
const FEW = 117

test('what a rule is good for is told by leaving it out', { timeout: 180_000 }, () => {
  const input = JSON.stringify({ id: 'one', text: 'reverse my last change' })
  const run = (rows) =>
    spawnSync('node', ['scripts/eval-offline.ts', '--ablate'], { input: rows, encoding: 'utf8' }).stdout
  const worth = (table, start) =>
    Number(
      table
        .split('\n')
        .find((line) => line.includes(start))
        ?.slice(0, 5),
    )
  const own = run('')
  expect(worth(own, ' undo|revert|reverse')).toBeGreaterThan(5)
  if (isWhole) expect(worth(run(input), ' undo|revert|reverse')).toBe(worth(own, ' undo|revert|reverse') + 1)
  // A new rule comes with three sentences of its own; these older ones have fewer.
  const few = Number(/^(\d+) of \d+ rules change fewer than 3 sentences\.$/m.exec(own)?.[1])
  expect(few).toBeLessThanOrEqual(FEW)
})

test('each row gives the calls that ran, with tasks named by their titles', { timeout: 60_000 }, () => {
  const input = ROWS.map((row) => JSON.stringify(row)).join('\n')
  const { stdout } = spawnSync('node', ['scripts/eval-offline.ts'], { input, encoding: 'utf8' })
  const played = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const task = { title: 'file the tax return', task_id: 2 }
  expect(Object.fromEntries(played.map(({ id, calls }) => [id, calls]))).toEqual({
    add: [{ tool: 'add_task', args: { title: 'call Ana', due_date: '2026-11-19' } }],
    remove: [{ tool: 'remove_task', args: { task: 'plants', title: 'water the plants', task_id: 1 } }],
    rename: [{ tool: 'update_task', args: { task: '#2', new_title: 'file it', ...task } }],
    list: [{ tool: 'add_items', args: { list: 'shopping', items: ['milk', 'eggs'] } }],
    refused: [{ tool: 'delete_list', args: { list: 'shopping' } }],
    ask: [{ tool: 'clarify', args: {} }],
    none: [],
    context: [{ tool: 'list_items', args: { list: 'food' } }],
  })
})

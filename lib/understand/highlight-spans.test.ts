import { expect, test } from 'vitest'
import { CONTEXT } from './testing.ts'
import { understand } from './understand.ts'

/** `[words: role = value]` for each part. */
function shown(text: string): string {
  const { spans } = understand(text, CONTEXT)
  return spans
    .map(({ start, end, role, value }) => `[${text.slice(start, end)}: ${role} = ${value}]`)
    .join(' ')
}

test.each([
  ['mark #2 as done', '[mark: verb = update_task_status] [#2: task = #2] [as done: status = done]'],
  [
    'add a task: buy stamps, category: work, due friday at 5',
    '[add a task:: verb = add_task] [buy stamps: title = buy stamps] [category: work: category = work] [due friday at 5: due = 2026-11-20]',
  ],
  ['set #1 to half', '[set: verb = update_task] [#1: task = #1] [to half: percent = 50]'],
  [
    'call Ana p1'.replace('call', 'add call'),
    '[add: verb = add_task] [call Ana: title = call Ana] [p1: priority = urgent]',
  ],
  ['show my open tasks', '[show my: verb = list_tasks] [open: filter = open]'],
  ['show my tasks', '[show my tasks: verb = list_tasks]'],
  ['rename #1', '[rename: verb = ] [#1: task = #1]'],
  ['undo', '[undo: verb = undo]'],
])('%s', (text, expected) => {
  expect(shown(text)).toBe(expected)
})

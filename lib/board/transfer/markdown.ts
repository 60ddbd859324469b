/** A board as a Markdown document: columns as headings, tasks and items as checkboxes. */

import { STATUS_NAMES, STATUSES } from '../model/names.ts'
import { byRank } from '../model/rank.ts'
import type { Board, Item, Task } from '../model/types.ts'
import { taskFacts } from '../rules/describe-task.ts'
import { itemsOf, listsInOrder } from '../state/lists.ts'
import { escapeLine } from '../text/markdown.ts'

export function* markdownOf(name: string, board: Board): Generator<string> {
  yield `# ${escapeLine(name)}\n`
  for (const status of STATUSES) {
    const tasks = [...board.tasks.values()].filter((task) => task.status === status).sort(byRank)
    yield `\n## ${STATUS_NAMES[status]}\n\n`
    if (tasks.length === 0) yield 'No tasks\n'
    for (const task of tasks) yield taskLines(task, board.categories.get(task.categoryId)?.name ?? '')
  }
  const lists = listsInOrder(board)
  if (lists.length > 0) yield '\n## Lists\n'
  for (const list of lists) {
    const items = itemsOf(board, list.id)
    yield `\n### ${escapeLine(list.name)}\n\n`
    yield items.length === 0 ? 'No items\n' : items.map(itemLine).join('')
  }
}

function itemLine({ checked, text }: Item): string {
  return `- [${checked ? 'x' : ' '}] ${escapeLine(text)}\n`
}

function taskLines(task: Task, category: string): string {
  const words = { category: () => category, day: (day: string) => day }
  // The heading and the checkbox show the status.
  const facts = taskFacts(task, words, ['status']).map(escapeLine)
  const box = task.status === 'done' ? 'x' : ' '
  const behind = facts.length > 0 ? ` (${facts.join(', ')})` : ''
  const head = `- [${box}] #${task.number} ${escapeLine(task.title)}${behind}\n`
  const blocked = task.blockedReason ? `  Blocked by: ${escapeLine(task.blockedReason)}\n` : ''
  return head + (blocked ? `\n${blocked}` : '') + noteLines(task.notes)
}

/** Indented under the task, with line breaks and empty lines kept. */
function noteLines(notes: string): string {
  if (notes === '') return ''
  const lines = notes.split('\n').map((line) => (line.trim() === '' ? '' : `  ${escapeLine(line)}\\`))
  return `\n${lines.join('\n').replace(/\\(?=\n\n|\n?$)/g, '')}\n`
}

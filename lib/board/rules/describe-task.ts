/** How the board says what a task is and what happened to it. */

import { STATUS_NAMES } from '../model/names.ts'
import type { Category, Task } from '../model/types.ts'
import { nameTask } from '../text/text.ts'

/** `#1 Review the roadmap (work, high, due 2026-11-27)` */
export function describeTask(task: Task, category: Category | undefined): string {
  const facts = [category?.name]
  if (task.status !== 'open') facts.push(STATUS_NAMES[task.status].toLowerCase())
  if (task.completion > 0 && task.completion < 100) facts.push(`${task.completion}%`)
  if (task.priority !== 'none') facts.push(`${task.priority} priority`)
  if (task.effort !== 'none') facts.push(`${task.effort} effort`)
  if (task.dueDate) facts.push(`due ${task.dueDate}`)
  return `${nameTask(task)} (${facts.filter(Boolean).join(', ')})`
}

/** What an edit of a task's fields did: `50%, In progress`. */
export function describeEdit(
  before: Task,
  after: Partial<Task>,
  categoryName: (id: string) => string,
): string {
  const facts: string[] = []
  if (after.title !== undefined) facts.push(`renamed from “${before.title}”`)
  if (after.completion !== undefined) facts.push(`${after.completion}%`)
  if (after.status !== undefined) facts.push(STATUS_NAMES[after.status])
  if (after.categoryId !== undefined) facts.push(`category ${categoryName(after.categoryId)}`)
  if (after.priority !== undefined) {
    facts.push(after.priority === 'none' ? 'no priority' : `${after.priority} priority`)
  }
  if (after.effort !== undefined) facts.push(after.effort === 'none' ? 'no effort' : `${after.effort} effort`)
  if (after.dueDate !== undefined) facts.push(after.dueDate ? `due ${after.dueDate}` : 'no due date')
  if (after.notes !== undefined) facts.push(after.notes ? 'new notes' : 'notes removed')
  if (after.blockedReason !== undefined) {
    facts.push(after.blockedReason ? `blocked: ${after.blockedReason}` : 'no longer blocked')
  }
  return facts.join(', ')
}

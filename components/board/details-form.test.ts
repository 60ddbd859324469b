import { expect, it } from 'vitest'
import { newTask } from '#lib/board/model/task-shape.ts'
import { changedFields } from './details-form.tsx'

const task = newTask({
  id: 'task-0001',
  number: 1,
  title: 'Buy milk',
  notes: 'two\nbottles',
  categoryId: 'general',
  dueDate: '2026-11-27',
  labels: ['phone', 'on hold'],
  rank: 'a0',
  createdAt: 1,
})

/** The form with a task’s values and some changes. */
function form(changes: Record<string, string> = {}): FormData {
  const data = new FormData()
  const shown = {
    title: task.title,
    // Browsers send line breaks as CRLF.
    notes: 'two\r\nbottles',
    category: task.categoryId,
    due_date: task.dueDate ?? '',
    priority: task.priority,
    effort: task.effort,
    completion: '0',
    blocked_reason: '',
    labels: 'phone, on hold',
  }
  for (const [name, value] of Object.entries({ ...shown, ...changes })) data.set(name, value)
  return data
}

it('sends nothing from an unchanged form', () => {
  expect(changedFields(task, form())).toEqual({})
})

it.each([
  [{ title: 'Buy oat milk' }, { title: 'Buy oat milk' }],
  [{ notes: '' }, { notes: '' }],
  [
    { completion: '50', priority: 'high' },
    { completion: '50', priority: 'high' },
  ],
  [{ due_date: '' }, { due_date: 'none' }],
  [{ labels: ' on hold,phone, urgent ,' }, { add_labels: ['urgent'] }],
  [{ labels: 'urgent' }, { add_labels: ['urgent'], remove_labels: ['phone', 'on hold'] }],
  [{ labels: '' }, { remove_labels: ['phone', 'on hold'] }],
])('sends what was changed, and no other field: %o', (changes, sent) => {
  expect(changedFields(task, form(changes))).toEqual(sent)
})

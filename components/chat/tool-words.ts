/** Tool calls in plain words. */
import type { ToolPart, ToolState } from '#lib/board/wire.ts'

const DOING: Readonly<Record<string, string>> = {
  add_task: 'Adding a task',
  update_task: 'Changing a task',
  update_task_status: 'Changing a status',
  move_task: 'Moving a task',
  remove_task: 'Removing a task',
  add_category: 'Adding a category',
  rename_category: 'Renaming a category',
  remove_category: 'Removing a category',
  undo: 'Undoing',
  redo: 'Redoing',
  list_tasks: 'Reading the tasks',
  get_summary: 'Summing up the board',
}

/** For what the reply says in full itself: readers' tables, and sentences that stand there word for word. */
const DONE: Readonly<Record<string, string>> = {
  add_task: 'Added a task',
  update_task: 'Changed a task',
  update_task_status: 'Changed a status',
  move_task: 'Moved a task',
  remove_task: 'Removed a task',
  add_category: 'Added a category',
  rename_category: 'Renamed a category',
  remove_category: 'Removed a category',
  undo: 'Undid a change',
  redo: 'Redid a change',
  list_tasks: 'Read the tasks',
  get_summary: 'Summed up the board',
}
const READERS = ['list_tasks', 'get_summary']

export const STATE_WORDS = {
  running: 'Running',
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
} as const satisfies Record<ToolState, string>

/** `said`: the text of the reply that the call belongs to. */
export function toolWords(part: ToolPart, said: string): string {
  const doing = DOING[part.name] ?? part.name.replaceAll('_', ' ')
  if (part.state === 'running') return `${doing}…`
  const output = part.output?.trim() ?? ''
  const isTold = READERS.includes(part.name) || (output !== '' && said.includes(output))
  const done = part.state === 'done' && isTold ? DONE[part.name] : undefined
  return done ?? (output.split('\n', 1)[0] || doing)
}

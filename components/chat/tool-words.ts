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

/** Readers answer with whole tables: what they did is said, not what they read. */
const DONE: Readonly<Record<string, string>> = {
  list_tasks: 'Read the tasks',
  get_summary: 'Summed up the board',
}

export const STATE_WORDS = {
  running: 'Running',
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
} as const satisfies Record<ToolState, string>

export function toolWords(part: ToolPart): string {
  const doing = DOING[part.name] ?? part.name.replaceAll('_', ' ')
  if (part.state === 'running') return `${doing}…`
  const done = part.state === 'done' ? DONE[part.name] : undefined
  return done ?? part.output?.trim().split('\n', 1)[0] ?? doing
}

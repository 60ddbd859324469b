/** Labels of tool calls. */
import { isObject, type JsonValue } from '#lib/board/state/json.ts'
import { joinWords, shorten } from '#lib/board/text/text.ts'
import type { ToolPart, ToolState } from '#lib/board/wire/events.ts'
import { memoryLabel } from './memory-labels.ts'

type Words = {
  doing: string
  /** Used if the reply repeats the result word for word, and for readers. */
  done: string
  reads?: true
}

export const TOOL_WORDS: Readonly<Record<string, Words>> = {
  add_task: { doing: 'Adding a task', done: 'Added a task' },
  update_task: { doing: 'Updating a task', done: 'Updated a task' },
  update_task_status: { doing: 'Updating a status', done: 'Updated a status' },
  move_task: { doing: 'Moving a task', done: 'Moved a task' },
  remove_task: { doing: 'Removing a task', done: 'Removed a task' },
  remove_tasks: { doing: 'Removing tasks', done: 'Removed tasks' },
  repair_task: { doing: 'Repairing a task', done: 'Repaired a task' },
  bring_back: { doing: 'Restoring from trash', done: 'Restored from trash' },
  clear_column: { doing: 'Clearing a column', done: 'Cleared a column' },
  add_category: { doing: 'Adding a category', done: 'Added a category' },
  rename_category: { doing: 'Renaming a category', done: 'Renamed a category' },
  remove_category: { doing: 'Removing a category', done: 'Removed a category' },
  create_list: { doing: 'Creating a list', done: 'Created a list' },
  add_items: { doing: 'Adding to a list', done: 'Added to a list' },
  check_items: { doing: 'Checking off items', done: 'Checked off items' },
  remove_items: { doing: 'Removing list items', done: 'Removed list items' },
  clear_list: { doing: 'Clearing a list', done: 'Cleared a list' },
  rename_list: { doing: 'Renaming a list', done: 'Renamed a list' },
  delete_list: { doing: 'Deleting a list', done: 'Deleted a list' },
  update_session_state: { doing: 'Updating state', done: 'Updated state' },
  increment_value: { doing: 'Updating a counter', done: 'Updated a counter' },
  save_checkpoint: { doing: 'Saving a checkpoint', done: 'Saved a checkpoint' },
  restore: { doing: 'Restoring a checkpoint', done: 'Restored a checkpoint' },
  undo: { doing: 'Undoing', done: 'Undid a change' },
  redo: { doing: 'Redoing', done: 'Redid a change' },
  list_tasks: { doing: 'Reading the tasks', done: 'Read the tasks', reads: true },
  get_summary: { doing: 'Summarizing the board', done: 'Summarized the board', reads: true },
  get_agenda: { doing: 'Planning what’s next', done: 'Planned what’s next', reads: true },
  get_task: { doing: 'Reading a task', done: 'Read a task', reads: true },
  list_items: { doing: 'Reading a list', done: 'Read a list', reads: true },
  get_session_state: {
    doing: 'Reading state',
    done: 'Read state',
    reads: true,
  },
  update_settings: { doing: 'Changing settings', done: 'Changed settings' },
  remember: { doing: 'Saving a memory', done: 'Saved a memory' },
  forget: { doing: 'Forgetting a memory', done: 'Forgot a memory' },
  recall: { doing: 'Searching memory', done: 'Searched memory', reads: true },
  search_knowledge: { doing: 'Searching the library', done: 'Searched the library', reads: true },
  search_history: { doing: 'Searching the conversation', done: 'Searched the conversation', reads: true },
  hand_over: { doing: 'Handing off', done: 'Handed off' },
}

export const STATE_WORDS = {
  running: 'Running',
  waiting: 'Needs approval',
  done: 'Done',
  refused: 'Refused',
  failed: 'Failed',
} as const satisfies Record<ToolState, string>

export const toolLabelRunning = (name: string) => TOOL_WORDS[name]?.doing ?? name.replaceAll('_', ' ')

/** `said`: the text of the call’s reply. */
export function toolLabel(part: ToolPart, said: string): string {
  const words = TOOL_WORDS[part.name]
  const doing = toolLabelRunning(part.name)
  if (part.state === 'running') return `${doing}…`
  if (part.fact) return memoryLabel(part.fact)
  const output = part.output?.trim() ?? ''
  if (part.state === 'done') {
    const isTold = words?.reads || (output !== '' && said.includes(output))
    if (part.name === 'update_session_state' && part.revision !== null)
      return remembered(part.input) ?? words?.done ?? doing
    if (isTold && words) return words.done
  }
  return output.split('\n', 1)[0] || doing
}

const MOST_FACTS = 4
const FACT_CHARS = 60

/** `Remembered name: John and age: 30` for `{"user": {"name": "John", "age": 30}}`. */
function remembered(input: unknown): string | null {
  const updates = isObject(input) ? input.session_state_updates : null
  if (!isObject(updates)) return null
  const gone = Object.keys(updates).filter((key) => updates[key] === null)
  const facts = Object.entries(updates).flatMap(([key, value]) => (value === null ? [] : factsIn(key, value)))
  const shown = facts.slice(0, MOST_FACTS)
  if (facts.length > MOST_FACTS) shown.push(`${facts.length - MOST_FACTS} more`)
  const said = [
    shown.length > 0 ? `Remembered ${joinWords(shown)}` : '',
    gone.length > 0 ? `Forgot ${joinWords(gone.map(plain))}` : '',
  ]
  return said.filter(Boolean).join('. ') || null
}

function factsIn(key: string, value: JsonValue): string[] {
  // Empty objects are left out.
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, inner]) => factsIn(name, inner))
  }
  const words = Array.isArray(value) && !value.some(isNested) ? value.join(', ') : textOf(value)
  return [`${plain(key)}: ${shorten(words, FACT_CHARS)}`]
}

const isNested = (value: JsonValue) => typeof value === 'object' && value !== null
const textOf = (value: JsonValue) => (typeof value === 'string' ? value : JSON.stringify(value))
const plain = (key: string) => key.replaceAll('_', ' ')

/** The single list of commands. Agent tools, actions and the offline reader are derived from it. */
import type { z } from 'zod'
import type { CommandDefinition } from '../model/command.ts'
import { addTask } from './add-task.ts'
import { bringBack } from './bring-back.ts'
import { addCategory, removeCategory, renameCategory } from './categories.ts'
import { removeCheckpoint, restore, saveCheckpoint } from './checkpoints.ts'
import { importRows } from './import-rows.ts'
import { addItems, checkItems, editItem, removeItems } from './list-items.ts'
import { clearList, createList, deleteList, renameList } from './lists.ts'
import { moveTask } from './move-task.ts'
import { removeTask } from './remove-task.ts'
import { clearColumn, removeTasks } from './remove-tasks.ts'
import { repairTask } from './repair-task.ts'
import { mergeState, updateSessionState } from './session-state.ts'
import { startBoard } from './start-board.ts'
import { redo, undo } from './undo.ts'
import { updateTask } from './update-task.ts'
import { updateTaskStatus } from './update-task-status.ts'
import { clearValues, deleteValue, incrementValue, setValue, updateValue } from './values.ts'

const DEFINITIONS = {
  add_task: addTask,
  update_task_status: updateTaskStatus,
  update_task: updateTask,
  move_task: moveTask,
  remove_task: removeTask,
  remove_tasks: removeTasks,
  clear_column: clearColumn,
  repair_task: repairTask,
  bring_back: bringBack,
  add_category: addCategory,
  rename_category: renameCategory,
  remove_category: removeCategory,
  create_list: createList,
  add_items: addItems,
  check_items: checkItems,
  remove_items: removeItems,
  edit_item: editItem,
  clear_list: clearList,
  rename_list: renameList,
  delete_list: deleteList,
  update_session_state: updateSessionState,
  merge_state: mergeState,
  set_value: setValue,
  update_value: updateValue,
  increment_value: incrementValue,
  delete_value: deleteValue,
  clear_values: clearValues,
  save_checkpoint: saveCheckpoint,
  remove_checkpoint: removeCheckpoint,
  restore,
  undo,
  redo,
  start_board: startBoard,
  import_rows: importRows,
} as const

export type CommandName = keyof typeof DEFINITIONS
export type InputOf<Name extends CommandName> = z.input<(typeof DEFINITIONS)[Name]['input']>

/** A command whose input isn’t validated yet. */
export type Command = { [Name in CommandName]: { name: Name; input: InputOf<Name> } }[CommandName]
/** One command, or several that become one revision. */
export type Commands = Command | readonly Command[]

/** The definitions, typed for iteration by the command bus, tools and tests: each validates its own input. */
export const COMMANDS = DEFINITIONS as unknown as Readonly<
  Record<CommandName, CommandDefinition<CommandName>>
>

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name)
}

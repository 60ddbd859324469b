/** The register: the single list of commands. Agent tools, actions and understanding are derived from it. */
import type { z } from 'zod'
import type { CommandDefinition } from './command.ts'
import { addTask } from './commands/add-task.ts'
import { addCategory, removeCategory, renameCategory } from './commands/categories.ts'
import { moveTask } from './commands/move-task.ts'
import { removeTask } from './commands/remove-task.ts'
import { startBoard } from './commands/start-board.ts'
import { redo, undo } from './commands/undo.ts'
import { updateTask } from './commands/update-task.ts'
import { updateTaskStatus } from './commands/update-task-status.ts'

const DEFINITIONS = {
  add_task: addTask,
  update_task_status: updateTaskStatus,
  update_task: updateTask,
  move_task: moveTask,
  remove_task: removeTask,
  add_category: addCategory,
  rename_category: renameCategory,
  remove_category: removeCategory,
  undo,
  redo,
  start_board: startBoard,
} as const

export type CommandName = keyof typeof DEFINITIONS
export type InputOf<Name extends CommandName> = z.input<(typeof DEFINITIONS)[Name]['input']>

/** A command on its way to the door: its input is not checked yet. */
export type Command = { [Name in CommandName]: { name: Name; input: InputOf<Name> } }[CommandName]

/** The definitions as the door, the tools and the tests walk them: each checks its own input first. */
export const COMMANDS = DEFINITIONS as unknown as Readonly<
  Record<CommandName, CommandDefinition<CommandName>>
>

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name)
}

/** Decides a command. Browsers (optimistic updates) and the server both use this. */
import { z } from 'zod'
import {
  type CommandDefinition,
  type Decision,
  type Env,
  type Refusal,
  refuse,
  type View,
} from '../model/command.ts'
import { messageOfZodError } from '../text/input-error.ts'
import { COMMANDS, isCommandName } from './registry.ts'

export type ParsedCommand = {
  definition: CommandDefinition
  input: Record<string, unknown>
}

const commandShape = z.object({ name: z.string(), input: z.unknown() })

/** Checks the name and input of a command. */
export function parseCommand(command: unknown): ParsedCommand | Refusal {
  const shape = commandShape.safeParse(command)
  if (!shape.success || !isCommandName(shape.data.name)) return refuse('invalid', 'Unknown command.')
  const definition = COMMANDS[shape.data.name]
  const input = definition.input.safeParse(shape.data.input)
  if (!input.success) return refuse('invalid', messageOfZodError(input.error))
  return { definition, input: input.data }
}

export function decide(parsed: ParsedCommand, view: View, env: Env): Decision {
  return parsed.definition.decide(parsed.input, view, env)
}

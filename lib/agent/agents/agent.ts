/** The definition of an agent. Each has its own file in this folder. */

import type { CommandName } from '#lib/board/commands/registry.ts'
import type { AgentInfo } from '#lib/board/model/agents.ts'
import type { ReaderName } from '#lib/board/readers/registry.ts'
import type { UserToolName } from '#lib/board/readers/user-tools.ts'

export type ToolName = CommandName | ReaderName | UserToolName

export type Agent = AgentInfo & {
  /** Its instructions, after the rules for every agent. */
  instructions: string
  tools: 'all' | readonly ToolName[]
  /** Whether its prompt has the context block; without it, it reads the board with its tools. */
  seesState: boolean
  /** `harm`: bulk and destructive calls need approval. `any`: every change of a task does too. */
  asksBefore: 'harm' | 'any'
}

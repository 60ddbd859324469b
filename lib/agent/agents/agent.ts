/** What makes an agent: one file each beside this one. */

import type { CommandName } from '#lib/board/commands/registry.ts'
import type { AgentInfo } from '#lib/board/model/agents.ts'
import type { ReaderName } from '#lib/board/readers/registry.ts'
import type { UserToolName } from '#lib/board/readers/user-tools.ts'

export type ToolName = CommandName | ReaderName | UserToolName

export type Agent = AgentInfo & {
  /** What it is told of itself, after the rules that hold for every agent. */
  instructions: string
  tools: 'all' | readonly ToolName[]
  /** Whether the state block is in its prompt; without it, its tools tell it what it needs. */
  seesState: boolean
  /** `harm`: bulk and destructive calls wait for the user. `any`: so does every change of a task. */
  asksBefore: 'harm' | 'any'
}

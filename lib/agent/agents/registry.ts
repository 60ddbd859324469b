/** The agents, listed once. */
import { AGENT_NAMES, type AgentInfo, type AgentName, speakerOf } from '#lib/board/model/agents.ts'
import type { Part } from '#lib/board/wire/events.ts'
import type { Agent, ToolName } from './agent.ts'
import { lists } from './lists.ts'
import { planner } from './planner.ts'
import { taskboard } from './taskboard.ts'

export const AGENTS: Readonly<Record<AgentName, Agent>> = { taskboard, lists, planner }

export const agentInfos = (): AgentInfo[] =>
  AGENT_NAMES.map((name) => {
    const { title, about } = AGENTS[name]
    return { name, title, about }
  })

export function mayUse({ tools }: Agent, tool: string): boolean {
  return tools === 'all' || tools.includes(tool as ToolName)
}

/** The current agent: the one that the message asked, or the one it handed off to. */
export function currentAgent(asked: AgentName, parts: readonly Part[]): Agent {
  return AGENTS[speakerOf(asked, parts)]
}

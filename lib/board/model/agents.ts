/** The agents that a message can mention: `@Planner`. Each is defined in a file in lib/agent/agents. */

export const AGENT_NAMES = ['taskboard', 'lists', 'planner'] as const
export type AgentName = (typeof AGENT_NAMES)[number]

/** As screens show it. */
export type AgentInfo = {
  name: AgentName
  /** Mentioned as `@` and this. */
  title: string
  about: string
}

const MENTION = new RegExp(`(?:^|[\\s(])@(${AGENT_NAMES.join('|')})\\b`, 'i')

/** `text.split` by this keeps the mentions. */
export const MENTIONS = new RegExp(`(@(?:${AGENT_NAMES.join('|')})\\b)`, 'gi')
const ADDRESSED = new RegExp(`@(?:${AGENT_NAMES.join('|')})\\b[,:]?\\s*`, 'gi')

export function withoutMentions(text: string): string {
  return text.replace(ADDRESSED, '')
}

/** The agent a message is for: the first that it mentions, else Taskboard. */
export function agentAsked(text: string): AgentName {
  return agentNamed(MENTION.exec(text)?.[1]?.toLowerCase()) ?? 'taskboard'
}

type ReplyPart = { type: string; name?: string; state?: string; input?: unknown }

/** The answering agent: the one that was asked, or the one it handed off to. */
export function speakerOf(asked: AgentName, parts: readonly ReplyPart[]): AgentName {
  const handed = parts.findLast(
    (part) => part.type === 'tool' && part.name === 'hand_over' && part.state === 'done',
  )
  return agentNamed((handed?.input as { agent?: unknown } | null)?.agent) ?? asked
}

/** Finds an agent by the name in a model's call, a file or a sentence. */
export function agentNamed(name: unknown): AgentName | undefined {
  return AGENT_NAMES.find((known) => known === name)
}

/** Who can be asked in a message, by their mention: `@Planner`. What each is stands in a file of its own, lib/agent/agents. */

export const AGENT_NAMES = ['taskboard', 'lists', 'planner'] as const
export type AgentName = (typeof AGENT_NAMES)[number]

/** As screens show it. */
export type AgentInfo = {
  name: AgentName
  /** Its mention is `@` and this. */
  title: string
  about: string
}

const MENTION = new RegExp(`(?:^|[\\s(])@(${AGENT_NAMES.join('|')})\\b`, 'i')

/** What `text.split` cuts mentions out by, keeping them. */
export const MENTIONS = new RegExp(`(@(?:${AGENT_NAMES.join('|')})\\b)`, 'gi')
const ADDRESSED = new RegExp(`@(?:${AGENT_NAMES.join('|')})\\b[,:]?\\s*`, 'gi')

export function withoutMentions(text: string): string {
  return text.replace(ADDRESSED, '')
}

/** Whom a message is for: the first agent that it mentions, else Taskboard. */
export function agentAsked(text: string): AgentName {
  return agentNamed(MENTION.exec(text)?.[1]?.toLowerCase()) ?? 'taskboard'
}

type ReplyPart = { type: string; name?: string; state?: string; input?: unknown }

/** Who is answering: the agent that was asked, or the one it was handed to since. */
export function speakerOf(asked: AgentName, parts: readonly ReplyPart[]): AgentName {
  const handed = parts.findLast(
    (part) => part.type === 'tool' && part.name === 'hand_over' && part.state === 'done',
  )
  return agentNamed((handed?.input as { agent?: unknown } | null)?.agent) ?? asked
}

/** For what a model, a file or a sentence names. */
export function agentNamed(name: unknown): AgentName | undefined {
  return AGENT_NAMES.find((known) => known === name)
}

/** Completions for `@` and `/`. */
import type { AgentInfo } from '#lib/board/model/agents.ts'
import { fold } from '#lib/board/text/text.ts'

export type Completion = { label: string; about: string; text: string }
/** The word before the caret that triggers completions, and its position. */
export type Trigger = { from: number; to: number; word: string }

const mentions = (agents: readonly AgentInfo[]): Completion[] =>
  agents.map(({ title, about }) => ({ label: `@${title}`, about, text: `@${title} ` }))
export const COMMANDS: readonly Completion[] = [
  { label: '/add', about: 'Add a task', text: '@Taskboard add a task: ' },
  { label: '/list', about: 'Show the tasks', text: 'show me my tasks' },
  { label: '/summary', about: 'Summarize open tasks', text: 'summarize what I’ve got open' },
  { label: '/undo', about: 'Undo the last change', text: 'undo that' },
  { label: '/help', about: 'See what Taskboard can do', text: 'what can you do?' },
]

/** A mention can begin any word; a command only the message. */
export function findTrigger(text: string, caret: number): Trigger | null {
  const word = /(?:^|\s)([@/]\S*)$/.exec(text.slice(0, caret))?.[1]
  if (word === undefined) return null
  const from = caret - word.length
  if (word.startsWith('/') && text.slice(0, from).trim() !== '') return null
  return { from, to: caret, word }
}

export function completionsFor(trigger: Trigger | null, agents: readonly AgentInfo[]): readonly Completion[] {
  if (!trigger) return []
  const offered = trigger.word.startsWith('@') ? mentions(agents) : COMMANDS
  const wanted = fold(trigger.word)
  const fitting = offered.filter(({ label }) => fold(label).startsWith(wanted) && fold(label) !== wanted)
  if (fitting.length > 0 || wanted.length < 2) return fitting
  return offered.filter(({ label }) => fold(label).includes(wanted.slice(1)) && fold(label) !== wanted)
}

export function complete(text: string, trigger: Trigger, completion: Completion) {
  const before = text.slice(0, trigger.from) + completion.text
  return { text: before + text.slice(trigger.to).trimStart(), caret: before.length }
}

/** The sentences that the fake model understands, and its calls for them: updates are partial objects. */
import type { FakeRequest } from './fake-openai-request.ts'

type Arguments = Readonly<Record<string, unknown>>
export type FakeCall = { tool: string; args: Arguments }
type State = Record<string, unknown>
type Sentence = {
  pattern: RegExp
  calls(groups: Record<string, string>): readonly FakeCall[]
}
/** Answered from the context block alone, as the system prompt asks. */
type Answer = { pattern: RegExp; answer(state: State): string }

const one = (
  pattern: RegExp,
  tool: string,
  args: (groups: Record<string, string>) => Arguments,
): Sentence => ({
  pattern,
  calls: (groups) => [{ tool, args: args(groups) }],
})
const words = (text = '') => text.split(/\s*,\s*(?:and\s+)?|\s+and\s+/)
const userOf = (state: State) => (state.user ?? {}) as Record<string, unknown>
/** The state's own name, else the one in the settings. */
const nameIn = (state: State) =>
  userOf(state).name ?? state.user_name ?? (state.user_settings as { name?: string } | undefined)?.name
const update = (updates: object): FakeCall => ({
  tool: 'update_session_state',
  args: { session_state_updates: updates },
})

const settings = (args: Arguments): FakeCall => ({ tool: 'update_settings', args })

export const SENTENCES: readonly Sentence[] = [
  one(
    /add a task: (?<title>.+?)(?:, category: (?<category>\w+))?$/i,
    'add_task',
    ({ title = '', category }) => ({
      title,
      ...(category ? { category } : {}),
    }),
  ),
  one(/show me my tasks|list all tasks/i, 'list_tasks', () => ({})),
  one(/summarize/i, 'get_summary', () => ({})),
  one(/mark task #?(?<number>\d+) as (?<status>\w+)/i, 'update_task_status', ({ number, status = '' }) => ({
    task: `#${number}`,
    status,
  })),
  one(/update task #?(?<number>\d+) to (?<percent>\d+)\s*%/i, 'update_task', ({ number, percent }) => ({
    task: `#${number}`,
    completion: Number(percent),
  })),
  one(/remove task #?(?<number>\d+)/i, 'remove_task', ({ number }) => ({ task: `#${number}` })),
  one(/^add (?<items>.+) to the (?<list>\w+) list$/i, 'add_items', ({ items, list }) => ({
    list,
    items: words(items),
  })),
  one(/^I got (?<items>.+)$/i, 'remove_items', ({ items }) => ({ items: words(items) })),
  one(/^I need (?<items>.+)$/i, 'add_items', ({ items }) => ({ items: words(items) })),
  one(/^what'?s on my list/i, 'list_items', () => ({})),
  {
    pattern: /^clear everything from my list and start over with just (?<items>.+)$/i,
    calls: ({ items }) => [
      { tool: 'clear_list', args: {} },
      { tool: 'add_items', args: { items: words(items) } },
    ],
  },
  {
    pattern: /^my name is (?<name>\w+) and I am (?<age>\d+)$/i,
    calls: ({ name, age }) => [settings({ name }), update({ user: { age: Number(age) } })],
  },
  one(/^(?:my name is|call me) (?<name>\w+)$/i, 'update_settings', ({ name }) => ({ name })),
  one(/^set my timezone to (?<zone>\S+)$/i, 'update_settings', ({ zone }) => ({ time_zone: zone })),
  {
    pattern: /^set my theme preference to (?<theme>\w+)$/i,
    calls: ({ theme }) => [update({ user: { preferences: { theme } } })],
  },
  {
    pattern: /^increment the counter three times$/i,
    calls: () => Array.from({ length: 3 }, () => ({ tool: 'increment_value', args: { key: 'counter' } })),
  },
  { pattern: /^reset the counter$/i, calls: () => [update({ counter: 0 })] },
  one(/statistics|session_state/i, 'get_session_state', () => ({})),
  one(/^save a checkpoint called (?<name>.+)$/i, 'save_checkpoint', ({ name }) => ({ name })),
  one(/^save this as a checkpoint$/i, 'save_checkpoint', () => ({ name: 'just now' })),
  one(/^go back to the checkpoint (?<checkpoint>.+)$/i, 'restore', ({ checkpoint }) => ({ checkpoint })),
  one(/^go back to it$/i, 'restore', () => ({})),
  {
    pattern: /^my (?<key>password|api key) is (?<value>\S+)$/i,
    calls: ({ key, value }) => [update({ user: { [String(key)]: value } })],
  },
]

export const ANSWERS: readonly Answer[] = [
  { pattern: /^what is my name/i, answer: (state) => `Your name is ${nameIn(state) ?? 'not known'}.` },
  { pattern: /^(?:hi|hello)\b/i, answer: (state) => `Hi ${nameIn(state) ?? 'there'}!` },
  {
    pattern: /^how old am I/i,
    answer: (state) => `You are ${userOf(state).age ?? 'of an age I do not know'}.`,
  },
  {
    pattern: /^what are my preferences/i,
    answer: (state) => `Your preferences: ${JSON.stringify(userOf(state).preferences ?? {})}.`,
  },
]

/** The calls for a message, an answer, or nothing if it isn't understood. */
export function understood({ lastUser, state }: FakeRequest): readonly FakeCall[] | string | null {
  const known = (state ?? {}) as State
  for (const { pattern, calls } of SENTENCES) {
    const match = pattern.exec(lastUser)
    if (match) return calls(match.groups ?? {})
  }
  return ANSWERS.find(({ pattern }) => pattern.test(lastUser))?.answer(known) ?? null
}

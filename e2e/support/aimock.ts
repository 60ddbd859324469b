/** A third-party fake OpenAI server with answers for the seed conversation, in both APIs. */
import { type ChatCompletionRequest, type Fixture, LLMock } from '@copilotkit/aimock'

export const SEED_SENTENCES = [
  '@Taskboard add a task: review the Q2 roadmap, category: work',
  '@Taskboard add a task: book dentist appointment, category: personal',
  '@Taskboard show me my tasks',
  '@Taskboard mark task #1 as in_progress',
  "@Taskboard summarize what I've got open",
] as const

const NEW_TASK = { notes: null, priority: null, effort: null, due_date: null, status: null, completion: null }
const EVERY_TASK = { status: null, category: null, words: null, due: null }
const CALLS: Record<(typeof SEED_SENTENCES)[number], { name: string; args: object }> = {
  [SEED_SENTENCES[0]]: {
    name: 'add_task',
    args: { title: 'review the Q2 roadmap', category: 'work', ...NEW_TASK },
  },
  [SEED_SENTENCES[1]]: {
    name: 'add_task',
    args: { title: 'book dentist appointment', category: 'personal', ...NEW_TASK },
  },
  [SEED_SENTENCES[2]]: { name: 'list_tasks', args: EVERY_TASK },
  [SEED_SENTENCES[3]]: { name: 'update_task_status', args: { task: '#1', status: 'in_progress' } },
  [SEED_SENTENCES[4]]: { name: 'get_summary', args: {} },
}

export type Aimock = {
  /** Ends in `/v1`. */
  url: string
  /** Status of each answer so far. */
  statuses(): number[]
  close(): Promise<void>
}

export async function startAimock(): Promise<Aimock> {
  const mock = new LLMock({ host: '127.0.0.1', port: 0, strict: true })
  mock.addFixtures(SEED_SENTENCES.flatMap(fixturesFor))
  const url = await mock.start()
  return {
    url: `${url}/v1`,
    statuses: () => mock.getRequests().map((entry) => entry.response.status),
    close: () => mock.stop(),
  }
}

/** A call for the sentence; after its result, a sentence that quotes it. */
function fixturesFor(sentence: (typeof SEED_SENTENCES)[number]): Fixture[] {
  const { name, args } = CALLS[sentence]
  return [
    {
      match: { userMessage: sentence, hasToolResult: false },
      response: { toolCalls: [{ name, arguments: JSON.stringify(args) }] },
    },
    {
      match: { userMessage: sentence, hasToolResult: true },
      response: (request) => ({ content: `Done. ${lastResult(request)}` }),
    },
  ]
}

function lastResult({ messages }: ChatCompletionRequest): string {
  const result = messages.findLast((message) => message.role === 'tool')?.content
  if (typeof result === 'string') return result
  return (result ?? []).map((part) => part.text ?? '').join('')
}

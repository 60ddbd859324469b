/** What the offline model can do, with examples from this board. */
import { cell } from '#lib/board/text/markdown.ts'
import { shorten } from '#lib/board/text/text.ts'
import type { Context } from '#lib/understand/text/types.ts'

const LONGEST = 60

/** `name`: the user’s. */
export type Known = Pick<Context, 'tasks' | 'lists' | 'categories'> & { name?: string | null }

export function helpOn({ tasks = [], lists = [], categories }: Known): string {
  // A title that would be cut, or has quotes itself, would not give a working command.
  const title = tasks.find(({ title: one }) => shorten(one, LONGEST) === one && !/["“”]/.test(one))?.title
  const task = title === undefined ? '#1' : `"${title}"`
  const category = categories.find((name) => name !== 'general') ?? 'general'
  const list = lists[0]?.name ?? 'shopping'
  const item = lists[0]?.items[0] ?? 'milk'
  const lines: [string, readonly string[]][] = [
    ['Add', [`add a task: call Ana, category: ${category}, due friday, high priority`]],
    [
      'View',
      [
        'plan my day',
        'what’s overdue or due today?',
        'what’s on tomorrow?',
        'what did I finish this week?',
        'give me a summary',
      ],
    ],
    ['Progress', [`start ${task}`, `update ${task} to 50%`, `mark ${task} as done`, `is ${task} done?`]],
    [
      'Change',
      [
        `rename ${task} to Call Ben`,
        `move ${task} to ${category}`,
        `push ${task} to monday`,
        `label ${task} as waiting`,
      ],
    ],
    ['Categories', ['add a category errands', `show my ${category} tasks`]],
    [
      'Lists',
      [
        `add apples and pears to the ${list} list`,
        `what’s on my ${list} list?`,
        `is ${item} on my ${list} list?`,
        'create a packing list',
      ],
    ],
    [
      'Remember',
      [
        'my name is Ana',
        'what is my name?',
        'set my theme to dark',
        'set my time zone to Europe/Berlin',
        'increment the counter by 2',
      ],
    ],
    ['Undo', ['undo', 'redo', 'save this as a checkpoint', 'go back to it']],
  ]
  // Without a task, there is nothing to change.
  const useful = lines.filter(([what]) => tasks.length > 0 || !/^(?:Progress|Change)$/.test(what))
  const told = useful.map(
    ([what, examples]) => `- **${what}:** ${examples.map((one) => `“${cell(one)}”`).join(', ')}`,
  )
  return [
    'I’m the offline model. I understand commands in plain words:',
    told.join('\n'),
    `You can combine commands: “add milk and mark ${cell(task)} done”.`,
  ].join('\n\n')
}

/** Sends every sentence that help, hints, the empty board and the docs suggest to the offline model. */
import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { COMMANDS } from '#components/chat/composer/completions.ts'
import { STARTERS } from '#components/chat/starter-sentences.ts'
import { openTestDatabase } from '#db/testing.ts'
import { isReaderName } from '#lib/board/readers/registry.ts'
import { type Board, newBoard } from '#lib/session/commands/execute-cases.ts'
import { BOARDS } from '#lib/understand/sentences/boards.ts'
import { CONTEXT } from '#lib/understand/testing.ts'
import { understand } from '#lib/understand/understand.ts'
import { allow, exported, send } from '../../../e2e/support/fake-openai-turns.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

const BEFORE = [
  'add these tasks: call Ana, book dentist appointment, finish the budget',
  'add bread and jam to the shopping list',
  'my name is Bob',
  'my favourite colour is green',
]

async function boardAfter(...said: readonly string[]): Promise<Board> {
  const board = await newBoard()
  for (const words of said) await send(board, words)
  return board
}

/** Sends it, allows what is asked, and checks the result: commands changed the board, readers did not. */
async function done(board: Board, words: string): Promise<{ tools: string[]; said: string }> {
  const before = (await exported(board)).revisions.length
  const reply = await send(board, words)
  const { tools, said, status } = reply.status === 'waiting' ? await allow(board) : reply
  expect([words, status]).toEqual([words, 'completed'])
  const names = tools.map((tool) => tool.split(' ')[0] ?? '')
  expect(tools).toEqual(names.map((name) => `${name} done`))
  expect(said).not.toMatch(
    /didn’t understand|There is no|is not (?:on|in|there)|isn’t|not found|[Nn]othing (?:was|to|is|saved)|already/,
  )
  // Settings are the user’s and not the board’s.
  const isReading = names.every((name) => isReaderName(name) || name === 'update_settings')
  const after = (await exported(board)).revisions.length
  expect([words, after > before]).toEqual([words, !isReading])
  return { tools: names, said }
}

const quoted = (text: string) => [...text.matchAll(/“([^”]+)”/g)].map(([, inside = '']) => inside)

describe('help', () => {
  /** The tools that may answer each line. */
  const ABOUT: Readonly<Record<string, RegExp>> = {
    Add: /^add_task$/,
    Progress: /^(?:update_task|update_task_status|get_task|list_tasks)$/,
    Change: /^update_task$/,
    Order: /^(?:move_task|remove_tasks)$/,
    View: /^(?:list_tasks|get_summary|get_task|get_agenda|plan_day)$/,
    Categories: /^(?:add_category|rename_category|list_tasks)$/,
    Lists: /^(?:add_items|remove_items|list_items|create_list)$/,
    Remember: /^(?:update_session_state|update_settings|get_session_state|increment_value)$/,
    Undo: /^(?:undo|redo|save_checkpoint|restore)$/,
    'You can combine': /^(?:add_task|add_items|update_task_status)$/,
  }
  /** What has to be said before. */
  const FIRST: Readonly<Record<string, readonly string[]>> = {
    'reopen #2': ['mark #2 as done'],
    'rename errands to chores': ['add a category errands'],
    redo: ['undo'],
    'go back to it': ['save this as a checkpoint', 'add a task: sweep the hall'],
  }

  test('each example is carried out', { timeout: 60_000 }, async () => {
    const { said } = await send(await boardAfter(...BEFORE), 'help')
    const lines = said.split(/ - (?=\*\*)|(?= You can combine)/).slice(1)
    const examples = lines.flatMap((line) => {
      const about = /^\*\*(\w+):\*\*/.exec(line)?.[1] ?? 'You can combine'
      return quoted(line).map((words) => ({ about, words }))
    })
    expect(new Set(examples.map(({ about }) => about)).size).toBeGreaterThanOrEqual(8)
    for (const { about, words } of examples) {
      const { tools } = await done(await boardAfter(...BEFORE, ...(FIRST[words] ?? [])), words)
      expect([about, words, tools.length > 0]).toEqual([about, words, true])
      for (const tool of tools) expect([words, tool, ABOUT[about]?.test(tool)]).toEqual([words, tool, true])
    }
  })

  test.each([
    'water the ficus on saturdays',
    'what is the weather in Hamburg?',
    'is #2 a good idea for a holiday',
  ])('what is to be tried instead can be done: %s', async (words) => {
    const { said } = await send(await boardAfter(...BEFORE), words)
    const [first = '', second = ''] = quoted(/Try “.*?” or “.*?”/.exec(said)?.[0] ?? '')
    expect(first).not.toBe('')
    await done(await boardAfter(...BEFORE), first)
    await done(await boardAfter(...BEFORE), second)
  })
})

test.each([...STARTERS, ...COMMANDS.map(({ text }) => text.replace(/: $/, ': call Ana'))])(
  'offered to click: %s',
  async (words) => {
    const board = await boardAfter(...BEFORE)
    if (words === 'what can you do?') return expect((await send(board, words)).said).toContain('**Add:**')
    const { tools } = await done(board, words)
    expect(tools.length).toBeGreaterThan(0)
  },
)

test('the first conversation of the README', async () => {
  const board = await newBoard()
  const lines = readFileSync('README.md', 'utf8').match(/^@Taskboard .*$/gm) ?? []
  expect(lines.length).toBeGreaterThanOrEqual(5)
  const said = []
  for (const line of lines) said.push((await done(board, line)).said)
  const { state } = await exported(board)
  expect(state.tasks.map(({ title, category, status }) => `${title}, ${category}, ${status}`)).toEqual([
    'review the Q2 roadmap, work, in_progress',
    'book dentist appointment, personal, open',
  ])
  expect(said[2]).toContain('review the Q2 roadmap')
  expect(said[4]).toContain('2 tasks')
})

test('the examples of the API docs', async () => {
  const texts = [...readFileSync('docs/api.md', 'utf8').matchAll(/"text": "([^"]+)"/g)].map(
    ([, text = '']) => text,
  )
  expect(texts.length).toBeGreaterThanOrEqual(2)
  const board = await newBoard()
  for (const text of texts) expect((await done(board, text)).tools.length).toBe(1)
})

test('examples in questions are commands', () => {
  const hints = readdirSync('lib/understand', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => [
      ...readFileSync(`lib/understand/${name}`, 'utf8').matchAll(/\bFor example: ([^'"`$.“]+)\./g),
    ])
    .flatMap(([, hint = '']) => hint.split(', or: '))
  expect(hints.length).toBeGreaterThanOrEqual(10)
  const read = hints.map((hint) => [hint, understand(hint, { ...CONTEXT, ...BOARDS.home }).kind])
  expect(read).toEqual(hints.map((hint) => [hint, 'commands']))
})

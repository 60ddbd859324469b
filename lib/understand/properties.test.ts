import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { COMMANDS, isCommandName } from '#lib/board/commands/registry.ts'
import { isReaderName, READERS } from '#lib/board/readers/registry.ts'
import { isUserToolName, USER_TOOLS } from '#lib/board/readers/user-tools.ts'
import { LIMITS, TURN_LIMITS } from '#lib/limits.ts'
import { runs } from '#lib/testing.ts'
import { SENTENCES } from './sentences/all.ts'
import { BOARDS } from './sentences/boards.ts'
import { CONTEXT, said } from './testing.ts'
import { FORMS } from './text/pattern.ts'
import { tokenise } from './text/tokens.ts'
import type { Context } from './text/types.ts'
import { WORDS } from './text/vocabulary.ts'
import { understand } from './understand.ts'

// Slow on a busy machine; these tests count and don’t measure time.
vi.setConfig({ testTimeout: 60_000 })

const PIECES =
  'add|a task|:|,|and|then|#1|task 2|mark|as|done|in progress|remove|show my list|50%|due|tomorrow|friday|category|work|high priority|it|undo|rename|to|move|before|"|\'|(|)|\n|- |;|.|notes:|//|milk|review the roadmap|what|is|help|@Taskboard|please|blocked by|😀|é|1,000|https://a.b/c'.split(
    '|',
  )
const phrases = fc.array(fc.constantFrom(...PIECES), { maxLength: 14 }).map((pieces) => pieces.join(' '))
/** Words that are neither fields nor separators, so all of them belong to the title. */
const titles = fc
  .array(
    fc.constantFrom(
      'review',
      'Äpfel',
      'the',
      'Q2',
      'roadmap',
      'v1.2.3',
      '9/11',
      '5th',
      'wave',
      '24h',
      'r2d2',
      'x@y.io',
      'a+b',
      'C#',
      '100',
    ),
    {
      minLength: 2,
      maxLength: 10,
    },
  )
  .map((words) => ['Write', ...words, 'up'].join(' '))

const EVERYDAY = SENTENCES.filter(({ calls }) => calls === 'unknown').map(({ words }) => words)
const OFFICE = { ...CONTEXT, ...BOARDS.office }
/** A sentence with one of these is a command, or refers to a task. */
const ORDERS = new Set(
  [
    ...[WORDS.add, WORDS.make, WORDS.put, WORDS.change, WORDS.remove, WORDS.complete, WORDS.did],
    ...[WORDS.begin, WORDS.began, WORDS.reopen, WORDS.empty],
    'cancel|call|name|check|need|should|must|remember|remind|undo|redo|note|forget|this|that|it|one|my|list|sunday?',
  ]
    .join('|')
    .split(/[|_]/),
)

describe('any input', () => {
  test('nothing throws, spans are inside the text, and the interpretation is consistent', () => {
    fc.assert(
      fc.property(fc.oneof(phrases, fc.string({ unit: 'grapheme', maxLength: 200 })), (text) => {
        const reading = understand(text, CONTEXT)
        expect(reading.kind === 'commands').toBe(reading.intents.length > 0)
        expect(reading.kind === 'question').toBe(reading.question !== undefined)
        for (const { start, end } of reading.spans) {
          expect(0 <= start && start < end && end <= text.length).toBe(true)
        }
      }),
      { numRuns: runs(200) },
    )
  })

  test('nothing throws while a question is open, and an answer is read within the combined sentence', () => {
    const tasks = ['milk', 'oat milk', 'review the roadmap'].map((title, i) => ({
      number: i + 1,
      title,
      status: 'open' as const,
    }))
    fc.assert(
      fc.property(
        phrases,
        fc.oneof(phrases, fc.string({ unit: 'grapheme', maxLength: 60 })),
        (asked, text) => {
          const reading = understand(text, { ...CONTEXT, tasks, asked })
          expect(reading.kind === 'question').toBe(reading.question !== undefined)
          const { whole = text } = reading
          for (const { start, end } of reading.spans) expect(start < end && end <= whole.length).toBe(true)
          for (const { say } of reading.choices ?? []) expect(say.trim()).not.toBe('')
        },
      ),
      { numRuns: runs(60) },
    )
  })

  test.each([
    '__proto__',
    'constructor',
    'add toString',
    'mark __proto__ as constructor',
    'in __proto__ days',
  ])('words that objects know are words: %s', (text) => {
    expect(['commands', 'question', 'unknown']).toContain(understand(text, CONTEXT).kind)
  })

  test('every call has a known tool with valid fields, and required names aren’t empty', () => {
    fc.assert(
      fc.property(phrases, (text) => {
        for (const { tool, args } of understand(text, CONTEXT).intents) {
          const { input } = { ...READERS, ...COMMANDS, ...USER_TOOLS }[tool]
          const newIds: readonly string[] = isCommandName(tool) ? COMMANDS[tool].newIds : []
          for (const name of Object.keys(args)) {
            expect(Object.keys(input.shape)).toContain(name)
            expect(newIds).not.toContain(name)
          }
          for (const name of ['task', 'title', 'category', 'name', 'before', 'after'])
            expect(args[name]).not.toBe('')
        }
      }),
      { numRuns: runs(200) },
    )
  })

  test('a title is kept unchanged', () => {
    fc.assert(
      fc.property(titles, (title) => {
        expect(said(`add a task: ${title}`)).toBe(`add_task title=${title}`)
        expect(said(`@Taskboard add "${title}", category: work`)).toBe(
          `add_task category=work title=${title}`,
        )
      }),
      { numRuns: runs(200) },
    )
  })

  test('quoted text is kept unchanged', () => {
    const words = fc
      .array(
        fc.constantFrom(...PIECES, ...EVERYDAY).map((piece) => piece.replace(/["\n]/g, '')),
        {
          minLength: 1,
          maxLength: 8,
        },
      )
      .map((pieces) => pieces.join(' ').replace(/\s+/g, ' ').trim())
      .filter((text) => text !== '')
    fc.assert(
      fc.property(words, (text) => {
        expect(said(`add a task: "${text}"`)).toBe(`add_task title=${text}`)
        expect(said(`rename #1 to "${text}"`)).toBe(`update_task #1 title=${text}`)
      }),
      { numRuns: runs(200) },
    )
  })

  test('every character of an add is in the title or in a span', () => {
    fc.assert(
      fc.property(
        titles,
        fc.constantFrom(', due friday', ' tomorrow at 5pm', ', high priority', ' (work, urgent)'),
        (title, tail) => {
          const text = `add a task: ${title}${tail}`
          const { spans } = understand(text, CONTEXT)
          const read = new Set(
            spans.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, i) => start + i)),
          )
          const missed = [...text].filter((char, at) => !read.has(at) && !/[\s,;()]/.test(char))
          expect(missed).toEqual([])
        },
      ),
      { numRuns: runs(100) },
    )
  })
})

describe('sentences that aren’t about the board', () => {
  const reads = (tool: string) => isReaderName(tool) || (isUserToolName(tool) && USER_TOOLS[tool].reads)
  const changesOf = (text: string, context = OFFICE) =>
    understand(text, context).intents.filter(({ tool }) => !reads(tool))
  const prose = fc.constantFrom(
    ...EVERYDAY.filter((words) => !ORDERS.has(words.split(' ')[0]?.toLowerCase() ?? '')),
  )
  const glue = fc.constantFrom(
    ' ',
    ', ',
    '. ',
    ' and ',
    '; ',
    '\n',
    ' then ',
    ' - ',
    ' so ',
    '! ',
    ' (',
    '\n- ',
  )

  test('change nothing', () => {
    fc.assert(
      fc.property(prose, fc.array(fc.tuple(glue, prose), { maxLength: 4 }), (first, rest) => {
        expect(changesOf(first + rest.flat().join(''))).toEqual([])
      }),
      { numRuns: runs(300) },
    )
  })

  test('change nothing with their words shuffled', () => {
    const words = [...new Set(EVERYDAY.join(' ').toLowerCase().split(/\s+/))].filter(
      (word) => !ORDERS.has(word) && !/\d|[.,]$/.test(word),
    )
    expect(words.length).toBeGreaterThan(200)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 14 }), (mixed) => {
        expect(changesOf(mixed.join(' '))).toEqual([])
      }),
      { numRuns: runs(300) },
    )
  })
})

describe('messages of the maximum length', () => {
  const fill = (piece: string) =>
    piece.repeat(Math.ceil(LIMITS.messageChars / piece.length)).slice(0, LIMITS.messageChars)

  test('one long title', () => {
    const title = fill('words and more of them ').trim()
    expect(said(`add a task: ${title}`)).toBe(`add_task title=${title}`)
  })

  test('many commands', () => {
    const marks = (times: number) => understand('mark #1 done; '.repeat(times), CONTEXT)
    expect(marks(TURN_LIMITS.toolCalls).intents).toHaveLength(TURN_LIMITS.toolCalls)
    expect(marks(TURN_LIMITS.toolCalls + 1)).toMatchObject({ kind: 'too-many', intents: [] })
    expect(understand(fill('mark #1 done; '), CONTEXT)).toMatchObject({ kind: 'too-many', intents: [] })
    expect(understand(`add these tasks:\n${fill('- buy milk\n')}`, CONTEXT).intents.length).toBeGreaterThan(
      500,
    )
  })

  test.each([
    'a;',
    'a,',
    '"',
    "'a ",
    '(',
    ')',
    '#1 ',
    '#1, ',
    'and ',
    'to ',
    '@taskboard ',
    '\n',
    'add ',
    'add a task ',
    'mark the ',
    'in 3 days ',
    '1/1 ',
    '😀',
    'a',
    '-',
    ':',
    'done ',
  ])('a message of nothing but %j comes to an end', (piece) => {
    const text = fill(piece)
    expect(tokenise(text).length).toBeLessThanOrEqual(text.length)
    expect(['commands', 'question', 'unknown', 'help']).toContain(understand(text, CONTEXT).kind)
  })

  test.each([
    ...['and the ', '"', '“a', "a 'b ", '(', '()', '( ', '["', 'add "a" (b) [c], ', '- a\n', '// '],
    ...[
      'a, ',
      '#1, ',
      '#1 ',
      'to ',
      'the ',
      'is ',
      'due ',
      'what is ',
      'my name is ',
      'milk and ',
      'in 3 days ',
    ],
    ...['to my list ', 'in work ', 'add x to the list ', 'add a task: x, due friday, ', 'move #1 before '],
  ])('work grows with the length of %j, counted in steps', (piece) => {
    const [short, long] = [stepsOf(fill(piece).slice(0, LIMITS.messageChars / 8)), stepsOf(fill(piece))]
    expect(short).toBeGreaterThan(0)
    expect(long).toBeLessThanOrEqual(9 * short + 2000)
    expect(long / LIMITS.messageChars).toBeLessThan(200)
  })
})

/** Rules tried and names of the board compared: the cost of reading a message. */
function stepsOf(text: string): number {
  let steps = 0
  const seen = <Names extends object>(names: Names) =>
    new Proxy(names, {
      get(target, name, receiver) {
        steps += 1
        return Reflect.get(target, name, receiver)
      },
    })
  const { home } = BOARDS
  const context: Context = {
    ...{ ...CONTEXT, ...home },
    ...{
      categories: seen([...CONTEXT.categories]),
      lists: seen([...home.lists]),
      tasks: seen([...home.tasks]),
    },
  }
  const matches = FORMS.map(({ match }) => match)
  for (const rule of FORMS) {
    const { match } = rule
    rule.match = (...given) => {
      steps += 1
      return match(...given)
    }
  }
  understand(text, context)
  for (const [at, rule] of FORMS.entries()) rule.match = matches[at] ?? rule.match
  return steps
}

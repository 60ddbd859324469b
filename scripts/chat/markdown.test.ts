import { expect, test } from 'vitest'
import { markdownPrinter } from './markdown.ts'

/** Printed in pieces of `size` characters. */
function printed(text: string, { size = text.length, colors = false } = {}): string {
  let out = ''
  const printer = markdownPrinter((written) => {
    out += written
  }, colors)
  for (let at = 0; at < text.length; at += size) printer.push(text.slice(at, at + size))
  printer.end()
  return out
}

const CASES: Record<string, [markdown: string, shown: string]> = {
  paragraphs: ['One.\n\nTwo.', 'One.\n\nTwo.\n'],
  emphasis: ['**bold** and *slanted*, _too_, __strong__', 'bold and slanted, too, strong\n'],
  'what is no emphasis': ['2 * 3 * 4 is snake_case_name, 5*6*7', '2 * 3 * 4 is snake_case_name, 5*6*7\n'],
  code: ['run `npm **test**`', 'run npm **test**\n'],
  links: ['see [the docs](http://x/y) or [http://x](http://x)', 'see the docs (http://x/y) or http://x\n'],
  headings: ['## Today ##\n#1 is a task', 'Today\n#1 is a task\n'],
  lists: ['- one\n  - **two**\n* three\n1. four', '• one\n  • two\n• three\n1. four\n'],
  checklists: ['- [x] milk\n- [ ] eggs', '• [x] milk\n• [ ] eggs\n'],
  quotes: ['> said', '│ said\n'],
  escapes: ['1\\. \\*not slanted\\*', '1. *not slanted*\n'],
  'blocks of code': ['```sh\na | b **c**\n```\nend', '    a | b **c**\nend\n'],
  tables: [
    'Tasks:\n\n| # | **Task** | Done |\n|---|:--|--:|\n| 1 | write `x` | 40% |\n| 12 | a \\| b | |\n\nEnd',
    'Tasks:\n\n#   Task     Done\n──  ───────  ────\n1   write x  40%\n12  a | b\n\nEnd\n',
  ],
  'a table at the end': ['| a |\n|---|\n| b |', 'a\n─\nb\n'],
  'control characters': ['a\u001b[2J**b**', 'a[2Jb\n'],
}

for (const [name, [markdown, shown]] of Object.entries(CASES)) {
  test(`${name}, in pieces of any size`, () => {
    for (let size = 1; size <= markdown.length; size += 1) expect(printed(markdown, { size })).toBe(shown)
  })
}

test('plain text is shown as it arrives, markup when it is complete', () => {
  const out: string[] = []
  const printer = markdownPrinter((text) => out.push(text), false)
  printer.push('One ')
  printer.push('two ')
  expect(out.join('')).toBe('One two ')
  printer.push('**thr')
  expect(out.join('')).toBe('One two ')
  printer.push('ee** four\n')
  expect(out.join('')).toBe('One two three four\n')
})

test('with colors, emphasis is styled', () => {
  expect(printed('a **b** `c`', { colors: true })).toBe('a \u001b[1mb\u001b[22m \u001b[36mc\u001b[39m\n')
})

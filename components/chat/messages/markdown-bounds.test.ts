import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MARKDOWN_LIMITS } from '#lib/limits.ts'
import { HOSTILE } from '#lib/understand/full-board.test.data.ts'
import Markdown from './markdown.tsx'
import { isBoundedMarkdown } from './markdown-bounds.ts'

const many = (text: string, chars: number) => text.repeat(Math.ceil(chars / text.length)).slice(0, chars)

const REFUSED: Record<string, string> = {
  'closing brackets': many(']', 60_000),
  'quotes in quotes': many('>', 2_500),
  'quotes in quotes with spaces': many('> ', 2_500),
  'lists in lists': many('1. ', 2_500),
  'lists of three kinds in each other': many('+ - * ', 2_500),
  'emphasis that closes nothing': many('*a_', 4_000),
  'emphasis in emphasis': '*a '.repeat(1_000) + 'b* '.repeat(1_000),
  'brackets in brackets': '['.repeat(1_500) + ']'.repeat(1_500),
  'code that ends nowhere': many('`a', 4_000),
  'tags that end nowhere': many('<a', 4_000),
  'one long word': many('_www.', 4_000),
  'lines that go on with a quote': `> a\n${many('a\n', 4_000)}`,
  'empty lines': many('\n', 2_000),
  'many columns and many rows': `${'|a'.repeat(300)}\n${'|-'.repeat(300)}\n${'a\n'.repeat(300)}`,
  'deep quotes on many lines': `${'>'.repeat(60)}a\n\n`.repeat(50),
  'deep lists on many lines': `${'- '.repeat(45)}a\n\n`.repeat(100),
  'tabs before a list': `- a\n${'\t'.repeat(50)}- b`,
}

test.each(Object.entries(REFUSED))('%s are shown as they were written', (_, text) => {
  expect(isBoundedMarkdown(text)).toBe(false)
})

test('usual replies are shown as Markdown', () => {
  const list = Array.from(
    { length: 120 },
    (_, i) => `- [ ] **#${i} Call Ana** about \`part ${i}\`, due Fri 27 Nov`,
  )
  const row =
    '| #12 | [Book the dentist](https://example.com/a?b=c) | In progress | 50% | work | Fri 27 Nov |'
  const table = ['| # | Task | Status | Progress | Category | Due |', '|-|-|-|-|-|-|', ...Array(50).fill(row)]
  const prose = many('The plan is ready, *almost*: call Ana (or Ben) first. See https://a.b/c.\n\n', 12_000)
  const nested =
    '> - one\n>   1. two\n>      - three\n>        > four\n\n---\n\n```json\n{ "a": [1, 2] }\n```\n'
  for (const text of ['', 'Added #1.', list.join('\n'), table.join('\n'), prose, nested, 'é😀\u202e\ud83d'])
    expect(isBoundedMarkdown(text), text.slice(0, 40)).toBe(true)
})

test('each character is read at most once, for any text', () => {
  const piece = fc.constantFrom(...'[]*_~!=@<&`>-+.)1|aé \t\n\r', '\n\n', '> ', '1. ', '|-', '](', 'word ')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), fc.integer({ min: 1, max: 100 }), (pieces, times) => {
      const text = pieces.join('').repeat(times)
      let read = 0
      isBoundedMarkdown({
        length: text.length,
        charCodeAt(at) {
          read += 1
          return text.charCodeAt(at)
        },
      })
      expect(read).toBeLessThanOrEqual(Math.min(text.length, MARKDOWN_LIMITS.chars))
    }),
  )
})

const DEEP = [
  'nested quotes',
  'nested lists',
  'deeper lists',
  'emphasis',
  'square brackets',
  'columns of a table',
]

test.each(DEEP)('%s are parsed up to the bounds without a stack overflow', (shape) => {
  const make = HOSTILE[shape] ?? (() => '')
  let chars: number = MARKDOWN_LIMITS.chars
  while (!isBoundedMarkdown(make(chars))) chars = Math.floor(chars * 0.8)
  expect(make(chars).length).toBeGreaterThan(50)
  expect(renderToStaticMarkup(createElement(Markdown, { text: make(chars) }))).toContain('<')
})

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { expect, test } from 'vitest'
import { boardOf } from '../model/tables.ts'
import type { Task } from '../model/types.ts'
import { taskRow } from '../testing.ts'
import { markdownOf } from './markdown.ts'

const task = (number: number, more: Partial<Task>): Task => taskRow(number, { categoryId: 'c', ...more })

function textOf(name: string, tasks: Task[], items?: string[]): string {
  const board = boardOf(
    {
      task: tasks,
      category: [{ id: 'c', name: 'work', rank: 'a0' }],
      list: items ? [{ id: 'l', name: 'shopping', rank: 'a0' }] : [],
      item: (items ?? []).map((text, i) => ({
        id: `i${i}`,
        listId: 'l',
        text,
        checked: i === 1,
        rank: `a${i}`,
      })),
      value: [],
      checkpoint: [],
    },
    9,
  )
  return [...markdownOf(name, board)].join('')
}

/** Renders it as GitHub does. */
const drawn = (text: string) =>
  renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [remarkGfm] }, text))

test('an empty column or list says so', () => {
  const text = textOf('Home', [task(1, {})], [])
  expect(text).toContain('## Done\n\nNo tasks\n')
  expect(text).toContain('### shopping\n\nNo items\n')
})

test('columns are headings, tasks and items have boxes', () => {
  const text = textOf(
    'Home',
    [
      task(2, { status: 'done', completion: 100, title: 'water the plants' }),
      task(1, { priority: 'high', effort: 'quick', dueDate: '2026-11-27', blockedReason: 'the key' }),
      task(3, { status: 'in_progress', completion: 40, notes: 'first\nsecond\n\nthird' }),
    ],
    ['milk', 'eggs'],
  )
  expect(text).toBe(`# Home

## Open

- [ ] #1 task 1 (work, high priority, quick effort, due 2026-11-27)

  Blocked by: the key

## In progress

- [ ] #3 task 3 (40%, work)

  first\\
  second

  third

## Done

- [x] #2 water the plants (work)

## Lists

### shopping

- [ ] milk
- [x] eggs
`)
  const html = drawn(text)
  expect(html.match(/<h2>/g)).toHaveLength(4)
  expect(html.match(/checked/g)).toHaveLength(2)
  expect(html).toMatch(/<p>first<br\/>\s*second<\/p>\s*<p>third<\/p>/)
})

test.each([
  '# no heading #',
  '* no list',
  '- no list',
  '1. no list',
  '2) no list',
  '> no quote',
  '![no](image)',
  '[no](link) [x] [^1]',
  '<b>no tag</b> <!-- -->',
  '| no | table |',
  '`no code` ~~none~~ __bold__',
  'AT&amp;T &#35; &copy;',
  'ends in a backslash \\',
  '=====',
  '---',
  '##',
])('%s stays text: as a name, a title, a note and an item', (words) => {
  const text = textOf(words, [task(1, { title: words, notes: `${words}\n${words}` })], [words, words])
  const html = drawn(text)
  const plain = html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
  expect(plain.replaceAll('&gt;', '>').split(words).length - 1).toBe(6)
  const tags = new Set([...html.matchAll(/<([a-z0-9]+)/g)].map((match) => match[1]))
  expect([...tags].sort()).toEqual(['br', 'h1', 'h2', 'h3', 'input', 'li', 'p', 'ul'])
})

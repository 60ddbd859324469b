/** A board with the most names that the reader gets, so that each pass over them has a cost. */
import { CONTEXT } from './testing.ts'
import type { Context } from './text/types.ts'

const WORDS =
  'review the plan of part with Ana before lunch and send it over to whoever asked for more'.split(' ')

export const FULL: Context = {
  ...CONTEXT,
  categories: ['general', ...Array.from({ length: 45 }, (_, i) => `category ${i}`)],
  tasks: Array.from({ length: 300 }, (_, i) => ({
    number: i + 1,
    title: `${WORDS.slice(0, 4 + (i % 14)).join(' ')} ${i}`,
    status: (['open', 'in_progress', 'done'] as const)[i % 3] ?? 'open',
    category: `category ${i % 45}`,
    due: null,
    place: i,
  })),
  more: true,
  lists: Array.from({ length: 48 }, (_, i) => ({
    name: `things for room ${i}`,
    items: Array.from({ length: 41 }, (_, j) => `box ${j} of the ${i}th kind`),
  })),
  values: Object.fromEntries(
    Array.from({ length: 100 }, (_, i) => [`fact_${i}`, { of: i, words: ['a', 'b'] }]),
  ),
  checkpoints: Array.from({ length: 50 }, (_, i) => `before step ${i}`),
}

const many = (text: string) => (chars: number) => text.repeat(Math.ceil(chars / text.length)).slice(0, chars)
const between = (open: string, inside: string, close: string) => (chars: number) => {
  const depth = Math.floor((chars - inside.length) / (open.length + close.length))
  return open.repeat(depth) + inside + close.repeat(depth)
}
const after = (start: string, text: string) => (chars: number) => (start + many(text)(chars)).slice(0, chars)

/** Texts built to be slow, of a given length. */
export const HOSTILE: Readonly<Record<string, (chars: number) => string>> = {
  words: after('@Taskboard ', 'a '),
  'one word': many('a'),
  removals: many('remove x, '),
  'removals of known things': many('remove box 3 of the 7th kind, '),
  'finished tasks': many('mark the plan as done, '),
  'a question at the end': (chars) => `${many('add milk; ')(chars - 14)}; mark as done`,
  'a question at the start': after('mark as done; ', 'add milk; '),
  'things in a row': after('add ', 'milk, '),
  'things for a list': (chars) => `${after('add ', 'milk and ')(chars - 30)} to my things for room 3 list`,
  'lines with bullets': after('add these tasks:\n', '- milk\n'),
  'clauses of one letter': many('a;'),
  commas: many(','),
  'and then': after('add milk ', 'and then '),
  references: after('mark ', '#1 and '),
  days: after('add milk due ', 'next friday '),
  dates: after('add milk ', '2026-11-21 '),
  places: after('move #1 ', 'before #2 '),
  lists: after('is x ', 'on my list '),
  facts: many('my name is Ana, '),
  questions: many('what is on my list? '),
  quotes: after('add ', '"'),
  'quotes of one letter': after('add ', '"a '),
  'round brackets': between('(', 'milk', ')'),
  'square brackets': many('['),
  'closing brackets': many(']'),
  links: many('[a](b'),
  'nested quotes': many('> '),
  'nested lists': (chars) => many('- ')(chars),
  'deeper lists': (chars) =>
    Array.from({ length: Math.floor(Math.sqrt(chars * 2)) }, (_, i) => `${' '.repeat(i)}- a`)
      .join('\n')
      .slice(0, chars),
  emphasis: many('*a_'),
  backticks: many('`a '),
  'a table': (chars) => `|a|b|\n|-|-|\n${many('|a|b|\n')(chars - 12)}`,
  'columns of a table': (chars) => `${many('|a')(chars / 2)}\n${many('|-')(chars / 2 - 1)}`,
  'references of links': many('[a]: b\n'),
  html: many('<a '),
  'combining marks': after('add a', '\u0301'),
  'letters with marks': after('add ', 'e\u0301\u0327 '),
  'right to left': after('add ', '\u202e\u05d0\u05d1 '),
  'joined emoji': after('add ', '👩\u200d👩\u200d👧\u200d'),
  'lone surrogates': after('add ', '\ud83d '),
  zeros: after('add ', 'a\0'),
  spaces: (chars) => `add${many(' ')(chars - 7)}milk`,
  addresses: after('add ', 'https://a.b/?a=b&'),
  digits: after('mark #', '1'),
  'percent signs': after('update #1 to ', '50% '),
}

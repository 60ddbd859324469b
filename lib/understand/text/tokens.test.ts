import { expect, test } from 'vitest'
import { tokenise } from './tokens.ts'

const cut = (source: string) =>
  tokenise(source).map(({ kind, text }) => (kind === 'word' ? text : `${kind}:${text}`))

test.each([
  ['Add milk, please!', ['Add', 'milk', 'mark:,', 'please', 'mark:!']],
  ['milk,eggs;bread', ['milk', 'mark:,', 'eggs', 'mark:;', 'bread']],
  ['category:work', ['category', 'mark::', 'work']],
  ['#3, T-004 and 5', ['ref:#3', 'mark:,', 'ref:T-004', 'and', 'number:5']],
  ["#1's title", ['ref:#1', "'s", 'title']],
  ['pay 1,000 at 10:30', ['pay', '1,000', 'at', '10:30']],
  ['see https://a.example/b,c?d=1, now', ['see', 'literal:https://a.example/b,c?d=1', 'mark:,', 'now']],
  ['mail bob@example.com.', ['mail', 'literal:bob@example.com', 'mark:.']],
  ['add "a, b" and ‘c d’', ['add', 'quote:a, b', 'and', 'quote:c d']],
  ["don't quote the dogs' bowls", ["don't", 'quote', 'the', 'dogs', 'bowls']],
  [
    '- one\n2. two\n[x] three',
    ['bullet:-', 'one', 'break:\n', 'bullet:2.', 'two', 'break:\n', 'bullet:[x]', 'three'],
  ],
  ['do it !high !!! now!', ['do', 'it', '!high', '!!!', 'now', 'mark:!']],
  ['(deep work)', ['mark:(', 'deep', 'work', 'mark:)']],
  ['a — b', ['a', 'mark:—', 'b']],
])('%s', (source, expected) => {
  expect(cut(source)).toEqual(expected)
})

test('keys fold case, accents and curly apostrophes, and fix misspellings; the text stays', () => {
  const [word, spelt, apostrophe] = tokenise('ÉCLAIR Taks don’t')
  expect([word?.key, word?.text]).toEqual(['eclair', 'ÉCLAIR'])
  expect([spelt?.key, spelt?.text]).toEqual(['task', 'Taks'])
  expect(apostrophe?.key).toBe("don't")
})

test('a quote ends on its line; an unclosed quotation mark is an ordinary character', () => {
  expect(cut('add "milk\nand "eggs"')).toEqual(['add', '"milk', 'break:\n', 'and', 'quote:eggs'])
})

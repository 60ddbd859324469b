import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIMITS } from '#lib/limits.ts'
import { passagesOf } from './passages.ts'

test('a heading is in the passage of the paragraph under it, and names the ones that follow', () => {
  const long = 'Vacation is twenty-five days a year. '.repeat(20)
  const found = passagesOf(`# Handbook\n\nWelcome to all.\n\n## Days off\n\n${long}\n\nAsk Ana.\n`)
  expect(found.map(({ heading }) => heading)).toEqual(['Handbook', 'Days off', 'Days off'])
  expect(found[0]?.text).toBe('# Handbook\n\nWelcome to all.')
  expect(found[1]?.text.startsWith('## Days off\n\nVacation is')).toBe(true)
  expect(found[2]?.text).toBe('Ask Ana.')
})

test('short paragraphs under one heading share a passage, long ones are cut at sentences', () => {
  expect(passagesOf('One.\n\nTwo.\n\nThree.')).toHaveLength(1)
  const found = passagesOf('A sentence of some length stands here. '.repeat(100))
  expect(found.length).toBeGreaterThan(3)
  for (const { text } of found) expect(text.endsWith('.')).toBe(true)
})

test('a document of nothing but empty lines under a heading is read', () => {
  const text = `# Handbook\n${'\n'.repeat(LIMITS.documentBytes - 11)}`
  expect(passagesOf(text).map((passage) => passage.text)).toEqual(['# Handbook'])
})

describe('whatever the text', () => {
  const lines = fc.array(
    fc.oneof(
      fc.string(),
      fc.constantFrom('', '# Title', '## Part', 'word '.repeat(300), '😀'.repeat(600), '- item', '\t'),
    ),
  )
  test('every word is in exactly one passage, at its offset, and no passage is too long', () => {
    fc.assert(
      fc.property(lines, (given) => {
        const text = given.join('\n')
        const found = passagesOf(text)
        let at = 0
        let between = ''
        for (const { start, text: piece } of found) {
          expect(text.slice(start, start + piece.length)).toBe(piece)
          expect(piece.length).toBeLessThanOrEqual(LIMITS.passageChars)
          between += text.slice(at, start)
          at = start + piece.length
        }
        expect((between + text.slice(at)).trim()).toBe('')
        expect(found.map(({ position }) => position)).toEqual(found.map((_, index) => index + 1))
      }),
    )
  })
})

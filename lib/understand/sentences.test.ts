/** Our own sentences: every wording comes to its calls. A question is known by how it begins. */
import { describe, expect, test } from 'vitest'
import { COMMANDS } from '#lib/board/commands/registry.ts'
import { READERS } from '#lib/board/readers/registry.ts'
import { BEYOND_NAMES } from '#lib/board/readers/user-tools.ts'
import { callsIn, SENTENCES, toolsIn } from './sentences/all.ts'

test.each(SENTENCES.map((sentence) => [sentence.board, sentence.words, sentence] as const))(
  '%s: %s',
  (_, __, sentence) => {
    expect(callsIn(sentence)).toBe(sentence.calls)
  },
)

test('no wording stands twice for one board, and a typo is none of the sound wordings', () => {
  const said = SENTENCES.map(({ board, words }) => `${board}: ${words}`)
  expect(said.filter((words, at) => said.indexOf(words) !== at)).toEqual([])
})

describe('a wording of one’s own for each tool of the register', () => {
  const tools = [
    ...Object.entries(COMMANDS).flatMap(([name, { audience }]) => (audience === 'everyone' ? [name] : [])),
    ...Object.keys(READERS),
    ...BEYOND_NAMES,
  ]
  const wordings = (tool: string, isTypo?: boolean) =>
    SENTENCES.filter(
      (sentence) => toolsIn(sentence).includes(tool) && (isTypo === undefined || sentence.isTypo === isTypo),
    )

  test.each(tools)('%s: ten, of which two carry a typo', (tool) => {
    expect(wordings(tool).length).toBeGreaterThanOrEqual(10)
    expect(wordings(tool, true).length).toBeGreaterThanOrEqual(2)
  })
})

test('everyday talk that means no board', () => {
  expect(SENTENCES.filter(({ calls }) => calls === 'unknown').length).toBeGreaterThanOrEqual(60)
})

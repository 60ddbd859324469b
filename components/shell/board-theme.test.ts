import { expect, it } from 'vitest'
import { type Followed, followTheme, type Theme, themeIn } from './board-theme.ts'

/** The theme after these steps: the board's themes and the user's own choices. */
function after(...steps: ({ says: Theme | null } | { hand: Theme })[]): Theme {
  let chosen: Theme = 'system'
  let followed: Followed | null = null
  for (const step of steps) {
    if ('hand' in step) {
      chosen = step.hand
      continue
    }
    const next = followTheme(step.says, chosen, followed)
    chosen = next.choose ?? chosen
    followed = next.followed
  }
  return chosen
}

it('the screen follows the theme of the board', () => {
  expect(after({ says: 'dark' })).toBe('dark')
  expect(after({ says: 'dark' }, { says: 'light' })).toBe('light')
  expect(after({ says: 'dark' }, { says: 'system' })).toBe('system')
})

it('the user’s own choice stays until the board’s theme changes', () => {
  expect(after({ says: 'dark' }, { hand: 'light' }, { says: 'dark' })).toBe('light')
  expect(after({ says: 'dark' }, { hand: 'light' }, { says: 'dark' }, { says: 'system' })).toBe('system')
})

it('a board without a theme changes nothing', () => {
  expect(after({ hand: 'dark' }, { says: null })).toBe('dark')
})

it('an undo restores the theme, unless the user chose another since', () => {
  expect(after({ hand: 'light' }, { says: 'dark' }, { says: null })).toBe('light')
  expect(after({ hand: 'light' }, { says: 'dark' }, { says: 'system' }, { says: null })).toBe('light')
  expect(after({ says: 'dark' }, { hand: 'light' }, { says: null })).toBe('light')
})

it.each([
  ['{"preferences":{"theme":"dark"}}', 'dark'],
  ['{"preferences":{"theme":"purple"}}', null],
  ['{"preferences":null}', null],
  ['7', null],
  ['{"pref', null],
  [null, null],
  [undefined, null],
])('%s says %s', (json, theme) => {
  expect(themeIn(json)).toBe(theme)
})

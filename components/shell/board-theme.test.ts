import { expect, it } from 'vitest'
import { type Followed, followTheme, type Theme, themeIn } from './board-theme.ts'

/** What is on the screen after the board said these things in turn; a hand's choice stands between them. */
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

it('the screen follows what the board says', () => {
  expect(after({ says: 'dark' })).toBe('dark')
  expect(after({ says: 'dark' }, { says: 'light' })).toBe('light')
  expect(after({ says: 'dark' }, { says: 'system' })).toBe('system')
})

it('a hand that chooses otherwise is not fought, until the board says something new', () => {
  expect(after({ says: 'dark' }, { hand: 'light' }, { says: 'dark' })).toBe('light')
  expect(after({ says: 'dark' }, { hand: 'light' }, { says: 'dark' }, { says: 'system' })).toBe('system')
})

it('a board that says nothing changes nothing', () => {
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

import { expect, test } from 'vitest'
import { verbMeant } from './slips.ts'

test.each([
  ['remvoe', 'remove'],
  ['remve', 'remove'],
  ['delte', 'delete'],
  ['dleete', 'delete'],
  ['udpate', 'update'],
  ['makr', 'mark'],
  ['shwo', 'show'],
  ['creat', 'create'],
  ['renmae', 'rename'],
  ['compelte', 'complete'],
  ['ad', 'add'],
])('%s is %s', (typed, verb) => {
  expect(verbMeant(typed)).toBe(verb)
})

test.each(['remove', 'clean', 'charge', 'love', 'shop', 'more', 'mask', 'art', 'removes', '__proto__', ''])(
  'no slip: %s',
  (typed) => {
    expect(verbMeant(typed)).toBeUndefined()
  },
)

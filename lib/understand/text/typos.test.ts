import { expect, test } from 'vitest'
import { CONTEXT, said } from '../testing.ts'
import { understand } from '../understand.ts'
import { correctVerb } from './typos.ts'

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
  expect(correctVerb(typed)).toBe(verb)
})

test.each(['remove', 'clean', 'charge', 'love', 'shop', 'more', 'mask', 'art', 'removes', '__proto__', ''])(
  'no slip: %s',
  (typed) => {
    expect(correctVerb(typed)).toBeUndefined()
  },
)

test.each([
  ['dellette #3', 'delete #3'],
  ['reemovve #3', 'remove #3'],
  ['commplette #3 and #4', 'complete #3 and #4'],
])('%s is asked about', (text, meant) => {
  const reading = understand(text, CONTEXT)
  expect(reading).toMatchObject({ kind: 'question', question: `Did you mean “${meant}”?`, intents: [] })
  expect(reading.choices).toEqual([{ label: meant, say: meant }])
  expect(said('yes', { ...CONTEXT, asked: text })).toBe(said(meant))
})

test.each(['remarks about #3', 'the remote', 'recite that poem', 'promote #3 to captain'])(
  'no verb in %s',
  (text) => {
    expect(said(text)).toBe('unknown')
  },
)

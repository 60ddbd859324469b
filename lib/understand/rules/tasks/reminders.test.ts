import { describe, expect, test } from 'vitest'
import { BOARDS } from '../../sentences/boards.ts'
import { CONTEXT, said } from '../../testing.ts'

describe('reminders', () => {
  test.each([
    ['make me a reminder to feed the cat', 'add_task title=feed the cat'],
    ['give me a reminder for the recital', 'add_task title=the recital'],
    ['set reminder feed the cat on monday', 'add_task due_date=2026-11-23 title=feed the cat'],
    ['open up a reminder, feed the cat', 'add_task title=feed the cat'],
    ['reminder to feed the cat', 'add_task title=feed the cat'],
    ['I need a reminder set for feeding the cat', 'add_task title=feeding the cat'],
    ['I want to get reminded to feed the cat', 'add_task title=feed the cat'],
    ['tell me to feed the cat', 'add_task title=feed the cat'],
    ['remind me that I need to feed the cat', 'add_task title=feed the cat'],
    ['remind me tomorrow to feed the cat', 'add_task due_date=2026-11-19 title=feed the cat'],
    ['remind me on friday that the rent is due', 'add_task due_date=2026-11-20 title=the rent is due'],
    ['when I get home, remind me to feed the cat', 'add_task notes=when I get home title=feed the cat'],
    ['on friday remind me to feed the cat', 'add_task due_date=2026-11-20 title=feed the cat'],
    ["don't forget to feed the cat", 'add_task title=feed the cat'],
    ['I need to feed the cat', 'add_task title=feed the cat'],
  ])('%s', (text, expected) => {
    expect(said(text)).toBe(expected)
  })

  test.each([
    'I would like a reminder',
    'set a reminder for me',
    'can you set a reminder for tomorrow',
    'I need to set up a reminder for myself',
    'remind me at a later time',
    'I would like to be reminded',
    'remind me tomorrow',
    'I need quiet',
  ])('the text is asked for: %s', (text) => {
    expect(said(text, { ...CONTEXT, lists: [] })).toMatch(/^\?/)
  })

  test.each(['you never remind me to call', 'do you remind me to call', 'remind me how this goes'])(
    'no reminder: %s',
    (text) => {
      expect(said(text)).toBe('unknown')
    },
  )
})

test('needed things go on a list; a single word only if there is a list', () => {
  const home = { ...CONTEXT, ...BOARDS.home }
  expect(said('I need rice', home)).toBe('add_items items=rice')
  expect(said('we need pears and plums', { ...CONTEXT, lists: [] })).toBe('add_items items=pears+plums')
})

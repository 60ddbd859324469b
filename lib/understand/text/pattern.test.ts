import { expect, test } from 'vitest'
import { phraseOf, SCENE } from '../testing.ts'
import { firstMatch, formsOver, type Slot } from './pattern.ts'
import { keysOf } from './phrase.ts'

const words: Slot<string> = { role: 'title', max: 5, read: (phrase) => ({ value: keysOf(phrase).join(' ') }) }
const digit: Slot<number> = {
  role: 'percent',
  max: 1,
  read: (phrase) => (/^\d$/.test(keysOf(phrase)[0] ?? '') ? { value: Number(keysOf(phrase)[0]) } : undefined),
}
const form = formsOver({ words, digit })
const match = (pattern: ReturnType<typeof form>, text: string) => pattern.match(phraseOf(text), SCENE)?.result

test('a step is one of several words, a joined pair, a class, or optional', () => {
  const pattern = form('set|put in_order the? @task <digit>', ({ digit }) => digit)
  expect(match(pattern, 'put in order the to-do item 3')).toBe(3)
  expect(match(pattern, 'set in order task 4')).toBe(4)
  expect(match(pattern, 'set in the order task 4')).toBeUndefined()
  expect(match(pattern, 'set in order task 4 now')).toBeUndefined()
})

test('a slot matches as few words as possible', () => {
  const pattern = form('move <words> to <digit>', ({ words, digit }) => `${words}/${digit}`)
  expect(match(pattern, 'move to a to 3')).toBe('to a/3')
  expect(match(pattern, 'move a b c d e f to 3')).toBeUndefined()
})

test('a missing optional slot has no value', () => {
  const pattern = form('go <digit>? home', ({ digit }) => digit ?? 'none')
  expect(match(pattern, 'go home')).toBe('none')
  expect(match(pattern, 'go 2 home')).toBe(2)
  expect(
    match(
      form('add <words>', ({ words }) => words),
      'add',
    ),
  ).toBeUndefined()
})

test('every step has a span, and if a rule returns undefined the next one is tried', () => {
  const never = form('go <words>', () => undefined)
  const always = form('go <words>', ({ words }) => words)
  const matched = firstMatch([never, always], phraseOf('go far away'), SCENE)
  expect(matched?.spans).toEqual([
    { start: 0, end: 2, role: 'verb', value: 'go' },
    { start: 3, end: 11, role: 'title', value: 'far away' },
  ])
})

test('the first matching rule wins, whether it starts with a word or a slot', () => {
  const rules = [
    form('stop <words>', () => 'stop'),
    form('<digit>? go <words>', () => 'slot'),
    form('go|start <words>', () => 'word'),
    form('the? start <words>', () => 'later'),
  ]
  const taken = (text: string) => firstMatch(rules, phraseOf(text), SCENE)?.result
  expect(taken('go home')).toBe('slot')
  expect(taken('2 go home')).toBe('slot')
  expect(taken('start now')).toBe('word')
  expect(taken('the start now')).toBe('later')
  expect(taken('elsewhere now')).toBeUndefined()
})

import { expect, it } from 'vitest'
import { complete, completionsFor, findTrigger } from './completions.ts'

const AGENTS = [
  { name: 'taskboard', title: 'Taskboard', about: 'All of it' },
  { name: 'planner', title: 'Planner', about: 'Plans' },
] as const
const offered = (text: string) =>
  completionsFor(findTrigger(text, text.length), AGENTS).map(({ label }) => label)

it('offers mentions at the beginning of any word, commands only at the start', () => {
  expect(offered('@')).toEqual(['@Taskboard', '@Planner'])
  expect(offered('ask @pl')).toEqual(['@Planner'])
  expect(offered('please @ta')).toEqual(['@Taskboard'])
  expect(offered('/')).toEqual(['/add', '/list', '/summary', '/undo', '/help'])
  expect(offered('/su')).toEqual(['/summary'])
  expect(offered('1 / 2')).toEqual([])
  expect(offered('either/or')).toEqual([])
  expect(offered('name@host')).toEqual([])
})

it('offers nothing for a complete word, so that Enter sends', () => {
  expect(offered('@Taskboard')).toEqual([])
  expect(offered('@Taskboard add')).toEqual([])
})

it('replaces the word with the sentence and puts the caret after it', () => {
  const text = 'please @ta add milk'
  const trigger = findTrigger(text, 10)
  const [mention] = completionsFor(trigger, AGENTS)
  if (!trigger || !mention) throw new Error('nothing offered')
  expect(complete(text, trigger, mention)).toEqual({ text: 'please @Taskboard add milk', caret: 18 })
})

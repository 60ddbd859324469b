import { describe, expect, test } from 'vitest'
import { BOARDS } from '../../sentences/boards.ts'
import { CONTEXT, said } from '../../testing.ts'

const HOME = { ...CONTEXT, ...BOARDS.home }
const TASKS = { ...CONTEXT, ...BOARDS.tasks }
const onShopping = (item: string) => `add_items items=${item} list=shopping`

describe('requests about lists, in any word order', () => {
  test.each([
    ["we're out of rice, so please put that on the shopping list", onShopping('rice')],
    ["I'm running low on soap can you add it to my shopping list", onShopping('soap')],
    ["there's no salt left; add it to the grocery list", onShopping('salt')],
    ['is rice on my shopping list? If not, add it', onShopping('rice')],
    ["do I have salt on the shopping list, if I don't please put it on there", onShopping('salt')],
    ["add rice to the shopping list unless it's already there", onShopping('rice')],
    ['put rice on the shopping list because I need it tonight', onShopping('rice')],
    ['I need rice put on my shopping list', onShopping('rice')],
    ['my shopping list should have rice on it', onShopping('rice')],
    ['rice needs to be added to the shopping list', onShopping('rice')],
    ['shopping list: rice', onShopping('rice')],
    ['shopping list add rice', onShopping('rice')],
    ['add rice shopping list', onShopping('rice')],
    ['add rice to my shopping lsit', onShopping('rice')],
    ['put rice on my list of things to buy', onShopping('rice')],
    ['make sure rice is on my shopping list', onShopping('rice')],
    ['update my shopping list with rice', onShopping('rice')],
    ['do me a favor and add rice to the shopping list', onShopping('rice')],
    ['shopping list delete milk', 'remove_items items=milk list=shopping'],
    ['I no longer need milk on the shopping list', 'remove_items items=milk list=shopping'],
    ['milk should be taken off the shopping list', 'remove_items items=milk list=shopping'],
    ['take eggs of my shopping list', 'remove_items items=eggs list=shopping'],
    ['scratch eggs off the shopping list', 'remove_items items=eggs list=shopping'],
    ['check the box for milk on my shopping list', 'check_items items=milk list=shopping'],
    ['mark milk on my shopping list', 'check_items items=milk list=shopping'],
    [
      'everything has been bought on the shopping list',
      'check_items items=milk+eggs+bread+mac and cheese list=shopping',
    ],
    [
      'go ahead and erase milk from the shopping list, and add rice to it',
      'remove_items items=milk list=shopping | add_items items=rice list=shopping',
    ],
    [
      'I need soap added to the shopping list and milk removed',
      'add_items items=soap list=shopping | remove_items items=milk list=shopping',
    ],
  ])('%s', (text, expected) => {
    expect(said(text, HOME)).toBe(expected)
  })

  test.each([
    ['put wash the windows on my list of things to do', 'add_task title=wash the windows'],
    ['wash the windows needs to go on my to-do list', 'add_task title=wash the windows'],
    ['on my list of chores, add wash the windows', 'add_task title=wash the windows'],
    ['add to my todos list wash the windows', 'add_task title=wash the windows'],
    ['take buy bread off my list of things to do', 'remove_task buy bread'],
    ['I no longer need to buy bread', 'remove_task buy bread'],
    ["I don't need to buy bread any more", 'remove_task buy bread'],
    ['move buy bread to the trash', 'remove_task buy bread'],
    ['mark buy bread on my to-do list', 'update_task_status buy bread status=done'],
    ['task completed: buy bread', 'update_task_status buy bread status=done'],
    ['tick the box next to buy bread', 'update_task_status buy bread status=done'],
  ])('%s', (text, expected) => {
    expect(said(text, TASKS)).toBe(expected)
  })
})

test.each([
  "I'm out of milk",
  'I no longer need a yacht',
  'rice on the shopping list',
  'this should be added to the shopping list',
  'new list please',
  'create a fresh list',
])('nothing is done before it is asked: %s', (text) => {
  expect(said(text, HOME)).toMatch(/^\?/)
})

test.each([
  'add print the shopping list',
  'I am out of here',
  "I don't want any trouble",
  'we are out and about',
])('no wish about a list: %s', (text) => {
  expect(said(text, HOME)).not.toMatch(/_items/)
})

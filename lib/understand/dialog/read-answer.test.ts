import { describe, expect, test } from 'vitest'
import { CONTEXT, SCENE, said } from '../testing.ts'
import type { Context, KnownTask } from '../text/types.ts'
import { understand } from '../understand.ts'

const open = (number: number, title: string): KnownTask => ({ number, title, status: 'open' })
const BOARD: Context = {
  ...CONTEXT,
  tasks: [
    open(1, 'paint the fence'),
    open(4, 'paint the shed'),
    open(6, 'book the dentist'),
    open(9, 'pay the dentist'),
    open(12, 'sow beans'),
    open(15, 'mow the lawn'),
  ],
}

/** What the last of these messages comes to, each answered where it was asked. */
function talk(...messages: string[]): string {
  let asked: string | undefined
  let came = ''
  for (const text of messages) {
    const context = { ...BOARD, asked }
    const reading = understand(text, context)
    came = said(text, context)
    asked = reading.kind === 'question' ? (reading.whole ?? text) : undefined
  }
  return came
}

describe('a missing argument is asked for, and the next message fills it in', () => {
  test.each([
    [['add a task', 'call Ana, category: work'], 'add_task category=work title=call Ana'],
    [
      ['@Taskboard add a task', '@Taskboard: wax the skis tomorrow'],
      'add_task due_date=2026-11-19 title=wax the skis',
    ],
    [['add a task', '"fix it tomorrow"'], 'add_task title=fix it tomorrow'],
    [
      ['@Planner add a task', '@Planner: wax the skis tomorrow'],
      'add_task due_date=2026-11-19 title=wax the skis',
    ],
    [['@Lists postpone #1', '@Lists friday'], 'update_task #1 due_date=2026-11-20'],
    [['add a task: , category: work', 'call Ana'], 'add_task category=work title=call Ana'],
    [['add a high priority task', 'call Ana'], 'add_task priority=high title=call Ana'],
    [['add something to my work list', 'call Ana'], 'add_task category=work title=call Ana'],
    [['remind me', 'water the fern on friday'], 'add_task due_date=2026-11-20 title=water the fern'],
    [['add a task', 'finish the novel'], 'add_task title=finish the novel'],
    [['rename #1', 'Call Ana'], 'update_task #1 title=Call Ana'],
    [['please rename #1 please', 'to Call Ana'], 'update_task #1 title=Call Ana'],
    [['postpone #1', 'friday'], 'update_task #1 due_date=2026-11-20'],
    [['postpone #1', 'until next monday please'], 'update_task #1 due_date=2026-11-30'],
    [['mark #1 as blocked', 'the invoice'], 'update_task #1 blocked_reason=the invoice'],
    [['block #1', 'for the paint to dry'], 'update_task #1 blocked_reason=the paint to dry'],
    [['update #1', '50%'], 'update_task #1 completion=50'],
    [['update #1', 'high priority'], 'update_task #1 priority=high'],
    [['remove', '#4'], 'remove_task #4'],
    [['finish', 'the beans one'], 'update_task_status beans status=done'],
    [['mark as done', '#4 and #6'], 'update_task_status #4 status=done | update_task_status #6 status=done'],
    [['delete a task', 'number 4'], 'remove_task #4'],
    [['set the priority to high', '#4'], 'update_task #4 priority=high'],
    [['set the due date to friday', 'sow beans'], 'update_task sow beans due_date=2026-11-20'],
    [['remove everything but the barge', '#1 and #4'], 'remove_task #1 | remove_task #4'],
    [['move #44 to the top', 'before #1'], 'move_task #44 before=#1'],
    [['add a category', 'errands'], 'add_category name=errands'],
    [['mark #12 done; remove', '#4'], 'update_task_status #12 status=done | remove_task #4'],
    [['postpone', '#4', 'tomorrow'], 'update_task #4 due_date=2026-11-19'],
    [['create a list', 'packing'], 'create_list name=packing'],
  ] as const)('%j', (messages, expected) => {
    expect(talk(...messages)).toBe(expected)
  })
})

describe('words that match several tasks', () => {
  test('the tasks are named, and each is a choice with the complete message', () => {
    const reading = understand('mark the dentist task as done', BOARD)
    expect(reading).toMatchObject({ kind: 'question', intents: [] })
    expect(reading.question).toBe('“dentist” matches #6 book the dentist or #9 pay the dentist. Which one?')
    expect(reading.choices).toEqual([
      { label: '#6 book the dentist', say: 'mark #6 as done' },
      { label: '#9 pay the dentist', say: 'mark #9 as done' },
    ])
  })

  test.each([
    ['#9', '#9'],
    ['9', '#9'],
    ['the second one', '#9'],
    ['2', '#9'],
    ['2nd', '#9'],
    ['the last one', '#9'],
    ['the first', '#6'],
    ['the book one', '#6'],
    ['pay the dentist', '#9'],
    ['the one to pay please', '#9'],
  ])('%s', (answer, number) => {
    expect(talk('remove the dentist task', answer)).toBe(`remove_task ${number}`)
  })

  test.each(['both', 'both of them', 'all', '#6 and #9', 'the first and the second'])('%s', (answer) => {
    expect(talk('remove the dentist task', answer)).toBe('remove_task #6 | remove_task #9')
  })

  test('one of several names is completed alone', () => {
    expect(talk('finish sow beans, dentist and lawn', 'the second one')).toBe(
      'update_task_status sow beans status=done | update_task_status #9 status=done | update_task_status lawn status=done',
    )
  })

  test('questions are asked one at a time', () => {
    expect(talk('remove paint; finish dentist', '#1', '#6')).toBe(
      'remove_task #1 | update_task_status #6 status=done',
    )
  })

  test('of an open task and a done one, the open one is meant', () => {
    const tasks = [open(1, 'buy paint'), { ...open(2, 'mix paint'), status: 'done' as const }]
    expect(said('finish paint', { ...CONTEXT, tasks })).toBe('update_task_status paint status=done')
  })
})

test.each([
  'never mind',
  'none of them',
  'No, thanks.',
  'cancel',
  'forget it!',
  'nvm',
  '@Taskboard never mind',
])('%s drops what was asked about', (answer) => {
  expect(talk('remove the dentist task', answer)).toBe('dropped')
  expect(talk('add a task', answer)).toBe('dropped')
  expect(said(answer)).not.toBe('dropped')
})

describe('a complete command isn’t read as an answer', () => {
  test.each([
    [['add a task', 'show my tasks'], 'list_tasks'],
    [['add a task', 'remove #4'], 'remove_task #4'],
    [['add a task', 'finish sow beans'], 'update_task_status sow beans status=done'],
    [['rename #1', 'add milk'], 'add_task title=milk'],
    [['postpone #1', 'mark #4 as done'], 'update_task_status #4 status=done'],
    [['remove the dentist task', 'undo'], 'undo'],
    [['remove the dentist task', 'finish #12'], 'update_task_status #12 status=done'],
    [['add a task', 'help'], 'help'],
  ] as const)('%j', (messages, expected) => {
    expect(talk(...messages)).toBe(expected)
  })
})

test.each([
  [['add a task', "what's the weather like?"], 'unknown'],
  [['add a task', 'who are you'], 'help'],
  [['add a task', 'thanks'], 'unknown'],
  [['add a task', '  '], 'unknown'],
  [['postpone #1', 'lovely coffee'], 'unknown'],
  [['remove the dentist task', 'the blue one'], 'unknown'],
  [['remove the dentist task', '#12'], 'unknown'],
] as const)('%j changes nothing', (messages, expected) => {
  expect(talk(...messages)).toBe(expected)
})

test('a question is forgotten once it is answered or ignored', () => {
  expect(talk('rename #1', 'never mind', 'Call Ana')).toBe('unknown')
  expect(talk('rename #1', 'lovely coffee', 'Call Ana')).toBe('unknown')
  expect(understand('Call Ana', { ...BOARD, asked: 'mark #1 as done' }).kind).toBe('unknown')
})

test('the earlier message and the answer are combined into one sentence, to which the spans refer', () => {
  const reading = understand('Call Ana', { ...BOARD, asked: 'rename #1' })
  expect(reading).toMatchObject({ whole: 'rename #1 to Call Ana', completes: 'rename #1' })
  const title = reading.spans.find(({ role }) => role === 'title')
  expect(reading.whole?.slice(title?.start, title?.end)).toBe('to Call Ana')
  expect(title?.value).toBe('Call Ana')
})

describe('a category that is not on the board', () => {
  test('can be created with a click or a yes', () => {
    const reading = understand('add a task: call Ana, category: errands', BOARD)
    expect(reading.question).toBe('There is no category “errands”. Create it?')
    const [create] = reading.choices ?? []
    expect(create?.label).toBe('Create “errands”')
    const both = 'add_category name=errands | add_task category=errands title=call Ana'
    expect(said(create?.say ?? '', BOARD)).toBe(both)
    expect(talk('add a task: call Ana, category: errands', 'yes please')).toBe(both)
    expect(talk('add a task: call Ana, category: errands', 'no')).toBe('dropped')
  })

  test('can be a typo', () => {
    const reading = understand('move #1 to perosnal', BOARD)
    expect(reading.question).toContain('Did you mean “personal”?')
    expect(reading.choices?.[0]).toEqual({ label: 'Use “personal”', say: 'move #1 to personal' })
  })
})

test('if few tasks are open they are choices', () => {
  const few: Context = { ...CONTEXT, tasks: [open(3, 'sow beans'), { ...open(5, 'old'), status: 'done' }] }
  expect(understand('mark as done', few).choices).toEqual([{ label: '#3 sow beans', say: 'mark as done #3' }])
  expect(understand('mark as done', BOARD).choices).toBeUndefined()
  expect(understand('postpone #1', BOARD).choices?.[0]).toEqual({
    label: 'tomorrow',
    say: 'postpone #1 tomorrow',
  })
  expect(SCENE.context.tasks).toBeUndefined()
})

describe('a sentence that may have been meant is offered, and yes says it', () => {
  test.each([
    ["i'm out of milk", 'Add milk to the shopping list?', 'add milk to the shopping list'],
    ['please update #1 to Paint the gate', 'Rename #1 to “Paint the gate”?', 'rename #1 to Paint the gate'],
    ["i don't need the barge anymore", 'Remove “barge”?', 'remove barge'],
    ['rice for the shopping list', 'Add rice to the shopping list?', 'add rice to the shopping list'],
  ])('%s', (text, question, say) => {
    const context = { ...BOARD, lists: [{ name: 'shopping', items: [] }] }
    const reading = understand(text, context)
    expect(reading).toMatchObject({ kind: 'question', intents: [], question })
    const [choice, ...others] = reading.choices ?? []
    expect(others).toEqual([])
    expect(choice?.say).toContain(say)
    expect(said(choice?.say ?? '', context)).toBe(said(say, context))
    expect(understand('yes', { ...context, asked: text }).intents).toEqual(understand(say, context).intents)
    expect(understand('no', { ...context, asked: text }).kind).toBe('dropped')
  })
})

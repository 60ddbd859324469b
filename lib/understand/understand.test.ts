import { describe, expect, test } from 'vitest'
import { CONTEXT, said } from './testing.ts'
import { understand } from './understand.ts'

/** The sentences of the product's first page, each with other ways to say it. */
const REWORDINGS: Readonly<Record<string, readonly string[]>> = {
  'add_task category=work title=review the Q2 roadmap': [
    '@Taskboard add a task: review the Q2 roadmap, category: work',
    '@taskboard, add a task: review the Q2 roadmap, category: work',
    'Add a new task: review the Q2 roadmap, category work',
    'please add a task to review the Q2 roadmap in the work category',
    'can you add review the Q2 roadmap to the work list?',
    'create a work task: review the Q2 roadmap',
    'new task - review the Q2 roadmap #work',
    'Hey @Taskboard could you please add a task called "review the Q2 roadmap", category: Work',
    'add task review the Q2 roadmap (category: work)',
    'ADD A TASK: review the Q2 roadmap, Category: WORK',
    'todo: review the Q2 roadmap, work',
    'put review the Q2 roadmap on my work list',
    'ad a taks: review the Q2 roadmap, catgory: work',
  ],
  'add_task category=personal title=book dentist appointment': [
    '@Taskboard add a task: book dentist appointment, category: personal',
    '@TASKBOARD: add a task: book dentist appointment, category: personal',
    'I need a task to book dentist appointment, category: personal',
    'remind me to book dentist appointment, category: personal',
    "don't forget to book dentist appointment (personal)",
    'I need to book dentist appointment, category personal',
    'add book dentist appointment to my personal list please',
    'make a personal task: book dentist appointment',
    'create task: category: personal, book dentist appointment',
    'add book dentist appointment under personal',
  ],
  list_tasks: [
    '@Taskboard show me my tasks',
    'show my tasks',
    'list all tasks',
    "what's on my list?",
    'what are my tasks',
    'Can you show me the list please',
    'my tasks',
    'tasks',
    'list',
    'whats on the board right now',
    'display everything on my board',
    'let me see my todo list',
    'could you read me my list',
    'do I have any tasks?',
    'shwo me my tasks',
    'pull up my to-do list',
  ],
  'update_task_status #1 status=in_progress': [
    '@Taskboard mark task #1 as in_progress',
    'mark #1 as in progress',
    'mark 1 in-progress',
    'start #1',
    'start working on task 1',
    "I'm working on #1",
    'set the status of task 1 to in progress',
    'set T-001 to doing',
    'move #1 to in progress',
    '#1 is in progress now',
    'task one is underway',
    'I just started #1',
    'amrk #1 as in progress',
  ],
  get_summary: [
    "@Taskboard summarize what I've got open",
    "summarise what I've got open",
    'give me a summary',
    'summary please',
    'give me an overview of my board',
    'how many tasks do I have?',
    "what's left?",
    'recap my tasks',
    'where do we stand?',
    'sum up my open tasks',
    'sumarize my list',
  ],
  'update_task #1 completion=50': [
    'update task 1 to 50%',
    '@Taskboard update task 1 to 50%',
    'set #1 to 50 percent',
    '#1 is 50% done',
    'task 1: 50%',
    'set the progress of #1 to 50%',
    '#1 is half done',
    'mark T-001 as 50% complete',
    'udpate task 1 to 50%',
    "change #1's completion to 50",
  ],
  'update_task #1 completion=150': ['update task 1 to 150%', 'set #1 to 150 %'],
  'update_task #1 completion=-5': ['update task 1 to -5%', 'set #1 to -5 percent'],
  'remove_task #2': [
    'remove task 2',
    '@Taskboard remove task 2',
    'delete #2',
    'please drop task number 2',
    'can you get rid of #2?',
    'take #2 off my list',
    'erase T-002',
    'cancel task 2',
    'remvoe task 2',
    'throw away task two',
  ],
  'update_task_status dentist status=done': [
    'mark the dentist task as done',
    'the dentist task is done',
    'finish the dentist task',
    "I'm done with the dentist task",
    'complete the dentist task please',
    'check the dentist task off',
    "I've finished the dentist task",
    'compelte the dentist task',
  ],
  'remove_task book dentist appointment': [
    'remove book dentist appointment',
    'delete "book dentist appointment"',
    'remove the task book dentist appointment',
    'please delete book dentist appointment from my list',
    'remvoe book dentist appointment',
    'take book dentist appointment off the board',
  ],
  'update_task roadmap review completion=30': [
    'set the roadmap review to 30%',
    'update the roadmap review task to 30%',
    'mark the roadmap review as 30% done',
    'the roadmap review task is 30% done',
    'roadmap review is at 30%'.replace('roadmap review is', 'change the roadmap review to'),
  ],
}

describe.each(Object.entries(REWORDINGS))('%s', (expected, sentences) => {
  test.each(sentences)('%s', (sentence) => {
    expect(said(sentence)).toBe(expected)
  })
})

test.each([
  ['add milk and mark #1 done', 'add_task title=milk | update_task_status #1 status=done'],
  ['add call Ana, then show me my list', 'add_task title=call Ana | list_tasks'],
  [
    'add a task: wash the car; add a task: water plants',
    'add_task title=wash the car | add_task title=water plants',
  ],
  [
    "add 'Pay the rent' and then mark it as complete",
    'add_task title=Pay the rent | update_task_status Pay the rent status=done',
  ],
  ['start #2 and set it to 30%', 'update_task_status #2 status=in_progress | update_task #2 completion=30'],
  ['remove #1. Show me the list.', 'remove_task #1 | list_tasks'],
  [
    '1. add milk\n2. mark #1 done\n3. remove #2',
    'add_task title=milk | update_task_status #1 status=done | remove_task #2',
  ],
  ['@Taskboard undo that and show my tasks', 'undo | list_tasks'],
  ['add salt and pepper to the soup order', 'add_task title=salt and pepper to the soup order'],
  ['add a task: draft the plan and finish the budget', 'add_task title=draft the plan and finish the budget'],
  ['add a task: sort the post and remove old flyers', 'add_task title=sort the post and remove old flyers'],
])('several commands: %s', (text, expected) => {
  expect(said(text)).toBe(expected)
})

test.each([
  "what's the weather like",
  'transfer $100 to my savings',
  'book me a flight to Oslo',
  'remind me who you are',
  'thanks a lot',
  'tell me a joke',
  'I feel great today',
  'who won the match yesterday',
  'set an alarm for 7',
  'add this song to my playlist',
  'what is 12 times 8',
  'add 12 and 8',
  'i need to know the way to the station',
  'what happens if I remove #1?',
  "please don't remove #1",
  "remove #1 if it's done",
  'should I delete #2?',
  'never mind',
  '',
  '   ',
  '@Taskboard',
  '😀😀😀',
])('nothing for a board in: %s', (text) => {
  expect(said(text)).toBe('unknown')
})

test.each([
  'help',
  'what can you do?',
  '@Taskboard help',
  'how do I add a task?',
  'how does this work',
  'what can I say here',
])('asks for help: %s', (text) => {
  expect(said(text)).toBe('help')
})

test.each([
  ['add a task', 'What’s the task?'],
  ['@Taskboard add', 'What’s the task?'],
  ['remind me', 'What’s the task?'],
  ['add something to my list', 'What’s the task?'],
  ['remove', 'Which task?'],
  ['delete a task', 'Which task?'],
  ['clear my list', 'Which tasks should I remove?'],
  ['remove everything', 'Which tasks?'],
  ['mark #1 as blocked', 'What’s blocking it?'],
  ['postpone #1', 'When is it due?'],
  ['mark as done', 'Which task'],
  ['finish', 'Which task'],
  ['set the priority to high', 'Which task'],
  ['update #1', 'What should I change?'],
  ['move #2 to the top', 'Before or after which task?'],
  ['add milk and remove', 'milk and remove'],
])('asks back: %s', (text, question) => {
  expect(said(text)).toContain(question)
})

test('a question stops the whole message', () => {
  const reading = understand('mark #1 done; remove', CONTEXT)
  expect(reading.question).toContain('Which task')
  expect(reading.intents).toEqual([])
})

test('“it” without anything it could refer to leads to a question', () => {
  expect(said('mark it as done', { ...CONTEXT, lastNumber: undefined })).toContain('? Which task')
  expect(said('mark it as done')).toBe('update_task_status #7 status=done')
})

test('ignored words are named', () => {
  const reading = understand('mark #1 as done. The coffee here is lovely.', CONTEXT)
  expect(reading.intents).toHaveLength(1)
  expect(reading.unread).toBe('The coffee here is lovely')
})

test('a misspelt verb or a title gives less confidence than a number', () => {
  const sure = (text: string) => understand(text, CONTEXT).confidence
  expect(sure('remove #1')).toBe(1)
  expect(sure('remove the old flyers')).toBeLessThan(1)
  expect(sure('remvoe the old flyers')).toBeLessThan(sure('remove the old flyers'))
})

test.each([
  'list all tasks with percentages',
  'show my tasks with their progress',
  'list tasks with status and category',
])('“%s” looks for no words: the table shows them anyway', (text) => {
  expect(said(text)).toBe('list_tasks')
})

test.each(['add a task: , category: work', 'add a task: category: work, high priority'])(
  '“%s” asks for the title',
  (text) => {
    expect(understand(text, CONTEXT)).toMatchObject({ kind: 'question', intents: [] })
  },
)

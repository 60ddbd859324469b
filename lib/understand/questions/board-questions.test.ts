/** Questions about the board. They change nothing. */

import { describe, expect, test } from 'vitest'
import { isReaderName } from '#lib/board/readers/registry.ts'
import { BOARDS } from '../sentences/boards.ts'
import { CONTEXT, said } from '../testing.ts'
import { understand } from '../understand.ts'

const HOME = { ...CONTEXT, ...BOARDS.home }

/** Said on a Wednesday, the 18th of November 2026. */
const ASKED: Readonly<Record<string, readonly string[]>> = {
  list_tasks: [
    'read me my to do list',
    'I would like to hear my reminders',
    'pull up the task board for me',
    'could you walk me through my list of things to do',
    'recite my reminder list',
    'what are my reminders?',
    'tell me which reminders I have set',
    'what was it that I wanted to remember',
    'go to my to-do list',
    'let me see all the items on my task list',
    'my to do list please',
    'open my calendar',
    'what is on my agenda',
  ],
  'list_tasks words=water plant': [
    'is watering the plants on my to do list?',
    'do I have a reminder to water the plants',
    'check if watering the plants is on my list of reminders',
    'did I put water the plants on my reminders',
    'look to see whether watering plants is on my todo list',
  ],
  'list_tasks due=today': [
    "what's on today",
    'do I have anything planned today?',
    "what's on my calendar today",
    'show me my meetings for today',
    "today's schedule",
    'am I busy today?',
    'read out my list for today',
  ],
  'list_tasks due=tomorrow': [
    "what's on tomorrow?",
    'am I free tomorrow',
    'what do I have tomorrow',
    'are there any events tomorrow?',
    "what does tomorrow's schedule look like",
  ],
  'list_tasks from=2026-11-24 to=2026-11-24': [
    'what do I have on tuesday?',
    'do I have anything scheduled on tuesday',
    "what's happening on tuesday",
    'am I free on tuesday',
  ],
  'list_tasks from=2026-11-23 to=2026-11-29': ['what is due next week', 'show my appointments next week'],
  'list_tasks from=2026-12-01 to=2026-12-31': ['do I have any events in december?', "what's due next month"],
  'list_tasks from=2026-11-18': ['upcoming events', 'what is coming up in my calendar?'],
  'list_tasks day_of=done from=2026-11-16 to=2026-11-22': [
    'what did I finish this week?',
    'what have I completed this week',
    'which tasks were completed this week?',
    'how many tasks did I finish this week',
  ],
  'list_tasks day_of=done from=2026-11-17 to=2026-11-17': ['what did I get done yesterday?'],
  'list_tasks day_of=added from=2026-11-18 to=2026-11-18': [
    'what did I add today?',
    'which tasks were added today',
    "what's new today?",
  ],
  'list_tasks priority=high': [
    'show high priority tasks',
    'which tasks are high priority?',
    'tasks with priority high',
  ],
  'list_tasks priority=urgent': ['show me the tasks that are urgent'],
  'list_tasks blocked=true': ["what's blocked?", 'show blocked tasks', 'which tasks are stuck'],
  'list_tasks effort=quick': ['what are the quick wins', 'show me easy things'],
  'list_tasks category=work priority=high': [
    'high priority tasks in work',
    'show my high priority work tasks',
  ],
  'list_tasks due=overdue | list_tasks due=today': ["what's overdue or due today?"],
  get_agenda: [
    'plan my day',
    'what should I work on first?',
    'what do I have to do?',
    'what should I do now',
    'what is my plan for today',
  ],
  'get_agenda most=1': ['what is the next thing to do?', "what's the most important task", "what's next"],
  'get_task #3': [
    'show #3',
    'details of #3',
    'is #3 done?',
    "what's the status of #3?",
    'tell me about #3',
    'when is #3 due?',
  ],
  unknown: [
    'what is on my credit card',
    'where can I see art',
    'what does it mean to be free',
    'when is the next train to Bonn',
    'can you report it to the bank',
    'do I need a visa for Japan',
  ],
}

describe.each(Object.entries(ASKED))('%s', (expected, sentences) => {
  test.each(sentences)('%s', (sentence) => {
    expect(said(sentence)).toBe(expected)
  })
})

/** On a board with a shopping list and two tasks. */
const AT_HOME: Readonly<Record<string, readonly string[]>> = {
  'list_items list=shopping': [
    'access the grocery list',
    'what do I need to buy?',
    'take me to my shopping list',
    'read aloud the shopping list',
    "I'd like to know what is on my shopping list",
    'show the contents of my shopping list',
    'what does my shopping list say',
    'is there anything on my shopping list?',
    'which items are on the shopping list',
    'what do I need from the supermarket?',
  ],
  'list_items item=milk list=shopping': [
    'is milk on the shopping list?',
    'do I have milk on my list?',
    'did I remember to put milk on the shopping list',
    'does my shopping list include milk',
    'check whether milk is on my shopping list',
    'do I need to buy milk?',
    'do I need milk?',
  ],
  'get_task dentist': ['is the dentist done?', 'show the dentist', "what's the due date of the dentist?"],
  'get_task dentist appointment': ['when is my dentist appointment?', 'when is the dentist appointment due'],
}

describe.each(Object.entries(AT_HOME))('at home: %s', (expected, sentences) => {
  test.each(sentences)('%s', (sentence) => {
    expect(said(sentence, HOME)).toBe(expected)
  })
})

const ORDERS = [
  'take milk off my shopping list',
  'put milk on my list',
  'give me a reminder to water the plants',
  'schedule a meeting on tuesday',
  'make a list of chores',
  'I need a reminder for friday',
]
test.each(ORDERS)('“%s” is no question', (sentence) => {
  const { intents } = understand(sentence, HOME)
  expect(intents.some(({ tool }) => isReaderName(tool))).toBe(false)
})

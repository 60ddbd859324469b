import { describe, expect, test } from 'vitest'
import { said } from './testing.ts'

/** Every command, in the ways people say it. */
const SAID: Readonly<Record<string, readonly string[]>> = {
  'update_task_status #1 status=done': [
    'done #1',
    'done with #1',
    'tick off #1',
    'complete task 1',
    '#1 done',
    'check #1',
    'check #1 off',
    'close #1',
    'I finished #1',
    "we're done with #1",
    'move #1 to done',
    'T-1 is complete',
    'mark done #1',
    '#1 -> done',
  ],
  'update_task_status #1 status=open': [
    'reopen #1',
    'mark #1 as open',
    'uncheck 1',
    "#1 isn't done",
    '#1 is not done yet',
    'set #1 back to todo',
    'move #1 back to open',
    'restart #1',
  ],
  'update_task_status #1 status=banana': [
    'mark #1 as banana',
    'set #1 to banana',
    'set the status of #1 to banana',
    'change task 1 to banana',
  ],
  'update_task #1 title=Call Ana and Bob': [
    'rename #1 to Call Ana and Bob',
    'rename task 1 Call Ana and Bob',
    'call #1 Call Ana and Bob',
    'change the title of #1 to Call Ana and Bob',
    "change #1's title to Call Ana and Bob",
    'rename #1 to "Call Ana and Bob"',
  ],
  'update_task #7 title=Buy oat milk': ['call it Buy oat milk', 'rename it to Buy oat milk'],
  'update_task #1 notes=ask for Bob': [
    'add a note to #1: ask for Bob',
    'note on #1: ask for Bob',
    'set the notes of #1 to ask for Bob',
    '#1 notes: ask for Bob',
    'update #1: notes: ask for Bob',
  ],
  'update_task #1 notes=': ['clear the notes of #1', 'remove the notes from task 1'],
  'update_task #1 category=work': [
    'move #1 to work',
    'put #1 in work',
    'set the category of #1 to work',
    '#1: category work',
    'change the category of #1 to work',
    'move task 1 into the work category',
  ],
  '? There is no category “marketing”. Create it?': [
    'move #1 to marketing',
    'set the category of #1 to marketing',
    'update #1, category: marketing',
  ],
  'update_task #1 priority=high': [
    '#1 high priority',
    'make #1 high priority',
    'set #1 to high',
    'set the priority of #1 to high',
    'bump #1 to high priority',
    'prioritise #1',
    '#1 is important',
    'give #1 a high priority',
  ],
  'update_task #1 priority=none': ['remove the priority of #1', '#1 no priority'],
  'update_task #1 effort=deep': [
    'set #1 effort to deep',
    '#1 effort: deep',
    '#1 is deep work',
    'set the effort of #1 to deep',
  ],
  'update_task #1 due_date=2026-11-20': [
    'push #1 to friday',
    '#1 due friday',
    'move #1 to friday',
    'set the due date of #1 to friday',
    'postpone task 1 until friday',
    'reschedule #1 for friday',
    '#1 is due by friday',
    "change #1's deadline to friday",
  ],
  'update_task #1 due_date=none': [
    '#1 no due date',
    'remove the due date of #1',
    '#1 has no due date',
    'clear the deadline from task 1',
    '#1 without a due date',
  ],
  'update_task #1 blocked_reason=the invoice': [
    '#1 is blocked by the invoice',
    '#1 is waiting on the invoice',
    '#1 waits for the invoice',
    'mark #1 as blocked by the invoice',
    'block #1: the invoice',
    'set #1 to waiting for the invoice',
  ],
  'update_task #1 blocked_reason=': [
    'unblock #1',
    '#1 is no longer blocked',
    'mark #1 as unblocked',
    '#1 is not blocked',
  ],
  'move_task #3 before=#1': ['move #3 before #1', 'put #3 above #1', 'drag task 3 to above task 1'],
  'move_task #3 after=roadmap': ['move #3 after the roadmap task', 'put #3 below the roadmap task'],
  'move_task #3 before=#1 status=open': ['move #3 before #1 in open', 'put #3 above #1 in the todo column'],
  'move_task #2 status=done': ['move #2 to the end of done', 'put #2 at the bottom of the done column'],
  'remove_task #1 | remove_task #2 | remove_task #3': [
    'remove 1, 2 and 3',
    'delete #1, #2, #3',
    'remove tasks 1-3',
    'delete #1 #2 #3',
    'remove tasks 1 to 3 from the board',
  ],
  'add_category name=errands': [
    'add a category errands',
    'create a new category called errands',
    'add category: errands',
    'make a category named "errands"',
    'create an errands category',
    'add errands as a category',
  ],
  'rename_category category=work name=office': [
    'rename category work to office',
    'rename the work category to office',
    'rename work to office',
    'change the name of the category work to office',
  ],
  'remove_category category=errands': [
    'remove the errands category',
    'delete category errands',
    'remove the category "errands"',
  ],
  undo: [
    'undo',
    'undo that',
    'undo it please',
    'take that back',
    'revert that',
    'oops, undo',
    'undo the last change',
    '@Taskboard undo',
  ],
  redo: ['redo', 'redo that', 'undo the undo', '@Taskboard redo please'],
  'list_tasks words=dentist': ['is the dentist task done?', 'how is the dentist task going?'],
  'list_tasks status=open': ['show open tasks', 'what tasks are open?', 'list my open tasks', 'open tasks'],
  'list_tasks status=done': ['show done tasks', 'show me what is done', 'completed tasks'],
  'list_tasks status=in_progress': [
    'what am I working on?',
    'show tasks in progress',
    "what's in progress",
    'which tasks are in progress',
  ],
  'list_tasks category=work': [
    'show my work tasks',
    'list tasks in work',
    'show the tasks in the work category',
    "what's on my work list",
  ],
  'list_tasks words=the budget': [
    'tasks about the budget',
    'show me tasks about the budget',
    'find tasks mentioning the budget',
  ],
  'list_tasks due=overdue': [
    "what's overdue?",
    'show overdue tasks',
    'overdue',
    'which tasks are past due',
    'anything overdue?',
  ],
  'list_tasks due=today': ["what's due today?", 'show tasks due today', 'due today', 'list tasks for today'],
  'list_tasks due=tomorrow': ["what's due tomorrow", 'due tomorrow', 'show me what is due tomorrow'],
  'list_tasks due=week': [
    "what's due this week?",
    'tasks due this week',
    'tasks due in the next 7 days'.replace('in the', 'the'),
  ],
  'list_tasks due=undated': ['show tasks without a due date', 'tasks with no due date'],
  'list_tasks due=overdue | list_tasks due=today': [
    "what's overdue or due today?",
    'show me overdue tasks and tasks due today'.replace('tasks and tasks', 'and'),
  ],
  'list_tasks category=work status=open': ['show open work tasks', 'list work tasks that are open'],
  'add_task due_date=2026-11-19 title=call Ana': [
    'remind me to call Ana tomorrow',
    'remind me tomorrow to call Ana',
    'tomorrow I need to call Ana',
    'add a task for tomorrow: call Ana',
    "don't forget to call Ana tomorrow",
    'set a reminder to call Ana tomorrow',
    'I have to call Ana tomorrow',
    'add call Ana tommorow',
    'we need to call Ana by tomorrow',
    'note to self: call Ana tomorrow',
    'todo: call Ana tomorrow',
    'put call Ana on my list for tomorrow',
  ],
  'add_task category=work priority=urgent title=fix the login': [
    'add an urgent work task to fix the login',
    'add a task: fix the login, urgent, work',
    'add an urgent task: fix the login #work',
    'add fix the login !urgent in work',
  ],
}

describe.each(Object.entries(SAID))('%s', (expected, sentences) => {
  test.each(sentences)('%s', (sentence) => {
    expect(said(sentence)).toBe(expected)
  })
})

test.each([
  ['bring back the dentist task', 'bring_back row=dentist'],
  ['Bring back #3 please', 'bring_back row=#3'],
  ['can you bring task 3 back?', 'bring_back row=#3'],
  ['undelete call Ana', 'bring_back row=call Ana'],
  ['restore the packing list', 'bring_back row=packing list'],
  ['get the old report out of the trash', 'bring_back row=old report'],
  ['undo the removal of #2', 'bring_back row=#2'],
  ['restore the last checkpoint', 'restore'],
])('%s: %s', (words, calls) => {
  expect(said(words)).toBe(calls)
})

test.each(['restore everything', 'bring it back', 'restore the board'])(
  'nothing is taken out of the trash by “%s”',
  (words) => {
    expect(said(words)).not.toContain('bring_back')
  },
)

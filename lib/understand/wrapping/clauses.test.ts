import { describe, expect, test } from 'vitest'
import { said } from '../testing.ts'

describe('one message, several commands', () => {
  test.each([
    [
      'mark #1, #2 and #3 as done',
      'update_task_status #1 status=done | update_task_status #2 status=done | update_task_status #3 status=done',
    ],
    ['move #1 and #2 to work', 'update_task #1 category=work | update_task #2 category=work'],
    [
      '#1 is done, #2 is in progress',
      'update_task_status #1 status=done | update_task_status #2 status=in_progress',
    ],
    [
      'close #1, start #2, remove #3',
      'update_task_status #1 status=done | update_task_status #2 status=in_progress | remove_task #3',
    ],
    ['remove the flyers task and add call Ana', 'remove_task flyers | add_task title=call Ana'],
    ['add milk and add bread', 'add_task title=milk | add_task title=bread'],
    ['rename #1 to wash and dry, then show my list', 'update_task #1 title=wash and dry | list_tasks'],
    ['- add milk\n- remove #2', 'add_task title=milk | remove_task #2'],
    [
      'update #1: priority high, due friday, category personal',
      'update_task #1 category=personal due_date=2026-11-20 priority=high',
    ],
  ])('%s', (text, expected) => {
    expect(said(text)).toBe(expected)
  })
})

describe('text that only looks like a second command', () => {
  test.each([
    ['add a task: buy paint and start the fence', 'add_task title=buy paint and start the fence'],
    ['rename #1 to wash and remove stains', 'update_task #1 title=wash and remove stains'],
    ['#1 is waiting for Bob and Eve to finish', 'update_task #1 blocked_reason=Bob and Eve to finish'],
    ['if it rains tomorrow, remove #1', 'unknown'],
    ['she said to wait, mark #1 done', 'unknown'],
  ])('%s', (text, expected) => {
    expect(said(text)).toBe(expected)
  })
})

describe('lists of new tasks', () => {
  test.each([
    [
      'add these tasks:\n- call Ana\n- remove old files\n- pay rent by friday',
      'add_task title=call Ana | add_task title=remove old files | add_task due_date=2026-11-20 title=pay rent',
    ],
    [
      'Add the following:\n1. call Ana\n2. mark the exams',
      'add_task title=call Ana | add_task title=mark the exams',
    ],
    [
      'add these tasks:\n- call Ana\n- pay rent\nshow my list',
      'add_task title=call Ana | add_task title=pay rent | list_tasks',
    ],
    [
      'add three tasks: call Ana, pay rent and wash up',
      'add_task title=call Ana | add_task title=pay rent | add_task title=wash up',
    ],
    [
      'add tasks for tomorrow: call Ana, pay rent',
      'add_task due_date=2026-11-19 title=call Ana | add_task due_date=2026-11-19 title=pay rent',
    ],
    [
      'new tasks: call Ana, pay rent, category: work',
      'add_task category=work title=call Ana | add_task category=work title=pay rent',
    ],
    ['add milk, eggs and bread', 'add_task title=milk | add_task title=eggs | add_task title=bread'],
    ['put milk and eggs on my list', 'add_task title=milk | add_task title=eggs'],
    [
      'add: the deck (deep work, due today) and the newsletter',
      'add_task due_date=2026-11-18 effort=deep title=the deck | add_task title=the newsletter',
    ],
    ['add a task: bread and butter', 'add_task title=bread and butter'],
  ])('%s', (text, expected) => {
    expect(said(text)).toBe(expected)
  })
})

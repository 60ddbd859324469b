import { describe, expect, test } from 'vitest'
import { said } from '../testing.ts'

describe('marks are fields', () => {
  test.each([
    ['call Ana p1', 'add_task priority=urgent title=call Ana'],
    ['call Ana p4', 'add_task priority=none title=call Ana'],
    ['call Ana !urgent', 'add_task priority=urgent title=call Ana'],
    ['!high call Ana', 'add_task priority=high title=call Ana'],
    ['call Ana !!!', 'add_task priority=urgent title=call Ana'],
    ['(A) call Ana', 'add_task priority=urgent title=call Ana'],
    ['call Ana (B)', 'add_task priority=high title=call Ana'],
    ['call Ana #work', 'add_task category=work title=call Ana'],
    ['#Work call Ana', 'add_task category=work title=call Ana'],
    ['call Ana ^Work', 'add_task category=work title=call Ana'],
    ['call Ana /work', 'add_task category=work title=call Ana'],
    ['call Ana +work', 'add_task category=work title=call Ana'],
    ['call Ana // the new number', 'add_task notes=the new number title=call Ana'],
    ['call Ana, note: the new number', 'add_task notes=the new number title=call Ana'],
    ['call Ana {friday}', 'add_task due_date=2026-11-20 title=call Ana'],
    ['call Ana due:friday', 'add_task due_date=2026-11-20 title=call Ana'],
    ['call Ana due:2026-12-01', 'add_task due_date=2026-12-01 title=call Ana'],
    ['call Ana @friday', 'add_task due_date=2026-11-20 title=call Ana'],
    ['call Ana @fri 5pm', 'add_task due_date=2026-11-20 notes=at 17:00 title=call Ana'],
    ['call Ana @ friday', 'add_task due_date=2026-11-20 title=call Ana'],
    ['call Ana *tomorrow', 'add_task due_date=2026-11-19 title=call Ana'],
    ['draft the slides, 50%', 'add_task completion=50 title=draft the slides'],
    [
      'call Ana #work p2 @friday // bring cake',
      'add_task category=work due_date=2026-11-20 notes=bring cake priority=medium title=call Ana',
    ],
    ['on friday call Ana', 'add_task due_date=2026-11-20 title=call Ana'],
    ['tomorrow call Ana', 'add_task due_date=2026-11-19 title=call Ana'],
  ])('%s', (text, expected) => {
    expect(said(`add a task: ${text}`)).toBe(expected)
  })
})

describe('marks that aren’t fields stay in the title', () => {
  test.each([
    'call +ana',
    'call @ana',
    'call @tom',
    'write to ana+work@mail.com',
    'read https://mail.com/a#work',
    'read mail.com/work',
    'wash up ~30m',
    'wash up !30m',
    'wash up !1',
    'fix item /tmp',
    'mail #nobody',
    'plan B (b)',
    'try C# and F#',
    'play grade (E)',
    'rate it 4*',
    'swim +2',
    'watch friday the 13th part 2',
  ])('%s', (title) => {
    expect(said(`add a task: ${title}`)).toBe(`add_task title=${title}`)
  })
})

test('a checkbox sets whether it is done', () => {
  expect(said('add these tasks:\n- [x] buy paint\n- [ ] paint the fence')).toBe(
    'add_task status=done title=buy paint | add_task title=paint the fence',
  )
  expect(said('[x] #3')).toBe('update_task_status #3 status=done')
  expect(said('- [ ] #3')).toBe('update_task_status #3 status=open')
  expect(said('[x] #3\n[x] #4')).toBe('update_task_status #3 status=done | update_task_status #4 status=done')
})

import { describe, expect, test } from 'vitest'
import { said } from '../testing.ts'

const added = (text: string) => said(`add a task: ${text}`).replace('add_task ', '')

describe('fields at the start and end are removed from the title', () => {
  test.each([
    [
      'pay rent, due 1 dec, high priority, quick effort',
      'due_date=2026-12-01 effort=quick priority=high title=pay rent',
    ],
    ['pay rent with high priority due friday', 'due_date=2026-11-20 priority=high title=pay rent'],
    ['pay rent (work, urgent)', 'category=work priority=urgent title=pay rent'],
    ['urgent: pay rent', 'priority=urgent title=pay rent'],
    ['tomorrow: pay rent', 'due_date=2026-11-19 title=pay rent'],
    ['category: work, pay rent', 'category=work title=pay rent'],
    ['pay rent category: work priority: high', 'category=work priority=high title=pay rent'],
    ['deploy, status: in progress, 50%', 'completion=50 status=in_progress title=deploy'],
    ['pay rent, notes: by bank, not cash', 'notes=by bank, not cash title=pay rent'],
    ['pay rent, notes: by bank, category: work', 'category=work notes=by bank title=pay rent'],
    ['buy milk // oat, 2 litres', 'notes=oat, 2 litres title=buy milk'],
    ['buy milk\noat\nfrom the market', 'notes=oat\nfrom the market title=buy milk'],
  ])('%s', (text, expected) => {
    expect(added(text)).toBe(expected)
  })
})

describe('words that aren’t fields stay in the title', () => {
  test.each([
    'walk to work',
    'write a note: remember the milk',
    'meet in general terms',
    'read "Done, and dusted"',
    'make the deep end quick to reach',
    'mail bob@example.com about v1.2.3',
    'read https://example.com/a,b?c=1',
    'discuss 50% discount with Bob',
    'find out who is in progress',
    'prepare for project X',
    'sort A, B, and C',
    'tomorrow',
    'high priority',
  ])('%s', (text) => {
    expect(added(text)).toBe(`title=${text}`)
  })
})

test('of a field that is given twice, the last one counts', () => {
  expect(added('call Ana tomorrow, due friday')).toBe('due_date=2026-11-20 title=call Ana tomorrow')
})

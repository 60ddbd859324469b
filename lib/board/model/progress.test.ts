import fc from 'fast-check'
import { expect, test } from 'vitest'
import { STATUSES } from './names.ts'
import { clampPercent, withCompletion, withStatus } from './progress.ts'

const open = { status: 'open', completion: 0, completionBefore: null, doneAt: null } as const

test('1 to 99 percent on an open task makes it in progress', () => {
  expect(withCompletion(open, 50, 9)).toMatchObject({ status: 'in_progress', completion: 50 })
})

test('100 percent is done, and done is 100 percent', () => {
  expect(withCompletion(open, 100, 9)).toMatchObject({ status: 'done', completion: 100, doneAt: 9 })
  expect(withStatus(open, 'done', 9)).toMatchObject({ status: 'done', completion: 100, doneAt: 9 })
})

test('less than 100 on a done task reopens it', () => {
  const done = withStatus(open, 'done', 9)
  expect(withCompletion(done, 40, 10)).toMatchObject({ status: 'in_progress', completion: 40, doneAt: null })
  expect(withCompletion(done, 0, 10)).toMatchObject({ status: 'open', completion: 0, doneAt: null })
})

test('reopening by status restores the previous percent', () => {
  const half = withCompletion(open, 50, 9)
  const done = withStatus(half, 'done', 10)
  expect(withStatus(done, 'open', 11)).toMatchObject({ status: 'open', completion: 50, doneAt: null })
  expect(withStatus(done, 'in_progress', 11)).toMatchObject({ status: 'in_progress', completion: 50 })
})

test('percent is clamped and whole', () => {
  expect([150, -5, 33.4, 99.6].map(clampPercent)).toEqual([100, 0, 33, 100])
})

test('after any steps, done and 100 percent go together', () => {
  const step = fc.oneof(
    fc.constantFrom(...STATUSES).map((status) => ({ status })),
    fc.integer({ min: -50, max: 200 }).map((percent) => ({ percent })),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      let task: ReturnType<typeof withStatus> = open
      for (const [now, next] of steps.entries()) {
        task = 'status' in next ? withStatus(task, next.status, now) : withCompletion(task, next.percent, now)
        expect(task.status === 'done').toBe(task.completion === 100)
        expect(task.status === 'done').toBe(task.doneAt !== null)
      }
    }),
  )
})

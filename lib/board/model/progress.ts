/** Keeps percent and status consistent: 100% is done, and done is 100%. */

import type { Status } from './names.ts'
import type { Task } from './types.ts'

type Progress = Pick<Task, 'status' | 'completion' | 'completionBefore' | 'doneAt'>

export function clampPercent(percent: number): number {
  return Math.max(0, Math.min(100, Math.round(percent)))
}

export function withCompletion(task: Progress, percent: number, now: number): Progress {
  const completion = clampPercent(percent)
  if (completion === 100) return withStatus(task, 'done', now)
  if (task.status === 'done') {
    return {
      status: completion > 0 ? 'in_progress' : 'open',
      completion,
      completionBefore: null,
      doneAt: null,
    }
  }
  const status = task.status === 'open' && completion > 0 ? 'in_progress' : task.status
  return { status, completion, completionBefore: null, doneAt: null }
}

export function withStatus(task: Progress, status: Status, now: number): Progress {
  if (status === 'done') {
    if (task.status === 'done') return task
    return { status, completion: 100, completionBefore: task.completion, doneAt: now }
  }
  if (task.status !== 'done') return { ...task, status }
  return { status, completion: task.completionBefore ?? 0, completionBefore: null, doneAt: null }
}

/**
 * How the screen names what tasks have. The lists of lib/board stand beside its schemas, whose library the
 * first load of a page does without; a test holds the two together.
 */
import type { Effort, Priority, Status } from '#lib/board/types.ts'

export const STATUS_NAMES = {
  open: 'Open',
  in_progress: 'In progress',
  done: 'Done',
} as const satisfies Record<Status, string>

export const PRIORITY_NAMES = {
  none: 'None',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
} as const satisfies Record<Priority, string>

export const EFFORT_NAMES = {
  none: 'None',
  quick: 'Quick',
  medium: 'Medium',
  deep: 'Deep',
} as const satisfies Record<Effort, string>

export const STATUSES = Object.keys(STATUS_NAMES) as readonly Status[]
export const PRIORITIES = Object.keys(PRIORITY_NAMES) as readonly Priority[]
export const EFFORTS = Object.keys(EFFORT_NAMES) as readonly Effort[]

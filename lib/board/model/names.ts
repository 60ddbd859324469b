/** The fixed words of the board and their labels. No schema library, to keep the first page load small. */
export const STATUSES = ['open', 'in_progress', 'done'] as const
export const PRIORITIES = ['none', 'low', 'medium', 'high', 'urgent'] as const
export const EFFORTS = ['none', 'quick', 'medium', 'deep'] as const
export const ACTORS = ['user', 'agent', 'mcp', 'import', 'system'] as const

export type Status = (typeof STATUSES)[number]
export type Priority = (typeof PRIORITIES)[number]
export type Effort = (typeof EFFORTS)[number]
export type Actor = (typeof ACTORS)[number]

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

/** The category of tasks without one; it can’t be renamed or removed. */
export const DEFAULT_CATEGORY = 'general'
export const FIRST_CATEGORIES = [DEFAULT_CATEGORY, 'work', 'personal'] as const

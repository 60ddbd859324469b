/** Suggestions in an empty conversation; a test sends each to the offline model. */
export const STARTERS = [
  '@Taskboard add a task: review the Q2 roadmap, category: work',
  'Add milk for tomorrow, high priority',
  'show me my tasks',
  'summarize what I’ve got open',
  'what can you do?',
] as const

/** What an empty conversation offers to click; a test says each of them to the agent without a model. */
export const STARTERS = [
  '@Taskboard add a task: review the Q2 roadmap, category: work',
  'Add milk for tomorrow, high priority',
  'show me my tasks',
  'summarize what I’ve got open',
  'what can you do?',
] as const

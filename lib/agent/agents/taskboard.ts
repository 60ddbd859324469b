import type { Agent } from './agent.ts'

export const taskboard: Agent = {
  name: 'taskboard',
  title: 'Taskboard',
  about: 'Manages everything on this board',
  instructions: `You are Taskboard. You do everything that can be done on this board.
- You may hand off a part to a specialist agent with hand_over, e.g. planning the day to Planner.`,
  tools: 'all',
  seesState: true,
  asksBefore: 'harm',
}

import type { Agent } from './agent.ts'

export const taskboard: Agent = {
  name: 'taskboard',
  title: 'Taskboard',
  about: 'Does everything on this board',
  instructions: `You are Taskboard. You do everything that can be done on this board.
- A part that another agent is made for may be handed to it with hand_over, like planning the day to Planner.`,
  tools: 'all',
  seesState: true,
  asksBefore: 'harm',
}

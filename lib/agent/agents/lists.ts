import type { Agent } from './agent.ts'

export const lists: Agent = {
  name: 'lists',
  title: 'Lists',
  about: 'Manages your lists: shopping, packing, any checklist',
  instructions: `You are Lists. You manage the lists on this board and nothing else.
- For anything else, say that Taskboard does it, or hand off to taskboard with hand_over.`,
  tools: [
    'create_list',
    'add_items',
    'check_items',
    'remove_items',
    'clear_list',
    'rename_list',
    'delete_list',
    'list_items',
    'undo',
    'redo',
    'recall',
    'hand_over',
  ],
  seesState: true,
  asksBefore: 'harm',
}

import { expect, test } from 'vitest'
import { z } from 'zod'
import { AGENTS } from '../agents/registry.ts'
import { createApprovalGate } from './approval-gate.ts'
import { trackMemoryUse } from './memory-usage.ts'
import { strictSchema, withoutNulls } from './tool-schema.ts'
import { makeTools } from './tools.ts'

const tools = makeTools({
  userId: 'u',
  sessionId: 's',
  timeZone: 'UTC',
  dependencies: {},
  agenticState: true,
  memory: true,
  speaking: () => AGENTS.taskboard,
  origin: 'turn',
  turn: { id: 't', run: 1, leaseToken: 'x' },
  step: () => 0,
  asking: createApprovalGate(),
  known: trackMemoryUse(),
  settingsChanged: async () => undefined,
})

/** The keywords of OpenAI's strict function schemas that ours need. */
const KEYWORDS = new Set([
  'type',
  'description',
  'enum',
  'items',
  'properties',
  'required',
  'additionalProperties',
])

function keywordsOf(schema: object): string[] {
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'properties' ? [key, ...Object.values(value as object).flatMap(keywordsOf)] : [key],
  )
}

test('there is a tool for each command, reader and user-scoped tool, and none for system commands', () => {
  expect(Object.keys(tools).sort()).toEqual(
    [
      'add_category',
      'add_items',
      'add_task',
      'bring_back',
      'check_items',
      'clear_column',
      'clear_list',
      'create_list',
      'delete_list',
      'get_agenda',
      'get_session_state',
      'get_summary',
      'get_task',
      'increment_value',
      'list_items',
      'list_tasks',
      'remove_items',
      'repair_task',
      'remove_tasks',
      'rename_list',
      'restore',
      'save_checkpoint',
      'update_session_state',
      'update_settings',
      'move_task',
      'redo',
      'remove_category',
      'remove_task',
      'rename_category',
      'undo',
      'update_task',
      'update_task_status',
      'remember',
      'forget',
      'recall',
      'search_knowledge',
      'search_history',
      'hand_over',
    ].sort(),
  )
})

test.each(Object.entries(tools))('%s follows the rules of strict schemas', async (name, tool) => {
  const schema = (await (tool.inputSchema as { jsonSchema: object }).jsonSchema) as {
    type: string
    properties: Record<string, { type: string | string[]; enum?: unknown[] }>
    required: string[]
    additionalProperties: boolean
  }
  // A strict schema can’t have free keys.
  expect(tool.strict).toBe(name !== 'update_session_state')
  expect(schema.type).toBe('object')
  expect(schema.additionalProperties).toBe(false)
  expect([...schema.required].sort()).toEqual(Object.keys(schema.properties).sort())
  expect(keywordsOf(schema).filter((key) => !KEYWORDS.has(key))).toEqual([])
  for (const property of Object.values(schema.properties)) {
    const nullable = Array.isArray(property.type)
    if (property.enum) expect(property.enum.includes(null)).toBe(nullable)
  }
})

test('no tool exposes an id that is not the model’s to set', async () => {
  for (const tool of Object.values(tools)) {
    const schema = (await (tool.inputSchema as { jsonSchema: object }).jsonSchema) as { properties: object }
    expect(Object.keys(schema.properties)).not.toContain('id')
  }
})

test('optional fields are nullable, and null means not given', () => {
  const schema = strictSchema(z.object({ title: z.string(), due: z.string().optional() }))
  expect(schema.properties.title?.type).toBe('string')
  expect(schema.properties.due?.type).toEqual(['string', 'null'])
  expect(withoutNulls({ title: 'x', due: null })).toEqual({ title: 'x' })
})

test('a transformed array is an array to the model', () => {
  const labels = z.array(z.string().transform((label) => label.trim())).transform((all) => [...new Set(all)])
  expect(strictSchema(z.object({ labels: labels.optional() })).properties.labels).toEqual({
    type: ['array', 'null'],
    items: { type: 'string' },
  })
})

test.each([
  ['anything', z.unknown()],
  ['one of two types', z.union([z.string(), z.number()])],
  ['a list of anything', z.array(z.unknown())],
  ['an object with fields', z.object({ name: z.string() })],
  ['a date', z.preprocess((value) => value, z.date())],
])('%s has no strict schema', (_, field) => {
  expect(() => strictSchema(z.object({ field }))).toThrow()
})

import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COMMANDS } from '#lib/board/commands/registry.ts'
import { AGENT_NAMES, agentAsked } from '#lib/board/model/agents.ts'
import { READERS } from '#lib/board/readers/registry.ts'
import { BEYOND_NAMES } from '#lib/board/readers/user-tools.ts'
import { AGENTS, mayUse } from './registry.ts'

const HERE = import.meta.dirname

test('an agent is one file, and every file is an agent that can be mentioned', () => {
  const files = readdirSync(HERE).filter((name) => !/^(agent|registry)\.ts$|\.test\.ts$/.test(name))
  expect(files.sort()).toEqual([...AGENT_NAMES].map((name) => `${name}.ts`).sort())
  for (const name of AGENT_NAMES) {
    expect(AGENTS[name].name).toBe(name)
    expect(agentAsked(`@${AGENTS[name].title} hello`)).toBe(name)
  }
})

test('its tools exist, and none writes memory or knowledge without approval', () => {
  const known = [...Object.keys(COMMANDS), ...Object.keys(READERS), ...BEYOND_NAMES]
  for (const { tools } of Object.values(AGENTS)) {
    if (tools !== 'all') expect(tools.filter((tool) => !known.includes(tool))).toEqual([])
  }
  expect(mayUse(AGENTS.lists, 'remove_task')).toBe(false)
  expect(mayUse(AGENTS.planner, 'remember')).toBe(false)
  // Only the user changes the library: no agent has a tool for it.
  expect(known.filter((name) => /document|library|knowledge/.test(name))).toEqual(['search_knowledge'])
})

test('every change by Planner needs approval', () => {
  const { tools, asksBefore } = AGENTS.planner
  const changing = tools === 'all' ? [] : tools.filter((tool) => Object.hasOwn(COMMANDS, tool))
  expect(changing.sort()).toEqual(['move_task', 'update_task', 'update_task_status'])
  expect(asksBefore).toBe('any')
})

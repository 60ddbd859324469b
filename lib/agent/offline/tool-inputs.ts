/** The offered tools, and inputs with every property of their schemas. */
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import type { Intent } from '#lib/understand/text/types.ts'

/** The input properties of each tool, by name. */
export function offeredTools(
  tools: LanguageModelV4CallOptions['tools'],
): ReadonlyMap<string, readonly string[]> {
  const offered = new Map<string, readonly string[]>()
  for (const tool of tools ?? []) {
    if (tool.type === 'function') offered.set(tool.name, Object.keys(tool.inputSchema.properties ?? {}))
  }
  return offered
}

/** Strict schemas require every property: missing ones are `null`. */
export function inputFor(properties: readonly string[], args: Intent['args']): string {
  return JSON.stringify(Object.fromEntries(properties.map((name) => [name, args[name] ?? null])))
}

/** Joins consecutive removals into one call, so that they need one approval. */
export function joinRemovals(calls: readonly Intent[]): Intent[] {
  const joined: Intent[] = []
  for (const call of calls) {
    const last = joined.at(-1)
    if (last && removesTasks(last) && removesTasks(call)) {
      const tasks = [
        ...new Set([last, call].flatMap(({ args }) => [args.tasks ?? args.task].flat().map(String))),
      ]
      joined[joined.length - 1] = { tool: 'remove_tasks', args: { tasks } }
    } else joined.push(call)
  }
  return joined
}

const removesTasks = ({ tool }: Intent) => tool === 'remove_task' || tool === 'remove_tasks'

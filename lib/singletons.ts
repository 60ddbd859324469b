/** Next gives pages, actions and route handlers module instances of their own: what must exist once lives here. */
const KEY = Symbol.for('taskboard')

export function singleton<T>(name: string, make: () => T): T {
  const holder = globalThis as { [KEY]?: Map<string, unknown> }
  holder[KEY] ??= new Map()
  if (!holder[KEY].has(name)) holder[KEY].set(name, make())
  return holder[KEY].get(name) as T
}

/** For tests: as in a process that has just started. */
export function forgetSingletons(...names: string[]): void {
  for (const name of names) (globalThis as { [KEY]?: Map<string, unknown> })[KEY]?.delete(name)
}

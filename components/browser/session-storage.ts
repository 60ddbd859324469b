/** What one tab remembers across reloads. Storage may be unavailable or full: then nothing is remembered. */

export function readTab(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** `null` deletes it. */
export function writeTab(name: string, value: unknown) {
  try {
    if (value === null) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    return
  }
}

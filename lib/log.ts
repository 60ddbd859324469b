/** The log: JSON lines with ids and codes, never titles, messages, keys or cookies. */
import { stripVTControlCharacters } from 'node:util'
import pino, { type Logger } from 'pino'
import { env } from './env.ts'
import { singleton } from './singletons.ts'

export function log(): Logger {
  return singleton('log', () => pino({ level: env().LOG_LEVEL, base: undefined }))
}

/** What may be said of an error in a log: its kind and code, not its message, which can hold what people typed. */
export function describeError(error: unknown): { name: string; code?: string; at?: string } {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = 'code' in error ? String(error.code) : undefined
  const at = error.stack?.split('\n').find((line) => line.trimStart().startsWith('at '))
  return { name: error.name, code, at: at?.trim() }
}

const LEVELS = { debug: 'debug', log: 'debug', info: 'debug', warn: 'warn', error: 'error' } as const

/**
 * From now on what Next, React and Node itself print is in the log too, one JSON object a line: their texts, and of
 * errors what may be said of them.
 */
export function logConsole(): void {
  for (const [method, level] of Object.entries(LEVELS)) {
    console[method as keyof typeof LEVELS] = (...given: unknown[]) => log()[level](describePrinted(given))
  }
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log().warn({ event: 'warning', error: describeError(warning) }))
}

function describePrinted(given: unknown[]) {
  const error = given.find((value) => value instanceof Error)
  const words = given.filter((value) => typeof value === 'string').join(' ')
  const text = stripVTControlCharacters(words).trim() || undefined
  return { event: 'console', text, error: error && describeError(error) }
}

/** The log: JSON lines with ids and codes, never titles, messages, keys or cookies. */
import pino, { type Logger } from 'pino'
import { env } from './env.ts'
import { once } from './globals.ts'

export function log(): Logger {
  return once('log', () => pino({ level: env().LOG_LEVEL, base: undefined }))
}

/** What may be said of an error in a log: its kind and code, not its message, which can hold what people typed. */
export function describeError(error: unknown): { name: string; code?: string; at?: string } {
  if (!(error instanceof Error)) return { name: typeof error }
  const code = 'code' in error ? String(error.code) : undefined
  const at = error.stack?.split('\n').find((line) => line.trimStart().startsWith('at '))
  return { name: error.name, code, at: at?.trim() }
}

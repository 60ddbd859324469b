/** The start failed: one line that says why and what to do, and the process ends. */
const KNOWN = ['StartError', 'EnvironmentError', 'DatabaseError']

/** Its message says what is wrong and what to do. */
export function isStartError(error: unknown): error is Error {
  return error instanceof Error && KNOWN.includes(error.name)
}

export function exitWithStartError(error: unknown): never {
  const line = isStartError(error)
    ? error.message
    : 'Taskboard couldn’t start. Check DATABASE_URL and .env.local.'
  process.stderr.write(`Taskboard: ${line}\n`)
  process.exit(1)
}

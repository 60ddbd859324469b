/** The start failed: one line that says why and what to do, and the process ends. */
const KNOWN = ['StartError', 'EnvironmentError', 'DatabaseError']

export function exitWithStartError(error: unknown): never {
  const known = error instanceof Error && KNOWN.includes(error.name)
  const line = known ? error.message : 'Taskboard couldn’t start. Check DATABASE_URL and .env.local.'
  process.stderr.write(`Taskboard: ${line}\n`)
  process.exit(1)
}

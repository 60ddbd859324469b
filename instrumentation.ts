/** Once per server process, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { exitWithStartError } = await import('#lib/exit-with-error.ts')
  try {
    // The environment first, by itself: libraries that the rest loads look at it as they load.
    const { env } = await import('#lib/env.ts')
    if (env().NODE_ENV === 'production') {
      const { logConsole } = await import('#lib/log.ts')
      logConsole()
    }
    const { start } = await import('#lib/startup.ts')
    await start()
  } catch (error) {
    exitWithStartError(error)
  }
}

/** Once per server process, before the first request. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { start } = await import('./lib/start.ts')
  await start()
}

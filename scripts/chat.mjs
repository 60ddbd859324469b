/** `npm run chat`: the board in a terminal. Started by any Node; the program itself is scripts/chat/main.ts. */
import { ensureInstalled } from './lib/install.mjs'
import { handOver, inRoot, projectNode, runScript } from './lib/project.mjs'

await runScript(async () => {
  await ensureInstalled()
  const { serverEnv } = await import('./lib/settings.mjs')
  const { LOG_LEVEL = 'silent' } = process.env
  // It doesn’t listen, so it needs no access password; the log of a server would come between the replies.
  const env = { ...serverEnv(false), NODE_ENV: 'production', HOST: '', LOG_LEVEL }
  return handOver(projectNode(), [inRoot('scripts/chat/main.ts'), ...process.argv.slice(2)], env)
})

/** `npm run backup [file]` and `npm run restore <file>`, with the server's settings. */
import path from 'node:path'

const { inRoot, Problem, projectNode, run, runScript } = await import('./lib/project.mjs')
const { ensureInstalled } = await import('./lib/install.mjs')

await runScript(async () => {
  const [work, file, ...more] = process.argv.slice(2)
  if (more.length > 0 || file?.startsWith('-')) {
    throw new Problem(work === 'backup' ? 'Use: npm run backup [file]' : 'Use: npm run restore <file>')
  }
  await ensureInstalled()
  const { serverEnv } = await import('./lib/settings.mjs')
  // npm runs scripts in the project's folder; file names are relative to the user's folder.
  const place = file ? [path.resolve(process.env.INIT_CWD ?? process.cwd(), file)] : []
  const args = [inRoot('scripts/lib/database.ts'), work, ...place]
  // This process doesn’t listen, so it needs no access password.
  const env = { ...serverEnv(false), HOST: '' }
  const { code } = await run(projectNode(), args, { env, show: true })
  return code
})

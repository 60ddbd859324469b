/** `npm run backup [file]` and `npm run restore <file>`, with the settings that the server has. */
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
  // npm runs scripts in the project's folder; a name is meant where the person stands.
  const place = file ? [path.resolve(process.env.INIT_CWD ?? process.cwd(), file)] : []
  const args = [inRoot('scripts/lib/database.ts'), work, ...place]
  // It lets nobody in, wherever the server listens.
  const env = { ...serverEnv(false), HOST: '' }
  const { code } = await run(projectNode(), args, { env, show: true })
  return code
})

/**
 * `npm start`: installs what is missing, builds what is stale, serves. `--dev` serves for work on the code, `--built`
 * an existing build, for places without the source, or where it must not be written to.
 */
const [major] = process.versions.node.split('.')
if (Number(major) < 20) {
  process.stderr.write(
    `Taskboard needs Node 20 or newer; this is ${process.version}. See https://nodejs.org\n`,
  )
  process.exit(1)
}

const { projectNode, runScript } = await import('./lib/project.mjs')
const { ensureInstalled } = await import('./lib/install.mjs')
const { checkBuilt, ensureBuilt } = await import('./lib/build.mjs')

await runScript(async () => {
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  const dev = process.argv.includes('--dev')
  const isBuilt = process.argv.includes('--built')
  if (isBuilt) checkBuilt()
  else await ensureInstalled()
  const node = projectNode()
  if (process.argv.includes('--build-only')) {
    await ensureBuilt(node)
    return 0
  }
  const { checkPort, readSettings } = await import('./lib/settings.mjs')
  const { serve } = await import('./lib/serve.mjs')
  const settings = readSettings(dev)
  await checkPort(settings.host, settings.port)
  if (!dev && !isBuilt) await ensureBuilt(node)
  return serve(node, settings, dev)
})

/** `npm test`: every stage runs, every stage reports, and the last line is `N passed, N failed`. */
const [major] = process.versions.node.split('.')
if (Number(major) < 20) {
  process.stderr.write(
    `Taskboard needs Node 20 or newer; this is ${process.version}. See https://nodejs.org\n`,
  )
  process.exit(1)
}

const { Problem, projectNode, runScript, say, seconds } = await import('./lib/project.mjs')
const { ensureInstalled } = await import('./lib/install.mjs')

const PARTS = ['static', 'unit', 'e2e', 'crash', 'faults']
/** Unless `--all` asks for all of them, one fault test stands for the rest, which CI runs in a job of their own. */
const usual = (all) => PARTS.filter((part) => part !== (all ? 'crash' : 'faults'))

function readArguments(args) {
  const own = new Set(['--all', ...PARTS.map((part) => `--${part}`)])
  const chosen = PARTS.filter((part) => args.includes(`--${part}`))
  const all = args.includes('--all')
  const parts = chosen.length > 0 ? chosen : usual(all)
  const further = args.filter((arg) => !own.has(arg))
  if (further.length > 0 && !(parts.length === 1 && parts[0] !== 'static')) {
    throw new Problem(`Put --unit, --e2e or --faults before "${further.join(' ')}".`)
  }
  return { parts, further, all }
}

/** What a developer has set for the app must not reach the tests. */
function cleanEnv(all) {
  const app =
    /^(OPENAI_|DATABASE_|TASKBOARD_|HOST$|PORT$|DAILY_|ALLOWED_HOSTS$|TRUST_PROXY$|LOG_LEVEL$|NODE_ENV$|MODEL_CALLS_)/
  const kept = Object.entries(process.env).filter(([name]) => !app.test(name))
  return { ...Object.fromEntries(kept), NEXT_TELEMETRY_DISABLED: '1', ALL: all ? '1' : '0' }
}

async function runStage(stage) {
  say(`\n== ${stage.name}`)
  const began = Date.now()
  const counts = await stage.run().catch((error) => {
    process.stderr.write(`${error instanceof Problem ? error.message : error.stack}\n`)
    return { passed: 0, failed: 1, skipped: 0 }
  })
  return { name: stage.name, took: seconds(began), ...counts }
}

function report(results) {
  say('')
  for (const { name, took, passed, failed, skipped } of results) {
    const rest = skipped > 0 ? `, ${skipped} skipped` : ''
    say(`${failed > 0 ? 'FAILED' : 'ok    '} ${name}: ${passed} passed, ${failed} failed${rest} (${took})`)
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  say(`${sum('passed')} passed, ${sum('failed')} failed`)
  return sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
}

await runScript(async () => {
  const { parts, further, all } = readArguments(process.argv.slice(2))
  await ensureInstalled()
  const { stagesOf } = await import('./lib/stages.mjs')
  process.env.NEXT_TELEMETRY_DISABLED = '1'
  const results = []
  for (const stage of stagesOf({ parts, node: projectNode(), env: cleanEnv(all), further })) {
    results.push(await runStage(stage))
  }
  return report(results)
})

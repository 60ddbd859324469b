/** The stages of `npm test`: each returns how many of its tests or checks passed and failed. */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { ensureBuilt } from './build.mjs'
import { findChromium } from './chromium.mjs'
import { inRoot, NEXT_BIN, run } from './project.mjs'

const REPORTS = '.cache/reports'

export function stagesOf({ parts, node, env, further }) {
  const check = (...args) => asCheck(() => runSteps(node, [args], env))
  const all = [
    {
      part: 'static',
      name: 'Format and lint',
      run: check('node_modules/@biomejs/biome/bin/biome', 'check', '.'),
    },
    {
      part: 'static',
      name: 'Types',
      run: asCheck(() =>
        runSteps(
          node,
          [
            [NEXT_BIN, 'typegen'],
            ['node_modules/typescript/bin/tsc', '-p', '.'],
          ],
          env,
        ),
      ),
    },
    { part: 'unit', name: 'Unit and property tests', run: () => unitTests(node, env, further) },
    {
      part: 'e2e crash faults',
      name: 'Production build',
      run: asCheck(() => ensureBuilt(node).then(() => true)),
    },
    { part: 'e2e', name: 'Browser tests', run: () => browserTests(node, env, 'e2e', further) },
    {
      part: 'crash',
      name: 'Crash test',
      run: () => browserTests(node, env, 'faults', ['--grep', '@crash', ...further]),
    },
    { part: 'faults', name: 'Fault tests', run: () => browserTests(node, env, 'faults', further) },
  ]
  return all.filter(({ part }) => part.split(' ').some((name) => parts.includes(name)))
}

/** A whole program that counts as one. */
function asCheck(holds) {
  return async () =>
    (await holds()) ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 }
}

async function runSteps(node, steps, env) {
  for (const args of steps) {
    const { code } = await run(node, args, { env, show: true })
    if (code !== 0) return false
  }
  return true
}

async function unitTests(node, env, further) {
  const report = freshReport('unit.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const args = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...further]
  const { code } = await run(node, args, { env, show: true })
  return settle(code, readReport(report), countUnit)
}

const PROJECTS = { e2e: ['desktop', 'phone'], faults: ['faults'] }

async function browserTests(node, env, part, further) {
  const report = freshReport(`${part}.json`)
  const own = { ...env, PW_CHROMIUM: await findChromium(), REPORT: report }
  const projects = PROJECTS[part].map((name) => `--project=${name}`)
  // Some tests measure the server, so nothing else may run at the same time.
  const alone = part === 'faults' && env.ALL === '1' ? ['--workers=1'] : []
  const output = `--output=test-results/${part}`
  const args = ['node_modules/@playwright/test/cli.js', 'test', ...projects, ...alone, output, ...further]
  const { code } = await run(node, args, { env: own, show: true })
  return settle(code, readReport(report), countBrowser)
}

function freshReport(name) {
  mkdirSync(inRoot(REPORTS), { recursive: true })
  rmSync(inRoot(REPORTS, name), { force: true })
  return `${REPORTS}/${name}`
}

function readReport(file) {
  return existsSync(inRoot(file)) ? JSON.parse(readFileSync(inRoot(file), 'utf8')) : null
}

/** A runner that exits with an error but names no failed test has still failed. */
function settle(code, report, count) {
  const counts = report ? count(report) : { passed: 0, failed: 0, skipped: 0 }
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

/** A file that couldn’t be loaded counts as one failed test. */
export function countUnit(report) {
  const broken = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

export function countBrowser(report) {
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped }
}

/** The project's folder, its Node, and output of the scripts. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
export const NEXT_BIN = 'node_modules/next/dist/bin/next'

const WANTED_MAJOR = 24

export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** An error that the user can fix; it ends the script without a stack trace. */
export class Problem extends Error {}

/** Runs a script's main function; its number is the exit code, a Problem is one line and exit code 1. */
export async function runScript(main) {
  if (process.env.npm_lifecycle_event) endWithNpm()
  try {
    process.exitCode = await main()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/** A SIGTERM sent to npm ends npm and its shell, but never reaches what the shell runs. */
function endWithNpm() {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}

export function inRoot(...parts) {
  return path.join(ROOT, ...parts)
}

/** The project's Node, or this one if it is new enough and the package has none for this platform. */
export function projectNode() {
  const own = inRoot('node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (majorOf(own) === WANTED_MAJOR) return own
  if (Number.parseInt(process.versions.node, 10) >= WANTED_MAJOR) return process.execPath
  throw new Problem(
    `Node ${WANTED_MAJOR} is missing. Run this and try again: npm rebuild node --ignore-scripts=false (or use Node ${WANTED_MAJOR} yourself).`,
  )
}

function majorOf(program) {
  if (!existsSync(program)) return 0
  if (realpathSync(program) === realpathSync(process.execPath)) return major(process.version)
  const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return status === 0 ? major(stdout) : 0
}

function major(version) {
  return Number.parseInt(version.trim().replace(/^v/, ''), 10)
}

/** Runs a program to its end: exit code and what it wrote. `show`: true, or `errors` for stderr alone. */
export function run(program, args, { env = process.env, show = false } = {}) {
  return new Promise((resolve, reject) => {
    const stdio = ['ignore', show === true ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe']
    const child = spawn(program, args, { cwd: ROOT, env, stdio })
    const chunks = []
    const end = endWithUs(child)
    child.stdout?.on('data', (chunk) => chunks.push(chunk))
    child.stderr?.on('data', (chunk) => chunks.push(chunk))
    child.on('error', (error) => {
      end()
      reject(error)
    })
    child.on('close', (code, signal) => {
      end()
      resolve({ code: signal ? 1 : code, signal, output: Buffer.concat(chunks).toString('utf8') })
    })
  })
}

/** Runs a program in place of this script: same terminal, signals passed on; returns its exit code. */
export function handOver(program, args, env) {
  const child = spawn(program, args, { cwd: ROOT, env, stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** Signals that end this script are passed on, so that no program it started stays behind. */
function endWithUs(child) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const pass = (signal) => {
    child.kill(signal)
    child.once('close', () => process.exit(128 + (signal === 'SIGINT' ? 2 : 15)))
  }
  for (const signal of signals) process.on(signal, pass)
  return () => {
    for (const signal of signals) process.off(signal, pass)
  }
}

export function seconds(since) {
  const passed = (Date.now() - since) / 1000
  return `${passed < 10 ? passed.toFixed(1) : Math.round(passed)} s`
}

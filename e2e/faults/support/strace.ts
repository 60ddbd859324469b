/** Watches the server's system calls, or makes them fail. Needs Linux, strace and permission to trace. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Why it can't be used here; `null` if it can. */
export function whyNoStrace(): string | null {
  if (process.platform !== 'linux') return 'strace is for Linux.'
  const tried = spawnSync('strace', ['-o', '/dev/null', 'true'], { encoding: 'utf8' })
  if (tried.error) return 'strace is not installed.'
  return tried.status === 0 ? null : `strace may not trace here: ${tried.stderr.trim()}`
}

/** Traces a process from now on; `detach` leaves it running. */
export async function trace(pid: number, args: readonly string[], output: string) {
  const child = spawn('strace', ['-f', '-y', '-o', output, ...args, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const threads = () => readdirSync(`/proc/${pid}/task`).length
  const attached = () => said.split('attached').length - 1
  while (attached() === 0 || attached() < Math.min(threads(), 1)) {
    if (child.exitCode !== null) throw new Error(`strace ended: ${said}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return {
    async detach(): Promise<string> {
      const gone = once(child, 'exit')
      child.kill('SIGINT')
      await gone
      return existsSync(output) ? readFileSync(output, 'utf8') : ''
    },
  }
}

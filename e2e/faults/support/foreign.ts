/** Another program that takes and releases the write lock of the database file. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const HOG = `
import { createClient } from '@libsql/client'
const client = createClient({ url: 'file:' + process.argv[1] })
process.stdin.setEncoding('utf8')
for await (const line of process.stdin) {
  for (;;) {
    try {
      const held = await client.transaction('write')
      process.stdout.write('held\\n')
      await new Promise((resolve) => setTimeout(resolve, Number(line)))
      await held.rollback()
      held.close()
      process.stdout.write('free\\n')
      break
    } catch {
      client.reconnect()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}
`

/** Resolves once another process holds the write lock, which it releases after this many milliseconds. */
export function openForeigner(databasePath: string) {
  const args = ['--input-type=module', '--eval', HOG, databasePath]
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  let said = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    said += chunk
  })
  const count = (word: string) => said.split(`${word}\n`).length - 1
  async function until(word: string, times: number): Promise<void> {
    while (count(word) < times) {
      if (child.exitCode !== null) throw new Error('The foreign process ended.')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
  let holds = 0
  return {
    async hold(ms: number): Promise<void> {
      holds += 1
      child.stdin?.write(`${ms}\n`)
      await until('held', holds)
    },
    free: () => until('free', holds),
    async close(): Promise<void> {
      child.stdin?.end()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

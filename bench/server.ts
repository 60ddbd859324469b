/** The production server of the built app, with its own database. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

export type Server = { url: string; rssMb(): number; close(): Promise<void> }

const START_MS = 30_000

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Throws if it doesn’t respond in time. */
export async function startServer(databasePath: string, modelUrl: string): Promise<Server> {
  const port = await freePort()
  const args = ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', String(port)]
  const child = spawn(process.execPath, args, {
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATABASE_URL: `file:${databasePath}`,
      OPENAI_API_KEY: '',
      OPENAI_BASE_URL: modelUrl,
      INSTANT_COMMANDS: 'off',
      MODEL_CALLS_PER_MINUTE: '1000000',
      OPENAI_API: 'chat',
      TASKBOARD_MODEL: 'fake',
      LOG_LEVEL: 'silent',
    },
  })
  const url = `http://localhost:${port}`
  try {
    await answers(child, `http://127.0.0.1:${port}/healthz`)
  } catch (error) {
    child.kill()
    throw error
  }
  return {
    url,
    rssMb: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)]).toString()) / 1024,
    async close() {
      if (child.exitCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}

async function answers(child: ChildProcess, url: string): Promise<void> {
  const deadline = Date.now() + START_MS
  while (Date.now() < deadline && child.exitCode === null) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return
    await pause(100)
  }
  throw new Error('The production server didn’t start.')
}

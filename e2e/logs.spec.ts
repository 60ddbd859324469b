/** The server's log: JSON lines, whatever fails, without user text. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { addTask, untilTrue, visit } from './faults/support/visitor.ts'
import { sql } from './support/programs.ts'
import { freePort } from './support/server.ts'

test('each line of a server that fails at many things is JSON', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'taskboard-logs-'))
  const databasePath = join(folder, 'taskboard.db')
  const port = await freePort()
  const { PATH, HOME } = process.env
  const server = spawn(resolve('node_modules/.bin/node'), ['scripts/start.mjs', '--built'], {
    env: {
      PATH,
      HOME,
      NODE_ENV: 'production',
      NODE_OPTIONS: `--import=${resolve('e2e/support/noise.mjs')}`,
      DATABASE_URL: `file:${databasePath}`,
      PORT: String(port),
      __NEXT_PROCESSED_ENV: 'true',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const closed = once(server, 'close')
  const lines = () => output.split('\n').filter(Boolean)
  const says = (part: string) =>
    untilTrue(async () => lines().find((line) => line.includes(part)), part, 30_000)
  expect(JSON.parse(await says('"listening"'))).toMatchObject({ url: `http://localhost:${port}` })

  const visitor = await visit(`http://localhost:${port}`)
  expect(await visitor.run(addTask('canary: a title'))).toMatchObject({ ok: true })
  await sql({ url: '', databasePath }, 'alter table tasks rename to tasks_away')
  expect((await visitor.get(`/boards/${visitor.sessionId}`)).status).toBe(500)
  await says('"event":"console"')
  process.kill(Number(readFileSync(`${databasePath}.holder`, 'utf8')), 'SIGUSR2')
  for (const part of [
    '"warning"',
    'unhandledRejection',
    'uncaughtException',
    'a plain warning',
    'words past every log',
  ])
    await says(part)
  expect((await visitor.get('/healthz')).status).toBe(200)
  server.kill('SIGTERM')
  await closed
  const parsed = lines().map((line) => JSON.parse(line))
  for (const line of parsed) {
    expect(line).toMatchObject({
      level: expect.any(Number),
      time: expect.any(Number),
      event: expect.any(String),
    })
  }
  expect(output).not.toContain('canary')
  rmSync(folder, { recursive: true, force: true })
})

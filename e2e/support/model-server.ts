/** A server with a fake model: one for all tests of a worker, as a start costs more than most tests do. */
import { expect } from '@playwright/test'
import { type FakeOpenAI, startFakeOpenAI } from './fake-openai-server.ts'
import { sql } from './programs.ts'
import { startServer, type TestServer } from './server.ts'

export type ModelServer = { fake: FakeOpenAI; server: TestServer }

export async function startModelServer(env: Record<string, string> = {}): Promise<ModelServer> {
  const fake = await startFakeOpenAI()
  const server = await startServer({
    env: { OPENAI_API_KEY: 'sk-test', OPENAI_BASE_URL: fake.url, INSTANT_COMMANDS: 'off', ...env },
  })
  return { fake, server }
}

export async function stopModelServer({ fake, server }: ModelServer): Promise<void> {
  await server.stop()
  await fake.close()
}

/** The fake model followed its rules; a run that a test left behind ends, and nothing of it reaches the next test. */
export async function clearModelServer({ fake, server }: ModelServer): Promise<void> {
  if ((await sql(server, "select 1 from turns where status = 'running'")).length > 0) {
    await server.kill('SIGKILL')
    await server.start()
  }
  await expect.poll(fake.waiting).toBe(0)
  const problems = fake.problems.splice(0)
  fake.requests.length = 0
  fake.handle('scripted')
  expect(problems).toEqual([])
}

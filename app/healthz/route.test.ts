import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawClient } from '#db/client.ts'
import { openTestDatabase } from '#db/testing.ts'
import { setEnvironment } from '#lib/env.ts'
import { isDatabaseHealthy } from '#lib/session/maintenance/database-health.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { GET } from './route.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const SECRETS = {
  OPENAI_API_KEY: 'sk-canary-key',
  TASKBOARD_ACCESS_PASSWORD: 'canary-password',
  OPENAI_BASE_URL: 'http://canary-host.example/v1',
}

test('it reports the version, the model and the database, without secrets', async () => {
  const url = `file:${database.path}`
  setEnvironment({ DATABASE_URL: url, LOG_LEVEL: 'silent' })
  const plain = await GET()
  expect([plain.status, plain.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const { version } = packageJson
  expect(await plain.json()).toEqual({ ready: true, database: true, model: 'offline', version })
  setEnvironment({ DATABASE_URL: url, LOG_LEVEL: 'silent', ...SECRETS })
  const configured = await (await GET()).text()
  expect(JSON.parse(configured)).toEqual({ ready: true, database: true, model: 'compatible', version })
  expect(configured).not.toMatch(/canary|taskboard-/)
})

test('a database that doesn’t respond in time is a 503', async () => {
  expect(await isDatabaseHealthy(() => new Promise(() => undefined), 20)).toBe(false)
  expect(await isDatabaseHealthy(() => Promise.resolve(), 20)).toBe(true)
})

test('a database that fails is a 503', async () => {
  rawClient().close()
  const answer = await GET()
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ ready: false, database: false })
})

/** The server's own backups: one a day, a set number kept, and failures reported. */
import { closeSync, openSync, readdirSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { verdict } from '#db/file/condition.ts'
import { foldLog } from '#db/file/keeper.ts'
import { openWith } from '#db/processes.test.help.ts'
import { openTestDatabase } from '#db/testing.ts'
import { setEnvironment } from '#lib/env.ts'
import { DAY_MS } from '#lib/limits.ts'
import { backUpDaily } from './daily.ts'

// Each backup is a program of its own, on whatever machine this is.
vi.setConfig({ testTimeout: 60_000 })

let database: Awaited<ReturnType<typeof openTestDatabase>>
let path: string
let folder: string
beforeAll(async () => {
  database = await openTestDatabase()
  path = database.path ?? ''
  folder = join(dirname(path), 'backups')
})
afterAll(() => database.close())

const keep = (DAILY_BACKUPS: string) =>
  setEnvironment({ DATABASE_URL: `file:${path}`, LOG_LEVEL: 'silent', DAILY_BACKUPS })
const START = Date.UTC(2026, 10, 21, 3)
const after = (days: number) => backUpDaily(new Date(START + days * DAY_MS))
const names = () => readdirSync(folder).sort()

test('one backup a day is made and opens, the oldest is deleted, and other files stay', async () => {
  keep('2')
  expect(await after(0)).toBeNull()
  expect(names()).toEqual(['test-daily-2026-11-21-030000.db'])
  expect(await openWith(join(folder, 'test-daily-2026-11-21-030000.db'))).toBe('opened')
  for (const name of names()) if (!name.endsWith('.db')) rmSync(join(folder, name))
  writeFileSync(join(folder, 'test-2020-01-01-000000.db'), 'mine')
  writeFileSync(join(folder, 'test-daily-notes.db'), 'mine too')
  const mine = ['test-2020-01-01-000000.db', 'test-daily-notes.db']
  expect(await after(0.9)).toBeNull()
  expect(names()).toEqual([mine[0], 'test-daily-2026-11-21-030000.db', mine[1]])
  for (const days of [1, 2]) expect(await after(days)).toBeNull()
  const kept = ['test-daily-2026-11-22-030000.db', 'test-daily-2026-11-23-030000.db']
  expect(names()).toEqual([mine[0], ...kept, mine[1]])
  keep('0')
  expect(await after(9)).toBeNull()
  expect(names()).toEqual([mine[0], ...kept, mine[1]])
})

test('a backup that fails says why, and has the database checked', async () => {
  keep('2')
  rmSync(folder, { recursive: true })
  await foldLog()
  const file = openSync(path, 'r+')
  for (let page = 1; page < 60; page++) writeSync(file, Buffer.alloc(4096, 0xff), 0, 4096, page * 4096)
  closeSync(file)
  expect(await after(10)).toMatch(/damaged|cannot be read|could not be written/)
  expect(names()).toEqual([])
  await vi.waitFor(() => expect(verdict()).toBe('damaged'), { timeout: 20_000 })
})

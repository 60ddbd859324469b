import { expect, test } from 'vitest'
import { readEnvironment } from './env.ts'

test.each([
  ':memory:',
  ' :memory: ',
  'file::memory:',
  'file::memory:?cache=shared',
  'file:board?mode=memory&cache=shared',
])('DATABASE_URL=%s is refused with what to use instead', (url) => {
  expect(() => readEnvironment({ DATABASE_URL: url })).toThrow(
    'Invalid environment. DATABASE_URL: a database in memory can’t be shared by reads and writes; use a file, e.g. file:/tmp/taskboard.db.',
  )
})

test.each(['file:memory.db', 'file:data/mode=memory.db', 'libsql://memory.example.org'])(
  'DATABASE_URL=%s is taken',
  (url) => {
    expect(readEnvironment({ DATABASE_URL: url }).DATABASE_URL).toBe(url)
  },
)

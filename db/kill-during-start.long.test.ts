/** Starts and restores killed at every single step, and at any moment where the steps are long. */
import { expect, test, vi } from 'vitest'
import {
  killFirstStarts,
  killLargeMigrations,
  killMigrations,
  killRestores,
  oldFixtures,
} from './kill-during-start.test.help.ts'

vi.setConfig({ testTimeout: 3_600_000 })

test.each(oldFixtures)('%s, killed at each step of its migration', async (name) => {
  process.stdout.write(`${name}: ${await killMigrations(name, 'all')} steps\n`)
})

test('a first start, killed at each step', async () => {
  process.stdout.write(`first start: ${await killFirstStarts('all')} steps\n`)
})

test('a restore, killed at each step', async () => {
  process.stdout.write(`restore: ${await killRestores('all')} steps\n`)
})

test('the migration of a hundred thousand tasks, killed at 30 moments; whole it takes less than 30 s', async () => {
  const { whole, tries } = await killLargeMigrations(30)
  process.stdout.write(`100 000 tasks: ${Math.round(whole)} ms, 30 killed of ${tries} begun\n`)
  expect(whole).toBeLessThan(30_000)
})

/** Starts and restores killed between any two of their steps; `kill-during-start.long.test.ts` does all of them. */
import { expect, test } from 'vitest'
import {
  killFirstStarts,
  killMigrations,
  killRestores,
  oldFixtures,
  statementsAfter,
} from './kill-during-start.test.help.ts'

test.each(oldFixtures.slice(-1))(
  '%s, killed while it is migrated, is old or new and whole',
  async (name) => {
    expect(statementsAfter(name)).toBeGreaterThan(0)
    expect(await killMigrations(name, 3)).toBeGreaterThan(statementsAfter(name))
  },
  180_000,
)

test('a first start that was killed does not keep the next one away', async () => {
  expect(await killFirstStarts(3)).toBeGreaterThan(20)
}, 180_000)

test('a restore that was killed leaves what is or what was, and loses neither', async () => {
  expect(await killRestores(2)).toBeGreaterThan(10)
}, 180_000)

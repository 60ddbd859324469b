import { configDefaults, defineConfig } from 'vitest/config'

const long = process.env.ALL === '1' ? [] : ['**/*.long.test.ts']

export default defineConfig({
  test: {
    include: ['{lib,db,components,app,e2e/support}/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
    exclude: [...configDefaults.exclude, ...long],
    environment: 'node',
    pool: 'forks',
    maxWorkers: 2,
    // Days and hours follow the user's zone and must not depend on the machine's.
    env: { TZ: 'UTC' },
    restoreMocks: true,
    // Some tests start processes, also on slow machines.
    testTimeout: 15_000,
  },
})

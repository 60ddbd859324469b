import { configDefaults, defineConfig } from 'vitest/config'

const long = process.env.ALL === '1' ? [] : ['**/*.long.test.ts']
/** What is pure shares its modules between files; the rest have a process each, as a server has. */
const pure = ['{lib/board,lib/understand,components}/**/*.test.{ts,tsx}']
const apart = ['{lib,db,app,client,e2e/support}/**/*.test.{ts,tsx}', 'scripts/**/*.test.{mjs,ts}']
const exclude = [...configDefaults.exclude, ...long]

export default defineConfig({
  test: {
    projects: [
      { extends: true, test: { name: 'pure', include: pure, exclude, isolate: false } },
      { extends: true, test: { name: 'apart', include: apart, exclude: [...exclude, ...pure] } },
    ],
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

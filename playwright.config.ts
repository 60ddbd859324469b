import { defineConfig, devices } from '@playwright/test'

const long = process.env.ALL === '1' ? [] : [/@long\b/]
/** They have their own projects. */
const apart = /\/faults\//
const phone = /@phone\b/

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: process.env.REPORT || '.cache/reports/e2e.json' }]],
  use: {
    actionTimeout: 15_000,
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Recording adds a third to the time of a test: TRACE=1 turns it on.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env.PW_CHROMIUM || undefined,
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
  projects: [
    { name: 'faults', testDir: 'e2e/faults' },
    {
      name: 'desktop',
      testIgnore: apart,
      grepInvert: [phone, ...long],
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      testIgnore: apart,
      grep: phone,
      grepInvert: long,
      use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } },
    },
  ],
})

/** `npm run bench`: runs everything, prints a table and writes results.md. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestDatabase } from '#db/testing.ts'
import { env, setEnvironment } from '#lib/env.ts'
import { openFloor } from './baseline.ts'
import { measureBrowser } from './browser.ts'
import { startFake } from './fake-client.ts'
import { measureTalk } from './long-conversation.ts'
import {
  measureBytes,
  measureOffline,
  measurePrompt,
  measureSnapshots,
  measureTogether,
} from './other-scenarios.ts'
import { keep, markdown, type Section } from './report.ts'
import { measureState } from './state.ts'
import { failedTurns } from './taskboard-driver.ts'
import { measureFiles } from './transfer.ts'
import { measureTurns } from './turns.ts'
import { measureUnderstanding } from './understand.ts'

const began = performance.now()
const fake = await startFake()
const database = await openTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'taskboard-floor-'))
if (!database.path) throw new Error('The benchmark needs a database file.')
const offline = { DATABASE_URL: env().DATABASE_URL, LOG_LEVEL: 'silent' }
setEnvironment({
  ...offline,
  OPENAI_BASE_URL: fake.url,
  OPENAI_API: 'chat',
  TASKBOARD_MODEL: 'fake',
  INSTANT_COMMANDS: 'off',
  MODEL_CALLS_PER_MINUTE: '1000000',
})
const floor = await openFloor(join(folder, 'floor.db'), fake.url)
const path = database.path

const steps: [string, () => Promise<Section>][] = [
  ['turns', () => measureTurns(fake, floor)],
  ['talk', () => measureTalk(fake)],
  ['together', () => measureTogether(floor)],
  ['bytes', () => measureBytes(fake, floor, path)],
  ['prompt', () => measurePrompt(fake, floor)],
  ['snapshots', () => measureSnapshots()],
  ['state', () => measureState()],
  ['files', () => measureFiles()],
  ['understand', () => measureUnderstanding()],
  ['offline', () => withoutNetwork(() => measureOffline(200))],
  ['browser', () => measureBrowser(fake)],
]

async function withoutNetwork(work: () => Promise<Section>): Promise<Section> {
  setEnvironment(offline)
  return work()
}

/** `node bench/run.ts turns prompt` runs only these and writes no results. */
const wanted = process.argv.slice(2)
const sections: Section[] = []
try {
  for (const [name, measure] of steps) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    const since = performance.now()
    sections.push(await measure())
    process.stderr.write(`${name}: ${((performance.now() - since) / 1000).toFixed(1)} s\n`)
  }
  const failed = await failedTurns()
  if (failed > 0) throw new Error(`${failed} of our turns failed.`)
  const text = markdown(sections, (performance.now() - began) / 1000)
  process.stdout.write(text)
  if (wanted.length === 0) keep(text)
} finally {
  fake.close()
  floor.client.close()
  database.close()
  rmSync(folder, { recursive: true, force: true })
}

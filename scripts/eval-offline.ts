/**
 * `npm run --silent eval:offline < rows.jsonl > predictions.jsonl`: each row on a fresh board, by the real agent.
 * With `-- --ablate`: what each rule changes in these rows and in our own sentences.
 */
import { createInterface } from 'node:readline'
import { openTestDatabase } from '#db/testing.ts'
import { ablate, caseOf, ownCases, tableOf } from './eval/ablate.ts'
import { play, rowSchema } from './eval/play.ts'

const realNow = Date.now
const began = realNow()
const rows = process.stdin.isTTY ? [] : createInterface({ input: process.stdin })
const count = process.argv.includes('--ablate') ? await ablateAll() : await playAll()

async function* rowsIn() {
  for await (const line of rows) if (line.trim() !== '') yield rowSchema.parse(JSON.parse(line))
}

async function playAll(): Promise<number> {
  const database = await openTestDatabase()
  let played = 0
  try {
    for await (const row of rowsIn()) {
      // The clock starts where the row says, and runs on.
      const shift = row.now === undefined ? 0 : new Date(row.now).getTime() - realNow()
      Date.now = () => realNow() + shift
      process.stdout.write(`${JSON.stringify(await play(row))}\n`)
      played += 1
    }
  } finally {
    Date.now = realNow
    database.close()
  }
  return played
}

async function ablateAll(): Promise<number> {
  const cases = ownCases()
  for await (const row of rowsIn()) cases.push(caseOf(row))
  process.stdout.write(tableOf(ablate(cases)))
  return cases.length
}

process.stderr.write(`${count} rows in ${((realNow() - began) / 1000).toFixed(1)} s\n`)

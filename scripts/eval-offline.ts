/** `npm run --silent eval:offline < rows.jsonl > predictions.jsonl`: each row on a fresh board, by the real agent. */
import { createInterface } from 'node:readline'
import { openTestDatabase } from '#db/testing.ts'
import { play, rowSchema } from './eval/play.ts'

const database = await openTestDatabase()
const realNow = Date.now
const began = realNow()
let played = 0
try {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === '') continue
    const row = rowSchema.parse(JSON.parse(line))
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
process.stderr.write(`${played} rows in ${((realNow() - began) / 1000).toFixed(1)} s\n`)

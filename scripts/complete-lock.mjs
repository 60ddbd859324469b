/** After `npm install` from a registry that does not carry every platform: puts the left-out entries back. */
import { readFileSync, writeFileSync } from 'node:fs'
import { completeLock, missingFromLock } from './lib/lockfile.mjs'

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(readFileSync(path, 'utf8'))
const missing = [...missingFromLock(lock).keys()]
if (missing.length > 0) writeFileSync(path, `${JSON.stringify(completeLock(lock), null, 2)}\n`)
console.log(missing.length > 0 ? `Added ${missing.length}: ${missing.join(', ')}` : 'The lock is complete.')

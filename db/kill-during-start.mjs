/**
 * For tests, loaded before a program (`--import`): at its `KILL_AT`th step, a statement to a local database or a
 * change of names in a folder, the process ends as in a crash. One that lives tells how many steps there were.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import Database from 'libsql'

const killAt = Number(process.env.KILL_AT)
let steps = 0

function count(holder, name) {
  const original = holder[name]
  holder[name] = function counted(...args) {
    steps += 1
    if (steps === killAt) process.kill(process.pid, 'SIGKILL')
    return original.apply(this, args)
  }
}

count(Database.prototype, 'prepare')
for (const name of ['copyFileSync', 'linkSync', 'renameSync', 'rmSync']) count(fs, name)
syncBuiltinESMExports()
process.on('exit', () => process.stdout.write(`steps ${steps}\n`))

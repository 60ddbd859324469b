/** What was typed before, for the arrow keys; only its user can read the file. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { databasePath } from '#db/file/open-file.ts'

export const MOST_LINES = 500

/** The folder of the database file, or `data` where the database is a server. */
export function dataFolder(): string {
  const path = databasePath()
  return path ? dirname(path) : resolve('data')
}

/** The newest line first, as readline keeps them; without a file, there are none. */
export function readHistory(file = historyFile()): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean).slice(0, MOST_LINES)
  } catch {
    return []
  }
}

/** A folder that can’t be written to costs the history, not the conversation. */
export function keepHistory(lines: readonly string[], file = historyFile()): void {
  try {
    writePrivate(file, `${lines.slice(0, MOST_LINES).join('\n')}\n`)
  } catch {
    return
  }
}

export function writePrivate(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { mode: 0o600 })
  // `mode` is only for a new file.
  chmodSync(file, 0o600)
}

const historyFile = () => join(dataFolder(), 'terminal-history')

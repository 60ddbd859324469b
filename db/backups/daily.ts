/** Daily backups: made, checked and deleted by the server. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { askProgram } from '#db/file/ask-program.ts'
import { doubt } from '#db/file/condition.ts'
import { databasePath } from '#db/file/open-file.ts'
import { env } from '#lib/env.ts'
import { DAY_MS } from '#lib/limits.ts'
import { stampOf } from './backup.ts'

/** Makes a backup if the last is a day old, and deletes the oldest over the limit; returns the reason of a failure. */
export async function backUpDaily(now = new Date()): Promise<string | null> {
  const path = databasePath()
  const kept = env().DAILY_BACKUPS
  if (!path || kept === 0) return null
  const folder = join(dirname(path), 'backups')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const end = extname(path)
  const begin = `${basename(path, end)}-daily-`
  const made = () =>
    readdirSync(folder)
      .filter((name) => name.startsWith(begin) && /^\d{4}(-\d\d){2}-\d{6}$/.test(stampIn(name)))
      .sort()
  const stampIn = (name: string) => name.slice(begin.length, name.length - end.length)
  const isOver = (name: string) => stampIn(name) <= stampOf(new Date(now.getTime() - DAY_MS))
  if (!made().every(isOver)) return null
  const { code, stderr } = await askProgram(['backup', join(folder, `${begin}${stampOf(now)}${end}`)])
  if (code !== 0) {
    // It may be the disk of the backups, or the database itself.
    doubt()
    return stderr
  }
  for (const name of made().slice(0, -kept)) rmSync(join(folder, name))
  return null
}

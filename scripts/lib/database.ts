/** `backup [file]`, `restore <file>` and `check`: one line about what was done or found, or about what is in the way. */
import { backUp } from '#db/backups/backup.ts'
import { restore } from '#db/backups/restore.ts'
import { databasePath } from '#db/file/open-file.ts'
import { checkFile } from '#db/file/verify-file.ts'
import { env } from '#lib/env.ts'

const [work, file] = process.argv.slice(2)

function size(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

const boardsIn = (count: number) => (count === 1 ? '1 board' : `${count} boards`)

async function main(): Promise<string> {
  if (work === 'backup') {
    const made = await backUp(file)
    return `Backed up ${boardsIn(made.boards)} to ${made.file} (${size(made.bytes)}, checked).`
  }
  if (work === 'check') return checkFile(databasePath() ?? '', env().DATABASE_ENCRYPTION_KEY)
  if (!file) throw Object.assign(new Error('Name the backup: npm run restore <file>'), { name: 'StartError' })
  const { path, boards, kept } = await restore(file)
  const before = kept ? ` The previous database is in ${kept}.` : ''
  return `Restored ${boardsIn(boards)} to ${path}.${before} Restart Taskboard.`
}

try {
  process.stdout.write(`${await main()}\n`)
  process.exit(0)
} catch (error) {
  const known = error instanceof Error && ['StartError', 'EnvironmentError'].includes(error.name)
  process.stderr.write(`${known ? error.message : `Failed: ${String(error)}`}\n`)
  process.exit(1)
}

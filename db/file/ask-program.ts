/** Runs long work on a database file in a separate process, so that it doesn’t block the server. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { programEnv } from '#lib/env.ts'

/** Runs `scripts/lib/database.ts`, which `npm run backup` runs too, with the settings of this process. */
export function askProgram(args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const program = join(process.cwd(), 'scripts/lib/database.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env: programEnv() }, (error, stdout, stderr) => {
      const code = error ? Number(error.code) || 1 : 0
      resolve({ code, stdout: stdout.trim(), stderr: stderr.trim() })
    })
  })
}

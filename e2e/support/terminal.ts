/** The terminal program, as people start it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const COMMANDS = { node: ['node', 'scripts/chat.mjs'], npm: ['npm', 'run', '--silent', 'chat', '--'] }

export function startChat(args: string[], env: Record<string, string>, by: keyof typeof COMMANDS = 'node') {
  const [command = '', ...first] = COMMANDS[by]
  // What a developer has set, in the environment or in .env.local, must not reach it.
  const clean = { PATH: process.env.PATH, __NEXT_PROCESSED_ENV: 'true', ...env }
  const child = spawn(command, [...first, ...args], { env: clean as unknown as NodeJS.ProcessEnv })
  const said = { out: '', errors: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.errors += text
  })
  return { child, input: child.stdin, said, closed: once(child, 'close') }
}

/** All input is sent at once, as from a pipe. */
export async function chat(typed: string, ...how: Parameters<typeof startChat>) {
  const { input, said, closed } = startChat(...how)
  input.end(typed)
  const [code] = await closed
  return { code, ...said }
}

/** The task lists that it showed, without their frame. */
export function listsIn(out: string): string[] {
  const parts = out.split('--- Your tasks ---\n').slice(1)
  return parts.map((rest) => rest.split('\n----')[0] ?? '')
}

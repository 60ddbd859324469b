/** docs/api.md, run: every example with curl answers what the page says. */
import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test } from './support/fixtures.ts'
import { makeProgram } from './support/programs.ts'

const EXAMPLE = /```sh\n(?<command>[\s\S]*?)```\n```(?:json)?\n(?<answer>[\s\S]*?)```/g

/** The words of the page, whatever the spaces between them; `…` stands for anything. */
function patternOf(answer: string): RegExp {
  const words = answer.replace(/\s+/g, '').split('…')
  return new RegExp(`^${words.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*')}$`)
}

test('the examples of docs/api.md answer what the page says', async ({ server }) => {
  test.skip(spawnSync('curl', ['--version']).error !== undefined, 'there is no curl here')
  const { token } = await makeProgram(server)
  const page = readFileSync('docs/api.md', 'utf8')
  const examples = [...page.matchAll(EXAMPLE)].map(
    (match) => match.groups as Record<'command' | 'answer', string>,
  )
  expect(examples).toHaveLength(page.match(/^curl /gm)?.length ?? 0)
  expect(examples.length).toBeGreaterThan(5)
  for (const { command, answer } of examples) {
    const env = { PATH: process.env.PATH, URL: server.url, TOKEN: token } as unknown as NodeJS.ProcessEnv
    const { stdout } = await promisify(execFile)('sh', ['-c', command], { env })
    expect(stdout.replace(/\s+/g, ''), command).toMatch(patternOf(answer))
  }
})

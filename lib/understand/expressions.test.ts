/** No regular expression that reads a message backtracks, in this folder or in what it imports. */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { parseAst } from 'vitest/node'

/** The native program where npm installed it (at a third of the cost), else the build in JavaScript. */
const { check } = createRequire(import.meta.url)('recheck') as typeof import('recheck')

type Node = { type?: string; [name: string]: unknown }
type Expression = { source: string; flags: string }

/** Every literal, and how many are built: those are recorded while the modules load. */
function expressionsIn(code: string): { literals: Expression[]; built: number } {
  const literals: Expression[] = []
  let built = 0
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const node = value as Node
    if (node.type === 'Literal' && node.regex) {
      const { pattern, flags } = node.regex as { pattern: string; flags: string }
      literals.push({ source: pattern, flags })
      return
    }
    const callee = node.callee as Node | undefined
    if (/^(?:New|Call)Expression$/.test(node.type ?? '') && callee?.name === 'RegExp') built += 1
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseAst(code, { lang: 'ts' }))
  return { literals, built }
}

/** The code that reads a message: this folder, and the modules of lib/board that it imports. */
function filesFrom(entry: string, seen = new Set<string>()): Set<string> {
  if (seen.has(entry) || !existsSync(entry)) return seen
  seen.add(entry)
  for (const [, from = ''] of readFileSync(entry, 'utf8').matchAll(
    /^(?:import|export) (?!type )[^']*'([^']+)'/gm,
  )) {
    const path = from.startsWith('#lib/') ? from.slice(1) : join(dirname(entry), from)
    if (from.startsWith('.') || from.startsWith('#lib/')) filesFrom(path, seen)
  }
  return seen
}

/** Expressions that these files build while they load. */
async function builtWhileLoading(): Promise<Expression[]> {
  const built: Expression[] = []
  const real = globalThis.RegExp
  const record = (made: RegExp) => {
    if (/\/lib\/(?:understand|board)\//.test(new Error().stack?.split('\n')[3] ?? ''))
      built.push({ source: made.source, flags: made.flags })
    return made
  }
  globalThis.RegExp = new Proxy(real, {
    construct: (target, args) => record(Reflect.construct(target, args)),
    apply: (target, self, args) => record(Reflect.apply(target, self, args)),
  })
  vi.resetModules()
  try {
    await import('./understand.ts')
  } finally {
    globalThis.RegExp = real
  }
  return built
}

/** Without a time limit: on a busy machine a safe expression would be reported as unknown. */
const verdict = async ({ source, flags }: Expression) =>
  (await check(source, flags, { timeout: null, attackTimeout: null, incubationTimeout: null })).status

test('a planted expression that backtracks is found', async () => {
  const { literals, built } = expressionsIn(
    'const a: RegExp = /^(?:a+)+$/u\nnew RegExp(a)\nexport const b = "/(x+)+y/"',
  )
  expect(literals).toEqual([{ source: '^(?:a+)+$', flags: 'u' }])
  expect(built).toBe(1)
  expect(await Promise.all(literals.map(verdict))).toEqual(['vulnerable'])
  expect(await verdict({ source: '^a+b$', flags: '' })).toBe('safe')
})

test('no expression that reads a message backtracks', { timeout: 120_000 }, async () => {
  const files = [...filesFrom('lib/understand/understand.ts')]
  const found = files.map((file) => ({ file, ...expressionsIn(readFileSync(file, 'utf8')) }))
  const all = new Map(
    found.flatMap(({ file, literals }) =>
      literals.map((one) => [`/${one.source}/${one.flags}`, { file, one }]),
    ),
  )
  expect(files.filter((file) => file.startsWith('lib/understand/')).length).toBeGreaterThan(25)
  expect(all.size).toBeGreaterThan(70)
  const built = await builtWhileLoading()
  expect(built.length).toBe(found.reduce((sum, { built }) => sum + built, 0))
  for (const one of built) all.set(`new RegExp: ${one.source}`, { file: 'built', one })
  const verdicts = await Promise.all(
    [...all].map(async ([written, { file, one }]) => `${await verdict(one)} ${file}: ${written}`),
  )
  expect(verdicts.filter((found) => !found.startsWith('safe '))).toEqual([])
})

/** The rules of the layout, held by a test: import directions, file sizes, who reads the environment, the one writer. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

const FOLDERS = ['app', 'components', 'lib', 'db'] as const
const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
).filter((name) => /\.tsx?$/.test(name) && !name.includes('migrations'))
const sources = files.filter((name) => !name.includes('.test.') && !/(?:-cases|testing)\.ts$/.test(name))
const text = new Map(files.map((name) => [name, readFileSync(name, 'utf8')]))
const read = (name: string) => text.get(name) ?? ''

/** Which areas an area may import; what it imports of itself is its own affair. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  'lib/board': ['lib/limits'],
  'lib/understand': ['lib/board', 'lib/limits'],
  db: ['lib/board', 'lib/env', 'lib/singletons', 'lib/limits'],
  'lib/identity': ['lib/board', 'db', 'lib/env', 'lib/singletons', 'lib/limits', 'lib/log'],
  'lib/session': [
    'lib/board',
    'lib/identity',
    'db',
    'lib/build-id',
    'lib/env',
    'lib/singletons',
    'lib/limits',
    'lib/log',
    'lib/threads',
  ],
  'lib/threads': [],
  'lib/turns': ['lib/board', 'lib/identity', 'lib/session', 'db', 'lib/limits', 'lib/log'],
  'lib/memory': ['lib/board', 'lib/identity', 'lib/session', 'lib/turns', 'db', 'lib/limits', 'lib/log'],
  'lib/knowledge': ['lib/board', 'lib/identity', 'lib/session', 'db', 'lib/limits', 'lib/log'],
  'lib/agent': [
    'lib/board',
    'lib/understand',
    'lib/memory',
    'lib/knowledge',
    'lib/session',
    'lib/turns',
    'lib/identity',
    'db',
    'lib/env',
    'lib/singletons',
    'lib/limits',
    'lib/log',
    'lib/threads',
  ],
  components: ['lib/board', 'lib/understand', 'lib/limits'],
  app: [
    'components',
    'lib/board',
    'lib/agent',
    'lib/memory',
    'lib/knowledge',
    'lib/session',
    'lib/turns',
    'lib/identity',
    'lib/limits',
    'lib/build-id',
    'lib/env',
    'lib/log',
  ],
}
/** Pure folders import these packages and no others. */
const PURE = ['zod', 'fractional-indexing', 'fastest-levenshtein', 'chrono-node']

function areaOf(file: string): string {
  const [top, second] = file.split('/')
  if (top !== 'lib') return top ?? ''
  return `lib/${second?.replace(/\.ts$/, '')}`
}

/** A component calls its page's actions: Next makes a request of the call. */
const isAction = (file: string, target: string) =>
  areaOf(file) === 'components' && /^app\/.*actions\.ts$/.test(target)

function importsOf(file: string): string[] {
  const found = [...read(file).matchAll(/(?:\bfrom |\bimport\(|^import )'([^'\n]+)'/gm)].map(
    (match) => match[1] ?? '',
  )
  return found.map((target) => {
    if (target.startsWith('#')) return target.slice(1)
    return target.startsWith('.') ? normalize(join(dirname(file), target)) : `npm:${target}`
  })
}

test('imports point one way', () => {
  const wrong = sources.flatMap((file) => {
    const allowed = MAY_IMPORT[areaOf(file)]
    if (!allowed) return []
    return importsOf(file)
      .filter(
        (target) =>
          !target.startsWith('npm:') &&
          !isAction(file, target) &&
          FOLDERS.some((folder) => target.startsWith(`${folder}/`)),
      )
      .filter((target) => areaOf(target) !== areaOf(file) && !allowed.includes(areaOf(target)))
      .map((target) => `${file} imports ${target}`)
  })
  expect(wrong).toEqual([])
})

test('the pure folders import zod, date and text libraries only', () => {
  const wrong = sources
    .filter((file) => /^lib\/(board|understand)\//.test(file))
    .flatMap((file) => importsOf(file).map((target) => `${file} imports ${target}`))
    .filter((line) => line.includes(' npm:') && !PURE.some((name) => line.includes(` npm:${name}`)))
  expect(wrong).toEqual([])
})

test('only the command bus writes board rows', () => {
  const importers = sources.filter(
    (file) => /\bwrite(?:Revision|History)\b/.test(read(file)) && file !== 'db/board-writer.ts',
  )
  expect(importers).toEqual(['lib/session/commands/execute.ts'])
  const rows = 'tasks|categories|lists|listItems|stateValues|checkpoints'
  const byName = new RegExp(`\\.(insert|update|delete)\\((?:tables\\.)?(?:${rows})\\)`)
  // Expired values are purged, and no longer visible to anyone.
  expect(sources.filter((file) => byName.test(read(file)))).toEqual(['lib/session/maintenance/retention.ts'])
  const generic = sources.filter((file) => /\.(insert|update)\(table\)/.test(read(file)))
  expect(generic).toEqual(['db/board-writer.ts'])
})

test('the environment is read in one place', () => {
  const readers = sources.filter((file) => /process\.env(?!\.NEXT_RUNTIME)/.test(read(file)))
  expect(readers).toEqual(['lib/env.ts'])
})

test('no file is over 300 lines', () => {
  const lines = sources.map((file) => ({ file, lines: read(file).split('\n').length }))
  expect(lines.filter((entry) => entry.lines > 300)).toEqual([])
})

test('no folder has more than 20 source files', () => {
  const folders = Map.groupBy(sources, (file) => dirname(file))
  const large = [...folders].filter(([, held]) => held.length > 20)
  expect(large.map(([folder, held]) => `${folder} has ${held.length}`)).toEqual([])
})

test('folders import each other without a cycle', () => {
  const arrows = new Map<string, Set<string>>()
  // A file beside the areas is an area of its own.
  const roomOf = (file: string) => (dirname(file) === 'lib' ? file : dirname(file))
  const inside = (file: string) => /^(lib|components)\//.test(file)
  for (const file of sources.filter(inside)) {
    const from = roomOf(file)
    for (const target of importsOf(file).filter(inside)) {
      if (roomOf(target) !== from) arrows.set(from, (arrows.get(from) ?? new Set()).add(roomOf(target)))
    }
  }
  const cycles: string[] = []
  const done = new Set<string>()
  const walk = (folder: string, path: readonly string[]): void => {
    if (path.includes(folder)) cycles.push([...path.slice(path.indexOf(folder)), folder].join(' → '))
    if (done.has(folder) || path.includes(folder)) return
    for (const next of arrows.get(folder) ?? []) walk(next, [...path, folder])
    done.add(folder)
  }
  for (const folder of arrows.keys()) walk(folder, [])
  expect(cycles).toEqual([])
})

test('every exported action goes through the gate', () => {
  const actions = sources.filter((file) => read(file).startsWith("'use server'"))
  expect(actions.sort()).toEqual([
    'app/boards/[sessionId]/actions.ts',
    'app/library/actions.ts',
    'app/link/[code]/actions.ts',
    'app/memory/actions.ts',
    'app/settings/actions.ts',
  ])
  for (const file of actions) {
    const all = read(file).match(/^export .*$/gm) ?? []
    expect(all.length).toBeGreaterThan(0)
    const open = all.filter((line) => !/^export const \w+ = (a|anonymousA)ction\(('|$)/.test(line))
    expect(open).toEqual([])
  }
})

test('only opening a device link needs no account', () => {
  const unknown = sources.filter((file) => /= anonymousAction\(/.test(read(file)))
  expect(unknown).toEqual(['app/link/[code]/actions.ts'])
})

test('a decision record has at most 45 lines', () => {
  for (const name of readdirSync('docs/decisions')) {
    expect(readFileSync(join('docs/decisions', name), 'utf8').split('\n').length, name).toBeLessThanOrEqual(
      46,
    )
  }
})

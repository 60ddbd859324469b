/** Paths, and functions written as `path:function`, that the documentation names exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md'],
  ...readdirSync('docs', { recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** Every path in backticks that starts in one of our folders; `<…>` is a placeholder. */
const NAMED = /`((?:app|bench|client|components|db|docs|e2e|examples|lib|scripts)\/[^`\s<>]*?)(?::(\w+))?`/g

const named = pages.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(NAMED)].map(([, path, name]) => ({ page, path, name })),
)

function isThere(path) {
  if (!path.includes('*')) return existsSync(path)
  const [folder, pattern] = [path.slice(0, path.lastIndexOf('/')), path.slice(path.lastIndexOf('/') + 1)]
  const match = new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`)
  return existsSync(folder) && readdirSync(folder).some((name) => match.test(name))
}

test('every path named in the documentation exists', () => {
  expect(named.length).toBeGreaterThan(50)
  const wrong = named.filter(({ path }) => !isThere(path)).map(({ page, path }) => `${page}: ${path}`)
  expect(wrong).toEqual([])
})

test('every function named in the documentation is in its file', () => {
  const functions = named.filter(({ name, path }) => name !== undefined && existsSync(path))
  expect(functions.length).toBeGreaterThan(10)
  const wrong = functions
    .filter(({ path, name }) => !new RegExp(`\\b${name}\\b`).test(readFileSync(path, 'utf8')))
    .map(({ page, path, name }) => `${page}: ${path}:${name}`)
  expect(wrong).toEqual([])
})

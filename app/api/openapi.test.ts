/** The OpenAPI document names every route of the API, and every schema it refers to. */
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openApiDocument } from './openapi.ts'

type Operation = { summary: string; parameters: { name: string; in: string }[]; responses: object }
const document = openApiDocument() as {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

/** The feed is for the product's own pages, and the document needs no description of itself. */
const NOT_FOR_PROGRAMS = ['/api/feed', '/api/openapi.json']

test('every route and method is in it, and nothing else', async () => {
  const files = readdirSync('app/api', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('route.ts'),
  )
  const expected: string[] = []
  for (const file of files) {
    const path = `/api/${file.replace(/\/?route\.ts$/, '')}`.replace(/\/$/, '')
    if (NOT_FOR_PROGRAMS.includes(path)) continue
    const exported = Object.keys(await import(`./${file}`)).filter((name) => /^[A-Z]+$/.test(name))
    for (const method of exported) {
      expected.push(`${method.toLowerCase()} ${path.replaceAll(/\[(\w+)\]/g, '{$1}')}`)
    }
  }
  const named = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  expect(named.sort()).toEqual(expected.sort())
  expect(document.openapi).toBe('3.1.0')
})

test('what it refers to is there, and every parameter of a path is declared', () => {
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, to]) => to ?? '')
  expect(references.length).toBeGreaterThan(10)
  for (const reference of new Set(references)) {
    const name = /^#\/components\/schemas\/(\w+)$/.exec(reference)?.[1] ?? ''
    expect(document.components.schemas[name], reference).toBeDefined()
  }
  for (const [path, methods] of Object.entries(document.paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const { summary, parameters } of Object.values(methods)) {
      expect(summary.length, path).toBeGreaterThan(5)
      expect(parameters.filter((one) => one.in === 'path').map(({ name }) => name)).toEqual(inPath)
    }
  }
})

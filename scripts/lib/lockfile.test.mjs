import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { completeLock, lockEntry, missingFromLock } from './lockfile.mjs'

const lock = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'))

test('the lock names every platform’s packages, else npm ci refuses; `npm run lock` puts them back', () => {
  expect([...missingFromLock(lock).keys()]).toEqual([])
})

test('a missing entry is added as npm would have written it', () => {
  const path = 'node_modules/@next/swc-linux-x64-musl'
  const { integrity, engines, ...without } = lock.packages[path]
  const { [path]: _, ...packages } = lock.packages
  const completed = completeLock({ ...lock, packages })
  expect([typeof integrity, typeof engines]).toEqual(['string', 'object'])
  expect(completed.packages[path]).toEqual(without)
  expect(Object.keys(completed.packages)).toEqual(Object.keys(lock.packages))
})

test('a package without a platform in its name gets no entry', () => {
  expect(() => lockEntry('node_modules/some-tool', { version: '1.0.0', parent: {} })).toThrow('no platform')
})

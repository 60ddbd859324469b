/** T45: rules for dependencies. No network: `npm audit` in the workflow checks for known vulnerabilities. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { lockEntry } from './lockfile.mjs'

const readJson = (name) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))
const manifest = readJson('package.json')
const { '': root, ...packages } = readJson('package-lock.json').packages
const held = Object.entries(packages)
const nameOf = (path) => path.split('node_modules/').at(-1)
const versionsOf = (name) => held.filter(([path]) => nameOf(path) === name).map(([, { version }]) => version)

/** The oldest versions without known vulnerabilities or data loss. */
const FLOORS = {
  next: '16.4.1',
  react: '19.2.6',
  'react-dom': '19.2.6',
  ai: '7.0.173',
  'drizzle-orm': '0.45.2',
  '@libsql/client': '0.18.0',
}
/** Two copies of one of these in a program don’t work together. */
const SINGLE = [
  'next',
  'react',
  'react-dom',
  'zod',
  'ai',
  '@ai-sdk/provider',
  '@libsql/client',
  'drizzle-orm',
]
/** They may be passed on with a program under MIT; MPL and LGPL as they are, unchanged and apart. */
const LICENCES = new Set(
  'MIT ISC 0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC0-1.0 CC-BY-4.0 MPL-2.0 LGPL-3.0-or-later'.split(
    ' ',
  ),
)

test('every dependency is pinned to one version, and the lock file matches', () => {
  for (const kind of ['dependencies', 'devDependencies']) {
    const loose = Object.entries(manifest[kind]).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))
    expect(loose).toEqual([])
    expect(root[kind]).toEqual(manifest[kind])
    for (const [name, version] of Object.entries(manifest[kind]))
      expect(packages[`node_modules/${name}`].version, name).toBe(version)
  }
})

test('every package comes from the registry and is checked by its hash', () => {
  const unhashed = held.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))
  // Of platforms that the registry at hand lacks; `npm run lock` named them, and has no hash to give.
  for (const [path, entry] of unhashed) {
    expect(entry.optional, path).toBe(true)
    expect(entry, path).toEqual(lockEntry(path, { version: entry.version, parent: entry }))
  }
  const elsewhere = held.filter(
    ([, { resolved, link }]) => link || (resolved && !resolved.startsWith('https://registry.npmjs.org/')),
  )
  expect(elsewhere.map(([path]) => path)).toEqual([])
})

test('packages with install scripts are listed, and only Node’s may run', () => {
  const scripted = held.filter(([, entry]) => entry.hasInstallScript).map(([path]) => nameOf(path))
  expect([...new Set(scripted)].toSorted()).toEqual(Object.keys(manifest.allowScripts).toSorted())
  const allowed = Object.entries(manifest.allowScripts).filter(([, may]) => may)
  expect(allowed.map(([name]) => name)).toEqual(['node'])
})

test('no package is older than its last security fix, and none that must be unique is there twice', () => {
  for (const [name, floor] of Object.entries(FLOORS))
    for (const version of versionsOf(name)) expect(isAtLeast(version, floor), `${name} ${version}`).toBe(true)
  for (const name of SINGLE) expect(versionsOf(name), name).toHaveLength(1)
})

test('every licence allows use and redistribution', () => {
  const refused = held.filter(([, { license }]) => !isAllowed(license))
  expect(refused.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
})

function isAtLeast(version, floor) {
  const [has, needs] = [version, floor].map((each) => each.split('.').map(Number))
  const at = has.findIndex((part, i) => part !== needs[i])
  return at === -1 || has[at] > needs[at]
}

/** OR needs one licence, AND needs all. */
function isAllowed(license) {
  const choices = String(license).replaceAll(/[()]/g, '').split(' OR ')
  return choices.some((choice) => choice.split(' AND ').every((each) => LICENCES.has(each)))
}

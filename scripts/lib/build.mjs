/** Builds if the build is older than the sources. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot, NEXT_BIN, Problem, ROOT, run, say, seconds } from './project.mjs'

/** `next build` empties the folder first, so an interrupted build leaves no stamp. */
const STAMP = '.next/taskboard-stamp'
const FOLDERS = ['app', 'components', 'db', 'lib', 'public']
/** Not tsconfig.json: `next build` itself may write to it. */
const LOOSE = /\.(ts|tsx|mjs)$|^package(-lock)?\.json$/
const NOT_BUILT = /\.test\.tsx?$|^(playwright|vitest|drizzle)\.config\.ts$|^next-env\.d\.ts$/

export async function ensureBuilt(node) {
  const wanted = hashSources()
  if (existsSync(inRoot('.next/BUILD_ID')) && stampOf() === wanted) return
  say('Building (about a minute)…')
  const began = Date.now()
  const { code, output } = await run(node, [NEXT_BIN, 'build'])
  if (code !== 0) throw new Problem(`${output.trim()}\nThe build failed.`)
  writeFileSync(inRoot(STAMP), wanted)
  say(`Built in ${seconds(began)}.`)
}

export function checkBuilt() {
  if (!existsSync(inRoot('.next/BUILD_ID'))) throw new Problem('No build found. Run: npm run build')
}

function stampOf() {
  return existsSync(inRoot(STAMP)) ? readFileSync(inRoot(STAMP), 'utf8') : null
}

export function hashSources() {
  const hash = createHash('sha256')
  for (const file of sourceFiles())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(inRoot(file)))
      .update('\0')
  return hash.digest('hex')
}

function sourceFiles() {
  const loose = readdirSync(ROOT).filter((name) => LOOSE.test(name))
  const inFolders = FOLDERS.filter((folder) => existsSync(inRoot(folder))).flatMap(filesUnder)
  return [...loose, ...inFolders].filter((file) => !NOT_BUILT.test(file)).sort()
}

function filesUnder(folder) {
  return readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const name = path.posix.join(folder, entry.name)
    return entry.isDirectory() ? filesUnder(name) : [name]
  })
}

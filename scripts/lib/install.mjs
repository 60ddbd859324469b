/** Installs what the lock file names, unless that was done already. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inRoot, Problem, run, say, seconds } from './project.mjs'

const STAMP = 'node_modules/.taskboard-stamp'
/** npm writes it last, so its age shows whether a manual install is newer than the lock file. */
const NPM_RECORD = 'node_modules/.package-lock.json'

export async function ensureInstalled() {
  const wanted = wantedStamp()
  if (stampOf() === wanted) return
  if (!installedByHand()) await install()
  writeFileSync(inRoot(STAMP), wanted)
}

async function install() {
  say('Installing…')
  const began = Date.now()
  const { program, args } = npm()
  const flags = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const { code } = await run(program, [...args, ...flags], { env: outsideEnv(), show: 'errors' }).catch(
    (error) => {
      throw new Problem(`Couldn’t run npm (${error.code}). Install Node.js with npm and try again.`)
    },
  )
  if (code !== 0) throw new Problem('Install failed (see above). Check your network and try again.')
  say(`Installed in ${seconds(began)}.`)
}

function wantedStamp() {
  const lock = createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex')
  return `${lock} ${process.platform}-${process.arch}\n`
}

function stampOf() {
  return existsSync(inRoot(STAMP)) ? readFileSync(inRoot(STAMP), 'utf8') : null
}

function installedByHand() {
  if (!existsSync(inRoot(NPM_RECORD))) return false
  const foreign = stampOf() !== null && !stampOf().endsWith(` ${process.platform}-${process.arch}\n`)
  return !foreign && statSync(inRoot(NPM_RECORD)).mtimeMs >= statSync(inRoot('package-lock.json')).mtimeMs
}

/** The npm that started this script, else the one on the path. */
function npm() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  if (cli && node && /npm-cli\.[cm]?js$/.test(cli) && !isInside(node)) return { program: node, args: [cli] }
  return { program: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] }
}

/** `npm ci` removes node_modules first: the Node in there must not be the one that runs it. */
function outsideEnv() {
  const entries = (process.env.PATH ?? '').split(path.delimiter)
  const kept = entries.filter((entry) => !isInside(entry))
  return { ...process.env, PATH: kept.join(path.delimiter) }
}

function isInside(place) {
  return path.resolve(place).startsWith(inRoot('node_modules'))
}

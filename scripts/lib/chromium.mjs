/** Finds a Chromium for the browser tests, and installs Debian's if it can. */
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { inRoot, Problem, run, say } from './project.mjs'

/** The shell first: a page in it opens at two thirds of the cost. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const PLACES = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/snap/bin/chromium']

export async function findChromium() {
  const found = given() ?? playwrights() ?? onPath()
  if (found) return found
  if (process.platform === 'linux' && process.getuid?.() === 0 && program('apt-get')) {
    await installDebians()
    const installed = onPath()
    if (installed) return installed
  }
  throw new Problem(
    'No Chromium for the browser tests. Run "npx playwright install --with-deps chromium", or install Chromium, or name one: PW_CHROMIUM=/path/to/chromium npm test',
  )
}

function given() {
  const place = process.env.PW_CHROMIUM
  if (place && !isProgram(place)) throw new Problem(`PW_CHROMIUM names no program: ${place}`)
  return place || null
}

function playwrights() {
  const { chromium } = createRequire(inRoot('package.json'))('@playwright/test')
  const place = chromium.executablePath()
  return place && existsSync(place) ? place : null
}

function onPath() {
  return NAMES.map(program).find(Boolean) ?? PLACES.find(isProgram) ?? null
}

function program(name) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  return folders.map((folder) => path.join(folder, name)).find(isProgram) ?? null
}

function isProgram(place) {
  if (!existsSync(place)) return false
  try {
    accessSync(place, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function installDebians() {
  say('Installing Chromium (Debian’s package)…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const lists = await run('apt-get', ['update', '-q'], { env })
  const { code, output } = await run(
    'apt-get',
    ['install', '-y', '-q', '--no-install-recommends', 'chromium-headless-shell'],
    { env },
  )
  if (code !== 0) throw new Problem(`${lists.output}${output}\nChromium could not be installed.`)
}

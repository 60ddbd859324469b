/** After a new deployment the actions and files of an open page are gone: reloads it without losing typed text. */
import { unstable_isUnrecognizedActionError as isUnknownAction } from 'next/navigation'
import type { Envelope } from '#lib/board/wire/events.ts'
import { showToast } from './toasts.ts'

const RELOADED_FROM = 'taskboard:reloaded-from'
const LOOK_AGAIN_MS = 500

type Actions = Record<string, (...args: never[]) => Promise<unknown>>
type Feed = { watch(watcher: (envelope: Envelope) => void): () => void }

/** An action that the server no longer knows was replaced by a newer build. */
export function reloadOnUnknownAction(error: unknown): void {
  if (isUnknownAction(error)) outdated()
}

/** The actions with that check. */
export function watchActions<T extends object>(actions: T): T {
  const watched = Object.entries(actions as Actions).map(([name, action]) => [
    name,
    (...args: never[]) =>
      action(...args).catch((error: unknown) => {
        reloadOnUnknownAction(error)
        throw error
      }),
  ])
  return Object.fromEntries(watched)
}

/** The feed sends the server's build on each connection. */
export function reloadOnNewBuild(feed: Feed): () => void {
  return feed.watch(({ event }) => {
    if (event.kind !== 'build' || event.build === '' || ownBuild() === '') return
    if (event.build !== ownBuild()) outdated()
  })
}

/** This page's build; empty in development. */
const ownBuild = () => document.documentElement.dataset.build ?? ''

let isOutdated = false

function outdated() {
  if (isOutdated) return
  isOutdated = true
  // The reloaded page has the same build: there are servers of two builds, or a cache. Don't reload in a loop.
  if (readTried() === ownBuild()) return offer('Taskboard was updated. Reload to get the new version.')
  if (isBusy()) offer('Taskboard was updated. This page will reload when you finish editing.')
  reloadWhenFree()
}

function offer(text: string) {
  showToast({ text, action: { label: 'Reload', run: () => location.reload() } })
}

function reloadWhenFree() {
  // First restores what failed: a message to its field, a change to the pending ones.
  setTimeout(() => {
    if (isBusy()) return reloadWhenFree()
    keepTried()
    // The new page resends pending changes, so there is no need to confirm leaving.
    addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
    location.reload()
  }, LOOK_AGAIN_MS)
}

/** A dialog is open, or a field has text that a reload would lose; the message field keeps its draft. */
function isBusy(): boolean {
  if (document.querySelector('[role=dialog], [role=alertdialog], dialog[open]')) return true
  const field = document.activeElement
  if (field instanceof HTMLElement && field.isContentEditable) return true
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false
  return field.value !== '' && field.type !== 'checkbox' && field.dataset.kept === undefined
}

function readTried(): string | null {
  try {
    return sessionStorage.getItem(RELOADED_FROM)
  } catch {
    return null
  }
}

function keepTried() {
  try {
    sessionStorage.setItem(RELOADED_FROM, ownBuild())
  } catch {
    return
  }
}

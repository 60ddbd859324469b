/** The browser's commands on their way to the door: in order, one at a time, resent under the same key until answered. */

import type { Outcome } from '#lib/board/command.ts'
import { newId } from '#lib/board/new-id.ts'
import type { Commands } from '#lib/board/register.ts'
import { backOff, pause } from './feed-retry.ts'

export type Pending = {
  key: string
  command: Commands
  /** When it was given: the clock its replay decides by. */
  at: number
  /** The revision it was accepted as, while the feed has not carried it yet. */
  acceptedAs: number | null
}

type Entry = { pending: Pending; settle: (outcome: Outcome) => void }

const LOST: Outcome = {
  ok: false,
  code: 'failed',
  message: 'The change could not be saved. Reload the page and try again.',
}
const ATTEMPTS_WHILE_LIVE = 6

export function createPending(options: {
  send(key: string, command: Commands): Promise<Outcome>
  /** The feed is connected: then a call that keeps failing is not a matter of waiting. */
  isLive(): boolean
  revision(): number
  changed(): void
}) {
  let entries: readonly Entry[] = []
  let failures = 0
  let pumping = false

  function drop(key: string) {
    entries = entries.filter(({ pending }) => pending.key !== key)
    options.changed()
  }

  function answer(entry: Entry, outcome: Outcome) {
    const { key } = entry.pending
    entry.settle(outcome)
    const landed = !outcome.ok || outcome.revision === null || outcome.revision <= options.revision()
    if (landed) return drop(key)
    const accepted = { ...entry, pending: { ...entry.pending, acceptedAs: outcome.revision } }
    entries = entries.map((other) => (other.pending.key === key ? accepted : other))
    options.changed()
  }

  async function attempt(entry: Entry) {
    try {
      const outcome = await options.send(entry.pending.key, entry.pending.command)
      failures = 0
      answer(entry, outcome)
    } catch {
      failures += 1
      if (failures >= ATTEMPTS_WHILE_LIVE && options.isLive()) {
        failures = 0
        return answer(entry, LOST)
      }
      options.changed()
      await pause(backOff(failures))
    }
  }

  async function pump() {
    if (pumping) return
    pumping = true
    for (;;) {
      const next = entries.find(({ pending }) => pending.acceptedAs === null)
      if (!next) break
      await attempt(next)
    }
    pumping = false
  }

  return {
    list: () => entries.map(({ pending }) => pending),
    /** Nobody answers: how many changes wait. */
    waiting: () => (failures > 0 ? entries.filter(({ pending }) => pending.acceptedAs === null).length : 0),
    run(command: Commands): Promise<Outcome> {
      const pending = { key: newId(), command, at: Date.now(), acceptedAs: null }
      const outcome = new Promise<Outcome>((settle) => {
        entries = [...entries, { pending, settle }]
      })
      options.changed()
      void pump()
      return outcome
    },
    /** The feed carried the key: that is an answer too. Says whether the command was one of ours. */
    landed(key: string, outcome: Outcome): boolean {
      const entry = entries.find(({ pending }) => pending.key === key)
      entry?.settle(outcome)
      entries = entries.filter((other) => other !== entry)
      return entry !== undefined
    },
    /** The confirmed rows passed this revision. */
    passed(revision: number) {
      const kept = entries.filter(
        ({ pending }) => pending.acceptedAs === null || pending.acceptedAs > revision,
      )
      if (kept.length < entries.length) entries = kept
    },
  }
}

/** The browser's pending commands: sent in order, one at a time, and resent under the same key until answered. */

import type { Commands } from '#lib/board/commands/registry.ts'
import type { Outcome } from '#lib/board/model/command.ts'
import { newId } from '#lib/board/model/new-id.ts'
import type { ConnectionState } from './event-source.ts'
import type { Waiting, WaitingStore } from './pending-store.ts'
import { backOff, pause } from './retry.ts'

/** `at`: when it was made, the time used by its replay. */
export type Pending = Waiting & {
  /** The revision it was accepted as, until the feed delivers it. */
  acceptedAs: number | null
}

type Entry = { pending: Pending; settle: (outcome: Outcome) => void }

const SAVE_FAILED: Outcome = {
  ok: false,
  code: 'failed',
  message: 'Couldn’t save the change. Reload the page and try again.',
}
const ATTEMPTS_WHILE_LIVE = 6

export function createPending(options: {
  send(key: string, command: Commands): Promise<Outcome>
  /** While the feed is connected, a call that keeps failing is given up. */
  connection(): ConnectionState
  kept: WaitingStore
  revision(): number
  changed(): void
}) {
  let entries: readonly Entry[] = []
  let failures = 0
  let failuresWhileLive = 0
  let pumping = false
  let attempting: Promise<void> = Promise.resolve()
  let resting = new AbortController()

  function drop(key: string) {
    entries = entries.filter(({ pending }) => pending.key !== key)
    options.changed()
  }

  function answer(entry: Entry, outcome: Outcome) {
    const { key } = entry.pending
    options.kept.remove(key)
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
      failuresWhileLive = 0
      answer(entry, outcome)
    } catch {
      failures += 1
      failuresWhileLive = options.connection() === 'live' ? failuresWhileLive + 1 : 0
      if (failuresWhileLive >= ATTEMPTS_WHILE_LIVE) {
        failures = 0
        failuresWhileLive = 0
        return answer(entry, SAVE_FAILED)
      }
      options.changed()
    }
  }

  async function pump() {
    if (pumping) return
    pumping = true
    for (;;) {
      const next = entries.find(({ pending }) => pending.acceptedAs === null)
      if (!next) break
      // Another screen of this page may have the board now, and the answer.
      if (!options.kept.has(next.pending.key)) {
        drop(next.pending.key)
        continue
      }
      attempting = attempt(next)
      await attempting
      if (failures === 0) continue
      resting = new AbortController()
      await pause(backOff(failures), resting.signal)
    }
    pumping = false
  }

  function enter(waiting: Waiting): Promise<Outcome> {
    options.kept.put(waiting)
    const outcome = new Promise<Outcome>((settle) => {
      entries = [...entries, { pending: { ...waiting, acceptedAs: null }, settle }]
    })
    options.changed()
    void pump()
    return outcome
  }

  return {
    list: () => entries.map(({ pending }) => pending),
    /** How many changes are pending because the server doesn’t respond. */
    waiting(): number {
      const isCutOff = failures > 0 || options.connection() === 'reconnecting'
      return isCutOff ? entries.filter(({ pending }) => pending.acceptedAs === null).length : 0
    },
    /** Resolves once what is pending now is answered, or the server doesn’t respond. */
    async answered(): Promise<void> {
      const keys = new Set(entries.map(({ pending }) => pending.key))
      const isLeft = ({ pending }: Entry) => pending.acceptedAs === null && keys.has(pending.key)
      while (failures === 0 && entries.some(isLeft)) await attempting
    },
    run(command: Commands): Promise<Outcome> {
      const previous = entries.at(-1)?.pending.at ?? 0
      return enter({ key: newId(), command, at: Math.max(Date.now(), previous + 1) })
    },
    /** Resends what earlier screens of this board got no answer to, under the same keys. */
    resume(): readonly { command: Commands; outcome: Promise<Outcome> }[] {
      const known = new Set(entries.map(({ pending }) => pending.key))
      const left = options.kept.list().filter(({ key }) => !known.has(key))
      return left.map((waiting) => ({ command: waiting.command, outcome: enter(waiting) }))
    },
    /** Ends the backoff, as the server is back. */
    hurry: () => resting.abort(),
    /** A feed event with the key is an answer too. Returns whether the command was this tab’s. */
    landed(key: string, outcome: Outcome): boolean {
      const entry = entries.find(({ pending }) => pending.key === key)
      entry?.settle(outcome)
      if (entry) options.kept.remove(key)
      entries = entries.filter((other) => other !== entry)
      return entry !== undefined
    },
    /** The confirmed rows have reached this revision. */
    passed(revision: number) {
      const kept = entries.filter(
        ({ pending }) => pending.acceptedAs === null || pending.acceptedAs > revision,
      )
      if (kept.length < entries.length) entries = kept
    },
  }
}

/**
 * Whether the database can be trusted. After an error of the disk it is checked by a program of its own, so that nobody
 * waits for that; once it is found damaged, nothing is acknowledged until a restart.
 */
import { singleton } from '#lib/singletons.ts'
import { askProgram } from './ask-program.ts'

/** While a disk keeps failing, a check this often is enough. */
const EVERY_MS = 60_000

export type Verdict = 'whole' | 'damaged' | 'unreadable'

const condition = () =>
  singleton('condition', () => ({
    isInDoubt: false,
    isChecking: false,
    checkedAt: -EVERY_MS,
    verdict: 'whole' as Verdict,
  }))

export const verdict = (): Verdict => condition().verdict

/** An error of the disk was met: what it did is found out now, or as soon as the last check is a minute ago. */
export function doubt(): void {
  condition().isInDoubt = true
  void checkIfInDoubt()
}

export async function checkIfInDoubt(now = performance.now()): Promise<void> {
  const state = condition()
  if (!state.isInDoubt || state.isChecking || state.verdict === 'damaged') return
  if (now - state.checkedAt < EVERY_MS) return
  // What fails while it checks asks for the next check.
  Object.assign(state, { isInDoubt: false, isChecking: true, checkedAt: now })
  const { code, stdout } = await askProgram(['check'])
  const found = code === 0 ? (stdout as Verdict) : 'unreadable'
  const isInDoubt = state.isInDoubt || found === 'unreadable'
  Object.assign(state, { isInDoubt, isChecking: false, verdict: found })
}

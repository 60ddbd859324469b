/**
 * Whether the database can be trusted. After an error of the disk it is checked by a program of its own, so that nobody
 * waits for that; once it is found damaged, nothing is acknowledged until a restart.
 */
import { singleton } from '#lib/singletons.ts'
import { askProgram } from './ask-program.ts'

/** The shortest time between checks while a disk keeps failing. */
const EVERY_MS = 60_000

export type FileCondition = 'whole' | 'damaged' | 'unreadable'

const condition = () =>
  singleton('condition', () => ({
    isInDoubt: false,
    isChecking: false,
    checkedAt: -EVERY_MS,
    verdict: 'whole' as FileCondition,
  }))

export const verdict = (): FileCondition => condition().verdict

/** Call it after a disk error: checks the file now, or a minute after the last check. */
export function doubt(): void {
  condition().isInDoubt = true
  void checkIfInDoubt()
}

export async function checkIfInDoubt(now = performance.now()): Promise<void> {
  const state = condition()
  if (!state.isInDoubt || state.isChecking || state.verdict === 'damaged') return
  if (now - state.checkedAt < EVERY_MS) return
  // A failure during the check leads to another check.
  Object.assign(state, { isInDoubt: false, isChecking: true, checkedAt: now })
  const { code, stdout } = await askProgram(['check'])
  const found = code === 0 ? (stdout as FileCondition) : 'unreadable'
  const isInDoubt = state.isInDoubt || found === 'unreadable'
  Object.assign(state, { isInDoubt, isChecking: false, verdict: found })
}

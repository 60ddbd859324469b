/** How long a process waited for a CPU because of other load; measured times exclude it. */
import { readFileSync } from 'node:fs'

/** Milliseconds in which the main threads were runnable but no CPU was free; only on Linux. */
export function waitedMs(...pids: number[]): number {
  return pids.reduce((sum, pid) => sum + nanosecondsOf(pid) / 1e6, 0)
}

function nanosecondsOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1])
  } catch {
    return 0
  }
}

/** What other work on the machine takes from a process; times that are judged are judged without it. */
import { readFileSync } from 'node:fs'

/** Milliseconds that the main threads were ready to go on and no processor was free; Linux counts them. */
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

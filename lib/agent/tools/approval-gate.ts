/** What a run knows about its step before its first call runs: whether it has several removals, whether a call waits. */
import { removesSeveral } from '#lib/board/approval-rules.ts'

export type ApprovalGate = ReturnType<typeof createApprovalGate>

export function createApprovalGate() {
  let isOneOfSeveral = false
  let isBehind = false
  return {
    /** Called when the model's step is complete, before its calls run. */
    begin(calls: readonly string[]) {
      isOneOfSeveral = removesSeveral(calls)
      isBehind = false
    },
    step: () => ({ isOneOfSeveral, isBehind }),
    /** From now on, later calls of the step wait too, and no further step begins. */
    waits() {
      isBehind = true
    },
    isWaiting: () => isBehind,
  }
}

/** What a run knows of its step before the first call of it is done: whether it removes several times, whether one waits. */
import { removesSeveral } from '#lib/board/approval-rules.ts'

export type ApprovalGate = ReturnType<typeof createApprovalGate>

export function createApprovalGate() {
  let isOneOfSeveral = false
  let isBehind = false
  return {
    /** The model's step is whole; none of its calls has begun: the SDK runs them once the model has ended. */
    begin(calls: readonly string[]) {
      isOneOfSeveral = removesSeveral(calls)
      isBehind = false
    },
    step: () => ({ isOneOfSeveral, isBehind }),
    /** From here on later calls of the step wait too, and no further step begins. */
    waits() {
      isBehind = true
    },
    isWaiting: () => isBehind,
  }
}

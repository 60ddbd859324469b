/** How replies end that could not take all back, written and found in one place. */
export const KEPT_SUFFIX = ' Left as it is'
export const PARTIAL_SUFFIX = ' The rest could not be taken back.'

/** A reply in two: what was done, and what was not. */
export function splitUndoReply(reply: string): { done: string; left: string } {
  const found = [KEPT_SUFFIX, PARTIAL_SUFFIX].map((words) => reply.indexOf(words)).filter((at) => at >= 0)
  const at = found.length > 0 ? Math.min(...found) : reply.length
  return { done: reply.slice(0, at), left: reply.slice(at).trim() }
}

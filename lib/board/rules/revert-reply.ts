/** How replies end that could not take all back, written and found in one place. */
export const KEPT_SUFFIX = ' Kept as is'
export const PARTIAL_SUFFIX = ' The rest couldn’t be undone.'

/** How stored replies of older revisions put it. */
const OLDER_SUFFIXES = [' Left as it is', ' The rest could not be taken back.']

/** A reply in two: what was done, and what was not. */
export function splitUndoReply(reply: string): { done: string; left: string } {
  const found = [KEPT_SUFFIX, PARTIAL_SUFFIX, ...OLDER_SUFFIXES]
    .map((words) => reply.indexOf(words))
    .filter((at) => at >= 0)
  const at = found.length > 0 ? Math.min(...found) : reply.length
  return { done: reply.slice(0, at), left: reply.slice(at).trim() }
}

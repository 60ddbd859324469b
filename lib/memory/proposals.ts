/** Memories that a model suggests: shown in its reply until the user saves or dismisses them. */
import { write } from '#db/client.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { findSecret } from '#lib/board/secrets/find-secret.ts'
import { cleanLine, fold } from '#lib/board/text/text.ts'
import type { Proposal } from '#lib/board/wire/events.ts'
import { LIMITS } from '#lib/limits.ts'
import { notify } from '#lib/session/feed/notify.ts'
import { liveMemories, rememberIn } from './memories.ts'
import { NOT_THERE, partsOf, putParts, updateReplyParts, type Where } from './reply-parts.ts'

/** Adds new, valid suggestions without secrets to a reply that has ended; known memories are skipped. */
export async function propose(where: Where, replyId: string, facts: readonly string[]): Promise<number> {
  const added = await write(async (tx) => {
    const parts = await partsOf(tx, where, replyId)
    if (!parts) return 0
    const known = new Set((await liveMemories(tx, where.userId)).map(({ text }) => fold(text)))
    const items: Proposal[] = []
    for (const text of facts.map(cleanLine)) {
      if (!text || text.length > LIMITS.memoryChars || known.has(fold(text)) || findSecret(text)) continue
      known.add(fold(text))
      items.push({ id: newId(), text, state: 'open' })
    }
    const shown = items.slice(0, LIMITS.memoriesProposed)
    if (shown.length > 0) await putParts(tx, where, replyId, [...parts, { type: 'proposals', items: shown }])
    return shown.length
  })
  if (added > 0) notify(where.userId)
  return added
}

/** Answered once: the same answer again changes nothing, another one is refused. */
export async function decideProposal(
  where: Where,
  replyId: string,
  proposalId: string,
  keep: boolean,
): Promise<{ ok: true } | Refusal> {
  return updateReplyParts(where, replyId, async (tx, parts, turnId) => {
    const items = parts.flatMap((part) => (part.type === 'proposals' ? part.items : []))
    const proposal = items.find(({ id }) => id === proposalId)
    if (!proposal) return NOT_THERE
    const state = keep ? 'kept' : 'dropped'
    if (proposal.state === state) return parts
    if (proposal.state !== 'open') {
      return refuse('moved_on', `Already ${proposal.state}. See the Memory page.`)
    }
    if (keep) {
      const { id, text } = proposal
      const said = { sessionId: where.sessionId, turnId }
      const kept = await rememberIn(tx, where.userId, { id, text, source: 'agent', said })
      if (!kept.ok) return kept
    }
    const decided = (one: Proposal): Proposal => (one.id === proposalId ? { ...one, state } : one)
    return parts.map((part) =>
      part.type === 'proposals' ? { ...part, items: part.items.map(decided) } : part,
    )
  })
}

/** The user-scoped tools, bound to one run. */
import { agentNamed } from '#lib/board/model/agents.ts'
import { relativeDate } from '#lib/board/model/dates.ts'
import { dayIn } from '#lib/board/readers/task-query.ts'
import type { UserToolName } from '#lib/board/readers/user-tools.ts'
import { escapeMarkdown } from '#lib/board/text/markdown.ts'
import { capitalize, cleanLine, countOf, shorten } from '#lib/board/text/text.ts'
import { passagePath } from '#lib/board/wire/documents.ts'
import type { MemoryChange, UserChange } from '#lib/board/wire/events.ts'
import { searchKnowledge } from '#lib/knowledge/search.ts'
import { LIMITS } from '#lib/limits.ts'
import { changeFact, changeSettings } from '#lib/memory/agent-changes.ts'
import { listMemories } from '#lib/memory/memories.ts'
import { memoriesMatching } from '#lib/memory/search.ts'
import { readSpokenSettings } from '#lib/memory/spoken-settings.ts'
import { searchHistory } from '#lib/session/queries/search-messages.ts'
import { AGENTS } from '../agents/registry.ts'
import type { MemoryUse } from './memory-usage.ts'

export type UserToolContext = {
  userId: string
  sessionId: string
  timeZone: string
  turn: { id: string; run: number; leaseToken: string }
  /** The memories that the reply names as used. */
  known: MemoryUse
  /** The user’s settings changed: the rest of the run reads them again. */
  settingsChanged(): Promise<void>
}

export type UserToolResult = { ok: boolean; text: string; fact?: UserChange }
type Input = Readonly<Record<string, unknown>>

/** `key`: a repeated call does nothing more; `id`: the id of what it creates. */
export async function runUserTool(
  name: UserToolName,
  input: Input,
  context: UserToolContext,
  { key, id }: { key: string; id: string },
): Promise<UserToolResult> {
  switch (name) {
    case 'remember':
    case 'forget':
      return changeMemory(context, { key, id, did: name, words: String(input.fact) })
    case 'update_settings':
      return updateSettings(context, { key, id }, input)
    case 'recall':
      return { ok: true, text: await recallMemories(context, input.words) }
    case 'search_knowledge':
      return { ok: true, text: await searchLibrary(context, input) }
    case 'search_history':
      return { ok: true, text: await searchConversation(context, String(input.query)) }
    case 'hand_over':
      return handOff(input)
    default:
      return name satisfies never
  }
}

/** Needs approval unless the user's own message asks for it, no document was read and no other memory was deleted. */
async function changeMemory(
  { userId, sessionId, turn, known }: UserToolContext,
  call: { key: string; id: string; did: MemoryChange['did']; words: string },
): Promise<UserToolResult> {
  const asks = (text: string) => known.asksFor(call.did, text)
  const outcome = await changeFact({ userId, sessionId, turn, ...call, asks })
  if (!outcome.ok) return { ok: false, text: outcome.message }
  if (outcome.fact) known.changed(outcome.fact)
  return { ok: true, text: outcome.reply, fact: outcome.fact }
}

async function updateSettings(
  { userId, sessionId, turn, known, settingsChanged }: UserToolContext,
  call: { key: string; id: string },
  input: Input,
): Promise<UserToolResult> {
  const said = readSpokenSettings(input)
  if (!said.ok) return { ok: false, text: said.message }
  const asks = (text: string) => known.asksFor('set', text)
  const outcome = await changeSettings({ userId, sessionId, turn, ...call, patch: said.patch, asks })
  if (!outcome.ok) return { ok: false, text: outcome.message }
  await settingsChanged()
  return { ok: true, text: outcome.reply, fact: outcome.fact }
}

/** Hands the next step to the named agent. */
function handOff({ agent }: Input): UserToolResult {
  const to = AGENTS[agentNamed(agent) ?? 'taskboard']
  return { ok: true, text: `${to.title} takes over.` }
}

async function recallMemories({ userId, known }: UserToolContext, words: unknown): Promise<string> {
  const all = await listMemories(userId)
  if (all.length === 0) return 'No memories about you yet.'
  const wanted = typeof words === 'string' ? memoriesMatching(all, words) : all
  if (wanted.length === 0) return 'No matching memories.'
  const shown = wanted.slice(0, LIMITS.memoriesRecalled)
  known.add(shown)
  const more = wanted.length - shown.length
  const lines = shown.map(({ text }) => `- ${escapeMarkdown(text)}`)
  if (more > 0) lines.push(`- and ${countOf(more, 'more fact')}, on the Memory page`)
  return lines.join('\n')
}

async function searchLibrary({ userId, known }: UserToolContext, input: Input): Promise<string> {
  const query = String(input.query)
  const wanted = Array.isArray(input.tags) ? input.tags.map(String) : []
  const document = typeof input.document === 'string' ? input.document : undefined
  const passages = await searchKnowledge(userId, query, { tags: wanted, document })
  if (passages.length === 0) {
    const called = document ? ` called “${escapeMarkdown(document)}”` : ''
    const among = wanted.length > 0 ? ` tagged ${wanted.join(', ')}` : ''
    return `No results for “${escapeMarkdown(query)}” in documents${called}${among}.`
  }
  known.readDocument()
  return passages
    .map(({ documentId, name, position, heading, snippet }) => {
      const under = heading ? `, ${escapeMarkdown(heading)}` : ''
      const cite = `[${escapeMarkdown(name)}, passage ${position}](${passagePath(documentId, position)})`
      return `- ${cite}${under}: ${escapeMarkdown(cleanLine(withoutHeading(snippet)))}`
    })
    .join('\n')
}

async function searchConversation(
  { sessionId, timeZone, turn }: UserToolContext,
  query: string,
): Promise<string> {
  const hits = await searchHistory(sessionId, query, turn.id)
  const today = dayIn(timeZone, Date.now())
  if (hits.length === 0) return `No messages on this board match “${escapeMarkdown(query)}”.`
  return hits
    .map(({ role, isImported, createdAt, snippet }) => {
      const who = isImported ? 'an imported file' : role === 'user' ? 'you' : 'Taskboard'
      const day = relativeDate(dayIn(timeZone, createdAt), today)
      return `- ${capitalize(day)}, ${who}: ${escapeMarkdown(shorten(cleanLine(snippet), 300))}`
    })
    .join('\n')
}

/** The heading is already named before the passage. */
const withoutHeading = (snippet: string) => snippet.replace(/^\s*#{1,6}[ \t][^\n]*\n/, '')

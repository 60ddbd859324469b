/** Finds what is ambiguous on this board: words that match several tasks, a category that doesn’t exist. */
import { distance } from 'fastest-levenshtein'
import { titlesMeant } from '#lib/board/rules/find-task.ts'
import { fold, joinWords, nameTask } from '#lib/board/text/text.ts'
import type { Choice } from '#lib/board/wire/events.ts'
import type { Phrase } from '../text/phrase.ts'
import type { ClarifyingQuestion, ClauseResult, Intent, ParseContext, Span } from '../text/types.ts'
import { errandIn } from './errands.ts'

const NAMED = ['task', 'before', 'after'] as const
const MAKES: ReadonlySet<string> = new Set(['add_category', 'rename_category', 'remove_category'])
/** How many are named in the question itself. */
const MOST_NAMED = 4

export function findAmbiguity(
  draft: ClauseResult,
  clause: Phrase,
  scene: ParseContext,
): ClarifyingQuestion | undefined {
  if ('question' in draft) return undefined
  const spans = draft.spans ?? []
  const errand = errandIn(draft.intents, clause, scene)
  if (errand) return { ...errand, spans }
  for (const intent of draft.intents) {
    const asked = whichTask(intent, spans, clause, scene) ?? whichCategory(intent, spans, clause, scene)
    if (asked) return { ...asked, spans }
  }
  return undefined
}

function whichTask(
  { args }: Intent,
  spans: readonly Span[],
  { source }: Phrase,
  scene: ParseContext,
): ClarifyingQuestion | undefined {
  for (const name of NAMED) {
    const words = args[name]
    if (typeof words !== 'string' || words.startsWith('#') || words === scene.it) continue
    const among = titlesMeant(words, scene.context.tasks ?? []).toSorted((a, b) => a.number - b.number)
    const gap = among.length > 1 ? gapOf(words, spans, source) : undefined
    if (!gap) continue
    const names = among.slice(0, MOST_NAMED).map(nameTask)
    const more = among.length > names.length ? [`${among.length - names.length} more`] : []
    return { question: `“${words}” matches ${joinWords([...names, ...more], 'or')}. Which one?`, gap, among }
  }
  return undefined
}

/** Where the task is named: its whole phrase, or its words among those of others. */
function gapOf(
  words: string,
  spans: readonly Span[],
  source: string,
): { start: number; end: number } | undefined {
  const span = spans.find(
    ({ role, start, end }) => role === 'task' && source.slice(start, end).includes(words),
  )
  if (!span) return undefined
  const written = source.slice(span.start, span.end)
  const at = written.indexOf(words)
  const around = written.slice(0, at) + written.slice(at + words.length)
  if (!/,|&|\band\b/i.test(around)) return span
  return { start: span.start + at, end: span.start + at + words.length }
}

function whichCategory(
  { tool, args }: Intent,
  spans: readonly Span[],
  clause: Phrase,
  scene: ParseContext,
): ClarifyingQuestion | undefined {
  const name = args.category
  if (typeof name !== 'string' || MAKES.has(tool)) return undefined
  const wanted = fold(name)
  const { categories } = scene.context
  if (categories.some((known) => fold(known) === wanted)) return undefined
  const { source, tokens } = clause
  const start = tokens[clause.from]?.start ?? 0
  const end = tokens[clause.to - 1]?.end ?? source.length
  const said = source.slice(start, end)
  const span = spans.find(
    ({ role, value }) => role === 'category' && fold(value).replace(/^#/, '') === wanted,
  )
  const near = categories.toSorted((a, b) => distance(fold(a), wanted) - distance(fold(b), wanted))
  const instead = near.slice(0, 3).flatMap((known): Choice[] => {
    if (!span) return []
    const by = source.charAt(span.start) === '#' ? `#${known}` : known
    const say = source.slice(start, span.start) + by + source.slice(span.end, end)
    return [{ label: `Use “${known}”`, say }]
  })
  const create = { label: `Create “${name}”`, say: `add a category "${name}" and then ${said}` }
  const isSlip = near[0] !== undefined && wanted.length > 3 && distance(fold(near[0]), wanted) <= 2
  const [first, ...others] = instead
  return isSlip && first
    ? {
        question: `There is no category “${name}”. Did you mean “${near[0]}”?`,
        choices: [first, create, ...others],
      }
    : { question: `There is no category “${name}”. Create it?`, choices: [create, ...instead] }
}

/** A message in everyday words becomes the calls that a language model would make, or a question, or nothing. */

import { isReaderName } from '#lib/board/readers/registry.ts'
import { dayIn } from '#lib/board/readers/task-query.ts'
import { TURN_LIMITS } from '#lib/limits.ts'
import { findAmbiguity } from './dialog/ambiguity.ts'
import { changedIn, manyIn } from './dialog/confirm-many.ts'
import { contextAfter } from './dialog/mentioned.ts'
import { choicesFor, type OpenQuestion } from './dialog/open-question.ts'
import { answered } from './dialog/read-answer.ts'
import { shownSpans } from './highlight-spans.ts'
import { readBoardQuestion, startsAsking } from './questions/board-questions.ts'
import { asksWhatToRemember } from './questions/recall-questions.ts'
import { isGreeting } from './rules/greeting.ts'
import { readHandOff } from './rules/hand-off.ts'
import { asksForHelp } from './rules/help-request.ts'
import { FRAGMENTS } from './rules/lists/list-requests.ts'
import { joinUpdates, redirectToListItems } from './rules/lists/match-list-items.ts'
import { RULES } from './rules.ts'
import { askedAfter, offer, WHICH_OF_MANY } from './slots/clarifications.ts'
import { tickOf } from './slots/inline-marks.ts'
import { refsSlot } from './slots/references.ts'
import { firstMatch } from './text/pattern.ts'
import { isEmpty, keysOf, type Phrase, part, spanOf, textOf, tokensOf } from './text/phrase.ts'
import { type Token, tokenise } from './text/tokens.ts'
import type {
  ClarifyingQuestion,
  ClauseResult,
  Context,
  Intent,
  ParseContext,
  Reading,
  Span,
} from './text/types.ts'
import { correctVerb, suggestVerb } from './text/typos.ts'
import { type Probe, splitClauses } from './wrapping/clauses.ts'
import { withoutAfter, withoutBefore, withoutExcuse } from './wrapping/politeness.ts'

const ADDS: ReadonlySet<string> = new Set(['add_task', 'add_items', 'create_list'])
const ASKED_FOR = /^(?:reminders?|tasks?|todos?|to-dos?|lists?)$/
const BOARD_WORD = /^(?:tasks?|todos?|to-dos?|lists?|board|it|that|category)$/

export function understand(text: string, context: Context): Reading {
  const { asked, offered, ...here } = context
  const read = (said: string) => readMessage(said, here).reading
  const handed = readHandOff(withoutAfter(withoutBefore(phraseOf(text))), read)
  if (handed) return handed
  const alone = read(text)
  const { standing } = asked === undefined ? {} : readMessage(asked, here)
  if (!standing) return alone
  const open = offered ? { ...standing, choices: offered } : standing
  return answered({ phrase: phraseOf(text), scene: sceneIn(here), alone, standing: open, read }) ?? alone
}

function phraseOf(source: string): Phrase {
  const tokens = tokenise(source)
  return { source, tokens, from: 0, to: tokens.length }
}

function sceneIn(context: Context): ParseContext {
  return { context, today: dayIn(context.timeZone, context.now) }
}

/** A message by itself, and the question that then stands open. */
function readMessage(
  text: string,
  context: Context,
  offers: 'with choices' | 'bare' = 'with choices',
): { reading: Reading; standing?: OpenQuestion } {
  const message = phraseOf(text)
  let scene = sceneIn(context)
  if (asksForHelp(withoutAfter(withoutBefore(message)), scene)) return { reading: nothing('help') }
  if (isGreeting(message)) return { reading: nothing('greeting') }
  const intents: Intent[] = []
  const spans: Span[] = []
  const unread: string[] = []
  let confidence = 1
  let note: string | undefined
  let otherwise: ClarifyingQuestion | undefined
  let isSet = false
  const changed: string[] = []
  const clauses = splitClauses(message, probeIn(scene), TURN_LIMITS.toolCalls)
  if (!clauses) return { reading: nothing('too-many') }
  for (const clause of clauses) {
    const read = readClause(clause.phrase, scene)
    if (!read) {
      const left = withoutAfter(withoutBefore(clause.phrase))
      if (!isEmpty(left)) unread.push(textOf(left))
      continue
    }
    const core = withoutAfter(withoutBefore(clause.phrase))
    const asked =
      'question' in read.draft
        ? read.draft
        : (findAmbiguity(read.draft, core, scene) ?? manyIn(read.draft, core, scene, changed))
    if (asked) return asking(core, asked, [...spans, ...shownSpans(core, asked.spans)], context, offers)
    const { draft } = read
    if ('question' in draft) continue
    intents.push(...draft.intents)
    spans.push(...shownSpans(core, draft.spans, draft.intents[0]?.tool))
    isSet ||= draft.setAt !== undefined
    if (draft.setAt) changed.push(...changedIn(draft))
    note ??= draft.note
    confidence = Math.min(confidence, read.sure)
    otherwise = draft.otherwise ?? otherwise
    scene = contextAfter(draft, scene)
  }
  const inside = intents.length === 0 ? orderInside(message, scene) : undefined
  if (inside) {
    intents.push(...inside.draft.intents)
    spans.push(...(inside.draft.spans ?? []))
    confidence = 0.8
  }
  if (intents.length === 0) {
    const core = withoutAfter(withoutBefore(message))
    const asked = otherwise ?? questionAbout(core, scene)
    return asked ? asking(core, asked, [], context, offers) : { reading: nothing('unknown') }
  }
  // What was not understood may limit the set.
  if (isSet && unread.length > 0) {
    const { question } = askedAfter(`I can’t tell what “${unread.join(' … ')}” changes here.`, WHICH_OF_MANY)
    return { reading: { ...nothing('question'), question } }
  }
  const rest = { ...(note && { note }), ...(unread.length > 0 && { unread: unread.join(' … ') }) }
  const reading = { intents: joinUpdates(intents), spans: inOrder(spans), confidence, ...rest }
  return { reading: { kind: 'commands', ...reading } }
}

/** Nothing of the message is done before the question is answered. */
function asking(
  core: Phrase,
  asked: ClarifyingQuestion,
  spans: readonly Span[],
  context: Context,
  offers: 'with choices' | 'bare',
) {
  const start = core.tokens[core.from]?.start ?? 0
  const end = core.tokens[core.to - 1]?.end ?? start
  const open = { source: core.source, clause: { start, end }, asked }
  const isWhole = (sentence: string) => readMessage(sentence, context, 'bare').reading.kind === 'commands'
  const choices = offers === 'bare' ? [] : choicesFor(open, context, isWhole)
  const reading: Reading = { ...nothing('question'), spans: inOrder(spans), question: asked.question }
  return { reading: choices.length > 0 ? { ...reading, choices } : reading, standing: { ...open, choices } }
}

/** “The dog is out of food so put dog food on my list”: an order that names its list, after whatever was told first. */
function orderInside(
  message: Phrase,
  scene: ParseContext,
): { draft: Exclude<ClauseResult, ClarifyingQuestion> } | undefined {
  const keys = keysOf(message)
  if (keys.length > LONGEST_TALE || !/^(?:list|lists|todos|to-dos)$/.test(keys.at(-1) ?? '')) return undefined
  const at = keys.findIndex((key, i) => i > 1 && ORDERED.test(key))
  if (
    at < 0 ||
    keys.slice(0, at).some((key) => NO_TALE.test(key)) ||
    /^(?:to|of|the|my|a)$/.test(keys[at - 1] ?? '')
  )
    return undefined
  const read = readClause(part(message, message.from + at, message.to), scene)
  if (!read || 'question' in read.draft) return undefined
  const isPlain = read.draft.intents.every(({ tool }) => ADDS.has(tool) || tool.startsWith('remove_'))
  return isPlain && read.draft.intents.length > 0 ? { draft: read.draft } : undefined
}

const ORDERED = /^(?:add|put|include|remove|delete|erase|insert|append)$/
const NO_TALE =
  /^(?:not|don't|didn't|doesn't|never|how|why|who|did|does|do|if|can't|won't|told|asked|what|where|should)$/
const LONGEST_TALE = 40

/** What is no command and may be meant as one. */
function questionAbout(message: Phrase, scene: ParseContext): ClarifyingQuestion | undefined {
  const draft = firstMatch(FRAGMENTS, message, scene)?.result
  return draft && 'question' in draft ? draft : undefined
}

const inOrder = (spans: readonly Span[]) => spans.toSorted((a, b) => a.start - b.start)

function nothing(kind: Reading['kind']): Reading {
  return { kind, intents: [], spans: [], confidence: kind === 'unknown' ? 0 : 1 }
}

type Read = { draft: ClauseResult; sure: number }

function readClause(clause: Phrase, scene: ParseContext): Read | undefined {
  const bare = withoutBefore(clause)
  const core = withoutExcuse(withoutAfter(bare))
  if (isEmpty(core)) return undefined
  const ticked = readTick(clause, core, scene)
  if (ticked) return { draft: ticked, sure: 1 }
  const asTyped = readWished(core, scene) ?? readCore(core, scene)
  if (asTyped)
    return { draft: redirectToListItems(asTyped, scene), sure: isAnchored(core, asTyped) ? 1 : 0.8 }
  const verb = core.tokens[core.from]?.key ?? ''
  const meant = correctVerb(verb)
  if (meant === undefined) return readNear(core, suggestVerb(verb), scene)
  const draft = readCore(withVerb(core, meant), scene)
  return draft && { draft: redirectToListItems(draft, scene), sure: 0.6 }
}

/** A verb too far off to act on, before a task by its number: asked about. */
function readNear(core: Phrase, verb: string | undefined, scene: ParseContext): Read | undefined {
  const read = verb === undefined ? undefined : readCore(withVerb(core, verb), scene)
  if (!read || 'question' in read || !read.intents.some(({ args }) => String(args.task).startsWith('#')))
    return undefined
  const say = `${verb} ${textOf(part(core, core.from + 1, core.to))}`
  return { draft: offer(`Did you mean “${say}”?`, say), sure: 0 }
}

/** `- [x] #3`: a tick before what can be nothing but a task. */
function readTick(clause: Phrase, core: Phrase, scene: ParseContext): ClauseResult | undefined {
  const status = tickOf(clause.tokens[clause.from])
  const found = status && refsSlot.read(core, scene)
  if (!found || found.ask !== undefined) return undefined
  const intents = found.value.map((task): Intent => ({ tool: 'update_task_status', args: { task, status } }))
  return { intents, spans: spanOf(core, 'task') }
}

/** What wraps an order; where it is none, it is read for itself. */
const WISHED = [
  /^(?:i|we) (?:think (?:i|we) |really |just |also |still )?(?:need|have|want|like|forgot|ought|meant|wanted|got) to /,
  /^(?:i|we) (?:think (?:i|we) |really |just |also )?(?:should|must|gotta) (?:probably |also |really )?/,
  /^(?:i've|we've) got to /,
  /^(?:don't|do not|never) (?:let me )?forget to /,
  /^(?:remember|note) to /,
]

/** “I need to see my list”, “I have to add a task …”: orders, where other needs are tasks themselves. */
function readWished(core: Phrase, scene: ParseContext): ClauseResult | undefined {
  const length = WISHED.findIndex((words) => words.test(keysOf(core).slice(0, 6).join(' ')))
  const said = WISHED[length]?.exec(keysOf(core).slice(0, 6).join(' '))?.[0]
  if (said === undefined) return undefined
  const order = part(core, core.from + said.trim().split(' ').length, core.to)
  const draft = readCore(order, scene)
  if (draft && 'question' in draft && keysOf(order).some((key) => ASKED_FOR.test(key))) return draft
  if (!draft || !isAnchored(order, draft)) return undefined
  const plain = 'intents' in draft && draft.intents.every(({ tool }) => ADDS.has(tool) || isReaderName(tool))
  return plain ? draft : undefined
}

function readCore(core: Phrase, scene: ParseContext): ClauseResult | undefined {
  // “have milk on my list” puts it there, “have I milk on my list” asks.
  const asks = /^have (?:i|we|you)$/.test(keysOf(core).slice(0, 2).join(' '))
  const matched = asks || asksWhatToRemember(core) ? undefined : firstMatch(RULES, core, scene)
  if (!matched) return readBoardQuestion(core, scene)
  const { ask, gap, spans } = matched
  if (ask) return { ...ask, spans, gap: gap && endsOf(gap) }
  if ('question' in matched.result) return { spans, ...matched.result }
  return { ...matched.result, spans: [...spans, ...(matched.result.spans ?? [])] }
}

function endsOf({ tokens, from, to }: Phrase): { start: number; end: number } {
  return { start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 }
}

function withVerb(phrase: Phrase, verb: string): Phrase {
  const tokens: Token[] = [...phrase.tokens]
  const first = tokens[phrase.from]
  if (first) tokens[phrase.from] = { ...first, key: verb }
  return { ...phrase, tokens }
}

/** Pieces are tried as if something had been spoken of before: “it” must not be what makes them fail. */
function probeIn(scene: ParseContext): Probe {
  const assumed: ParseContext = { ...scene, it: scene.it ?? '#1', things: scene.things ?? ['it'] }
  return (phrase) => {
    const read = readClause(phrase, assumed)
    if (!read) return undefined
    const { draft } = read
    const intents = 'intents' in draft ? draft.intents : []
    const reads = intents.length > 0 && intents.every(({ tool }) => isReaderName(tool))
    const asks = startsAsking(withoutBefore(phrase))
    const isPlace = /^(?:on|to|in|onto|from|off|for)$/.test(keysOf(phrase)[0] ?? '')
    if (reads && !asks && (phrase.from > 0 || isPlace)) return undefined
    return {
      draft,
      anchored: isAnchored(phrase, draft),
      adds: intents.length > 0 && intents.every(({ tool }) => ADDS.has(tool)),
      looks: reads && asks,
    }
  }
}

function isAnchored(phrase: Phrase, draft: ClauseResult): boolean {
  if ('question' in draft) return false
  const named = draft.intents.some(({ args }) => typeof args.task === 'string' && args.task.startsWith('#'))
  const undoes = draft.intents.some(({ tool }) => tool === 'undo' || tool === 'redo')
  return named || undoes || tokensOf(phrase).some(({ kind, key }) => kind === 'ref' || BOARD_WORD.test(key))
}

/** The message after a question: an answer that completes the earlier message, a new command, or neither. */
import { agentNamed } from '#lib/board/model/agents.ts'
import { isReaderName } from '#lib/board/readers/registry.ts'
import { titlesMeant } from '#lib/board/rules/find-task.ts'
import { readDue } from '../dates/due-date.ts'
import { matchesTaskTitle } from '../rules/lists/match-list-items.ts'
import { readFields } from '../slots/fields.ts'
import { refsSlot } from '../slots/references.ts'
import { isEmpty, keysOf, type Phrase, part, textOf, tokensOf, trim } from '../text/phrase.ts'
import type { KnownTask, ParseContext, Reading, Wants } from '../text/types.ts'
import { ORDINAL_WORDS } from '../text/vocabulary.ts'
import { withoutAfter, withoutBefore } from '../wrapping/politeness.ts'
import { completeWith, type OpenQuestion } from './open-question.ts'

const NO = new Set(
  "no|nope|nah|no thanks|no thank you|never mind|nevermind|nvm|cancel|cancel that|cancel it|forget it|forget that|forget about it|none|none of them|none of these|none of those|neither|neither of them|nothing|stop|leave it|drop it|skip|skip it|don't|do not|not now|doesn't matter|don't bother|let it be|no need".split(
    '|',
  ),
)
const YES = new Set(
  'yes|yeah|yep|yup|sure|ok|okay|y|yes please|please do|do it|do that|go ahead|create it|add it|yes do it|yes create it|yes add it|that one|change them|change them all|of course|right|correct|exactly'.split(
    '|',
  ),
)
const ALL = new Set(
  'both|both of them|all|all of them|all of these|all of those|all three|all four|every one|each of them|them all'.split(
    '|',
  ),
)
const NO_WORDS = new Set('the my that this one ones task tasks please a an number no just only'.split(' '))
const DATED = /^(?:to|by|on|until|till|for|before|at)$/
const PLACED = /^(?:before|after|above|below|under|behind|ahead|right|just|in)$/
const ASKING =
  /^(?:what|what's|when|where|who|why|how|which|is|are|do|does|did|can|could|should|would|will|am|was|were)$/

type Answered = {
  phrase: Phrase
  scene: ParseContext
  /** The message on its own. */
  alone: Reading
  standing: OpenQuestion
  read(text: string): Reading
}

export function answered({ phrase, scene, alone, standing, read }: Answered): Reading | undefined {
  const { asked, source } = standing
  const said = keysOf(trim(withoutMention(phrase), ({ kind }) => kind === 'mark' || kind === 'break')).filter(
    (key) => key !== ',',
  )
  const words = said.join(' ')
  if (NO.has(words)) return { kind: 'dropped', intents: [], spans: [], confidence: 1, completes: source }
  const completing = (sentences: readonly string[]) => firstWhole(sentences, source, asked.question, read)
  const [first] = standing.choices
  const isYes = YES.has(words) || (asked.among !== undefined && ALL.has(words))
  if (first && asked.choices && isYes) return completing([first.say])
  const core = withoutAfter(withoutBefore(phrase))
  if (isEmpty(core)) return undefined
  if (asked.among) {
    const meant = pick(core, words, asked.among)
    return meant === undefined ? undefined : completing(completeWith(standing, meant))
  }
  const { wants } = asked
  const fitting = wants && fits(wants, core, scene)
  if (fitting) return completing(completeWith(standing, writtenAs(fitting)))
  // “errands” alone asks for a list, but can also be the name of a category.
  const isName = wants === 'name' && said.length === 1
  const isText = wants === 'text' || wants === 'name'
  if (!isText || (!isName && isOfItsOwn(alone, scene)) || asks(core)) return undefined
  return completing(completeWith(standing, writtenAs(withoutMention(phrase))))
}

/** The first sentence that is a command, else the first that leads to another question. */
function firstWhole(
  sentences: readonly string[],
  source: string,
  question: string,
  read: (text: string) => Reading,
): Reading | undefined {
  const readings = sentences.map((whole) => ({ ...read(whole), whole, completes: source }))
  return (
    readings.find(({ kind, unread }) => kind === 'commands' && unread === undefined) ??
    readings.find((reading) => reading.kind === 'question' && reading.question !== question)
  )
}

function fits(wants: Wants, core: Phrase, scene: ParseContext): Phrase | undefined {
  const bare = DATED.test(keysOf(core)[0] ?? '') ? part(core, core.from + 1, core.to) : core
  switch (wants) {
    case 'text':
    case 'name':
      return undefined
    case 'due':
      return readDue(bare, scene) && bare
    case 'fields':
      return readFields(core, scene, 'edit') ? core : readDue(bare, scene) && core
    case 'task':
      return refsSlot.read(core, scene) || matchesTaskTitle(scene, textOf(core)) ? core : undefined
    case 'place':
      return PLACED.test(keysOf(core)[0] ?? '') && core.to - core.from <= 12 ? core : undefined
    default:
      return wants satisfies never
  }
}

/** `#3`, `the second one`, `the last`, `both`, `the dentist one`: as numbers of the tasks it may be. */
function pick(core: Phrase, words: string, among: readonly KnownTask[]): string | undefined {
  const named = (tasks: readonly KnownTask[]) => tasks.map(({ number }) => `#${number}`).join(' and ')
  if (ALL.has(words)) return named(among)
  const tokens = tokensOf(core).filter(
    ({ key }) => !NO_WORDS.has(key) && key !== ',' && key !== 'and' && key !== '&',
  )
  const places = tokens.map(({ kind, key, text }) => {
    const number = kind === 'ref' || kind === 'number' ? Number.parseInt(text.replace(/\D/g, ''), 10) : -1
    const ordinal = Number.parseInt(/^(\d{1,3})(?:st|nd|rd|th)$/.exec(key)?.[1] ?? '', 10)
    const place =
      kind === 'number' ? number : ordinal || ORDINAL_WORDS.indexOf(key as (typeof ORDINAL_WORDS)[number])
    return among.find((task) => task.number === number) ?? (key === 'last' ? among.at(-1) : among[place - 1])
  })
  const found = places.filter((task) => task !== undefined)
  if (found.length > 0 && found.length === tokens.length) return named([...new Set(found)])
  const meant = titlesMeant(tokens.map(({ text }) => text).join(' '), among)
  return tokens.length > 0 && meant.length === 1 ? named(meant) : undefined
}

/** A command to this board, whatever was asked: words that name no task of it may be the answer all the same. */
function isOfItsOwn({ kind, intents, confidence }: Reading, scene: ParseContext): boolean {
  if (kind !== 'commands') return kind === 'help' || kind === 'question'
  if (confidence === 1 || scene.context.tasks === undefined) return true
  return intents.every(({ tool, args: { task } }) => {
    if (isReaderName(tool) || typeof task !== 'string' || task.startsWith('#')) return true
    return matchesTaskTitle(scene, task)
  })
}

function asks(core: Phrase): boolean {
  return (
    ASKING.test(keysOf(core)[0] ?? '') || core.tokens[core.to]?.key === '?' || keysOf(core).at(-1) === '?'
  )
}

/** As it stands there, quotes and lines kept. */
function writtenAs({ source, tokens, from, to }: Phrase): string {
  return source.slice(tokens[from]?.start, tokens[to - 1]?.end)
}

function withoutMention(phrase: Phrase): Phrase {
  const [first = ''] = keysOf(phrase)
  const isMention =
    first === 'taskboard' || (first.startsWith('@') && agentNamed(first.slice(1)) !== undefined)
  const rest = isMention ? part(phrase, phrase.from + 1, phrase.to) : phrase
  return isMention && /^[,:]$/.test(keysOf(rest)[0] ?? '') ? part(rest, rest.from + 1, rest.to) : rest
}

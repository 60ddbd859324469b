/** Commands beyond this board: memories, the library, earlier messages, and other agents. */
import { wordsOf } from '#lib/board/text/search-words.ts'
import { WHAT_FACT } from '../../slots/clarifications.ts'
import { textSlot } from '../../slots/fields.ts'
import { formsOver, type Slot } from '../../text/pattern.ts'
import { keysOf, type Phrase, textOf, tokensOf } from '../../text/phrase.ts'
import type { ClauseResult } from '../../text/types.ts'
import { ask, call, draft, type Rule } from '../grammar.ts'
import { agentSlot } from '../hand-off.ts'
import { REMEMBER } from './fact-commands.ts'

/** A sentence about oneself: “I plan in two-week sprints”, “my sister is Ana”, “we deploy on Tuesdays”. */
const selfSlot: Slot<string> = {
  role: 'value',
  max: 40,
  read(phrase) {
    const keys = keysOf(phrase)
    const isOwn = /^(?:i|i'm|i've|i'd|i'll|my|we|we're|we've|our|me)$/.test(keys[0] ?? '')
    return isOwn && keys.length > 2 ? { value: textOf(phrase) } : undefined
  },
}

/** Search words; only a question mark or small words don’t count. */
const topicSlot: Slot<string> = {
  role: 'value',
  max: 20,
  read(phrase) {
    const text = textOf(phrase)
    const isTopic = tokensOf(phrase).every(({ kind }) => kind !== 'break') && wordsOf(text).length > 0
    return isTopic ? { value: text } : undefined
  },
}

/** `handbook.md`, `"Travel rules"`: the name of a file, or one in quotes. */
const fileSlot: Slot<string> = {
  role: 'value',
  max: 1,
  read(phrase) {
    const only = phrase.tokens[phrase.from]
    const isFile = only?.kind === 'quote' || /\.[a-z]{2,4}$/.test(only?.key ?? '')
    return isFile ? { value: textOf(phrase) } : undefined
  },
}

const NO_DOCUMENT =
  /^(?:lists?|board|tasks?|todos?|chat|conversation|history|messages?|talk|memory|state|weather|news|calendar|library|documents?|docs?|files?|knowledge|base|texts?|papers?)$/

/** Also `the handbook`, after words that only fit a document. */
const documentSlot: Slot<string> = {
  role: 'value',
  max: 6,
  read(phrase, scene) {
    const keys = keysOf(phrase)
    const isNamed = /^(?:the|my|our)$/.test(keys[0] ?? '') && keys.length > 1
    if (!isNamed) return fileSlot.read(phrase, scene)
    return NO_DOCUMENT.test(keys.at(-1) ?? '')
      ? undefined
      : { value: textOf({ ...phrase, from: phrase.from + 1 }) }
  },
}

const tagSlot: Slot<string> = {
  role: 'value',
  max: 2,
  read: (phrase) => (/^#?[\p{L}\p{N}_-]+$/u.test(textOf(phrase)) ? { value: textOf(phrase) } : undefined),
}

const form = formsOver({
  self: selfSlot,
  topic: topicSlot,
  document: documentSlot,
  file: fileSlot,
  tag: tagSlot,
  agent: agentSlot,
  text: textSlot,
})

const KEEP = 'remember|memorise|memorize|keep_in_mind|bear_in_mind|note|know|learn|always_remember'
const ALWAYS =
  'for_good|forever|always|everywhere|for_all_boards|for_all_my_boards|on_all_boards|on_every_board|across_boards|in_every_conversation|from_now_on|permanently'
const YOURS = 'about_me|about_us|of_me|about_myself'
const LIBRARY = 'library|documents|docs|files|knowledge|knowledge_base|texts|papers'

const keep = ({ self }: { self: string }): ClauseResult => draft(call('remember', { fact: self }))
const keepText = ({ text }: { text: Phrase }): ClauseResult => draft(call('remember', { fact: textOf(text) }))
const recall = ({ topic }: { topic?: string }): ClauseResult => draft(call('recall', { words: topic }))
const search = (found: { topic: string; document?: string; tag?: string }): ClauseResult =>
  draft(
    call('search_knowledge', {
      query: found.topic,
      document: found.document,
      tags: found.tag === undefined ? undefined : [found.tag.replace(/^#/, '')],
    }),
  )
const inFile = ({ topic, file }: { topic: string; file: string }) => search({ topic, document: file })
const said = ({ topic }: { topic: string }): ClauseResult => draft(call('search_history', { query: topic }))

/** Tried before values: words that ask for a memory. */
export const FOR_GOOD: readonly Rule[] = [
  form(`${KEEP} ${ALWAYS} that|:? <text>`, keepText),
  form(`${KEEP} about_me ${ALWAYS}? that|: <text>`, keepText),
  form('add|save|put|write <text> to|in|into my|your memory|memories', keepText),
]

/** Tried after values: facts about the user that don’t fit a named value. */
export const MEMORIES: readonly Rule[] = [
  form(`${KEEP} that|: <self>`, keep),
  form(`${KEEP} <self>`, keep),
  form("don't_forget|do_not_forget|never_forget that <self>", keep),
  form('for_the_record|fyi :|,|that? <self>', keep),
  form('forget|unlearn that <self>', ({ self }) => draft(call('forget', { fact: self }))),
  form('forget|unlearn what|everything you? know|remember|i_told_you? about <topic>', ({ topic }) =>
    draft(call('forget', { fact: topic })),
  ),
  form('remove|delete|erase|take <topic> from|out_of|off my|your memory|memories', ({ topic }) =>
    draft(call('forget', { fact: topic })),
  ),
]

/** Asks back if it is neither. */
export const UNCLEAR_FACTS: readonly Rule[] = [form(`${REMEMBER} that|: <text>`, () => ask(WHAT_FACT))]

const PART_MISSING = 'What should they do? For example: ask the planner to plan my day.'

export const HAND_OVERS: readonly Rule[] = [
  form('ask|tell|let|have|get <agent>', () => ask(PART_MISSING)),
  form('hand|pass|give this|that|it over? to <agent>', ({ agent }) =>
    draft(call('hand_over', { agent, part: 'Go on with this.' })),
  ),
]

/** Questions; they change nothing. */
export const BEYOND_QUESTIONS: readonly Rule[] = [
  form(`what do|have|did you know|remember|remembered|learned ${YOURS} ${ALWAYS}`, recall),
  form(
    'what|which facts|memories|things? do|have you remember|remembered|have|keep|kept on_all_boards|across_boards|for_all_boards|for_good|in_your_memory',
    recall,
  ),
  form('recall|show|list|read my|all|your|the? memories|facts_about_me', recall),
  form('recall everything|all? about_me?', recall),
  form(`recall what? you? know|remember|i_told_you? about? <topic>`, recall),
  form('what do|did you know|remember|recall about|of <topic>', recall),
  form('do you remember|know|recall how|what|that|where|when|which|who|if|whether <topic>', recall),
  form(
    'what|anything|something? does|do|did|is <document> say|says|tell|tell_us|mention|mentions|state|states|require|recommend anything|something? about|on|regarding|concerning|for <topic>',
    search,
  ),
  form('what is|are|does|do <topic> according_to <document>', search),
  form('according_to <document> ,? what|how|when|where|who|which|is|are|can|do|does <topic>', search),
  form(
    `search|look|check|go_through|query|ask|scan in|into|at? my|the|our|all? ${LIBRARY} tagged|with_the_tag|with_tag|labelled <tag> for|about|on|: <topic>`,
    search,
  ),
  form(
    `search|look|check|go_through|query|ask|scan in|into|at? my|the|our|all? ${LIBRARY} for|about|on|: <topic>`,
    search,
  ),
  form('search|look|check|go_through|read|scan in|into|at? <file> for|about|on|: <topic>', inFile),
  form(
    `search|look|look_up|look_for|find for? <topic> in|from|across|through my|the|our|all? ${LIBRARY}`,
    search,
  ),
  form(`search|look|look_up|look_for|find for? <topic> in <file>`, inFile),
  form(`what do|does my|the|our ${LIBRARY} say|tell|know about|on <topic>`, search),
  form(
    'what|when|where|how|how_often did|have|had i|we|you say|tell|told|said|mention|mentioned|write|wrote|talk|talked|ask|asked you|me? about|of|on|for? <topic>',
    said,
  ),
  form(
    'search|look|look_through|scan|check in|through? this|the|our|my? chat|conversation|history|messages|talk|discussion for|about|: <topic>',
    said,
  ),
  form(
    'find|look_up|look_for|search|search_for where|when|what? i|we? said|mentioned|wrote|talked_about|told_you|discussed about? <topic>',
    said,
  ),
  form('find <topic> in this|the|our|my? chat|conversation|chat_history|history|messages|old_messages', said),
  form(
    'did i|we|you ever? say|mention|write|tell|talk_about|ask anything|something|you? about? <topic>',
    said,
  ),
]

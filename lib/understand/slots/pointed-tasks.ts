/** References to several tasks: “them”, “the last three”. */
import { joinWords } from '#lib/board/text/text.ts'
import { keysOf, type Phrase } from '../text/phrase.ts'
import { type ReadSet, setOf, unclear } from '../text/task-set.ts'
import type { ParseContext } from '../text/types.ts'
import { NUMBER_WORDS } from '../text/vocabulary.ts'
import { offer, WHICH_OF_MANY } from './clarifications.ts'

const THEM =
  /^(?:(?:all|both|each) (?:of )?)?(?:them|these|those)(?: (?:all|both|two|three|four|tasks|ones|items))*$|^both$/
/** The first or last tasks of a list, in its order. */
const COUNTED = new RegExp(
  `^(?:the |my )?(first|last|top|bottom) (\\d{1,2}|${NUMBER_WORDS.slice(2).join('|')})(?: (?:tasks?|ones?|items?|todos?|things))?$`,
)

export function readThem(phrase: Phrase, scene: ParseContext): ReadSet | undefined {
  return THEM.test(keysOf(phrase).slice(0, 12).join(' ')) ? them(phrase, scene) : undefined
}

/** The last mentioned tasks, or the list that was last shown, unless several tasks were removed since. */
function them(
  phrase: Phrase,
  { names = [], context: { shown = [], tasks = [], removed } }: ParseContext,
): ReadSet {
  const gone = removed?.numbers ?? []
  const wentSince = shown.length === 0 || gone.some((number) => shown.includes(number))
  if (names.length === 0 && gone.length > 1 && wentSince) {
    const numbers = joinWords(gone.map((number) => `#${number}`))
    return unclear(phrase, offer(`${numbers} were removed. Put them back?`, 'put them back', 'Put them back'))
  }
  const said = names.length > 0 ? [...names] : shown.map((number) => `#${number}`)
  const known = tasks.filter(({ number }) => said.includes(`#${number}`))
  const made = said.filter((name) => !name.startsWith('#') || tasks.length === 0)
  const of = setOf(known, known, phrase)
  const value = {
    ...of,
    tasks: said,
    whole: said,
    begun: [...of.begun, ...made],
    finished: [...of.finished, ...made],
  }
  return { value, ask: said.length === 0 ? WHICH_OF_MANY : undefined, explicit: said.length > 0 }
}

/** “the last three”, counted in the list that was last shown. */
export function readCounted(phrase: Phrase, scene: ParseContext): ReadSet | undefined {
  const counted = COUNTED.exec(keysOf(phrase).slice(0, 6).join(' '))
  return counted ? firstOrLast(phrase, counted, scene) : undefined
}

function firstOrLast(
  phrase: Phrase,
  [, end = '', count = '']: RegExpExecArray,
  scene: ParseContext,
): ReadSet {
  const { shown = [], tasks = [] } = scene.context
  const n = Number(count) || NUMBER_WORDS.indexOf(count as (typeof NUMBER_WORDS)[number])
  const numbers = /^(?:first|top)$/.test(end) ? shown.slice(0, n) : shown.slice(-n)
  const known = tasks.filter(({ number }) => numbers.includes(number))
  const said = numbers.map((number) => `#${number}`)
  const ask = said.length === n && n > 0 ? undefined : WHICH_OF_MANY
  return { value: { ...setOf(known, known, phrase), tasks: said, whole: said }, ask, explicit: false }
}

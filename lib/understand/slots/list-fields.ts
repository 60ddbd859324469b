/** Fields of tasks that hold several short texts, in sentences: `label: phone`, `labelled waiting`, `the label “on hold”`. */
import type { Slot } from '../text/pattern.ts'
import { keysOf, type Phrase, split, textOf, tokensOf } from '../text/phrase.ts'

/** Each: the field of a task, the filter that asks for one of its values, and the words that people say for it. */
export const LIST_FIELDS = [
  {
    name: 'labels',
    filter: 'label',
    noun: 'label|labels|tag|tags',
    said: 'labelled|labeled|tagged',
    verb: 'label|tag',
    clear: 'unlabel|untag',
  },
] as const
export type ListField = (typeof LIST_FIELDS)[number]
export type ListFieldName = ListField['name']

/** Words that join what is said of a task: none of them is part of a value. */
const JOINING =
  /^(?:to|from|on|onto|off|of|in|as|at|by|for|with|without|and|or|the|a|an|is|are|it|that|this|them|all|any|no|due|label|labels|tag|tags|category|priority|task|tasks|list)$/
const MOST_WORDS = 3
/** The command refuses what is too long for it: this bounds what is looked at. */
const LONGEST = 80

/** One value: up to three words, or what is in quotes; `#waiting` is as `waiting`. */
export const listValueSlot: Slot<string> = {
  role: 'field',
  max: MOST_WORDS,
  read(phrase) {
    const value = textOf(phrase).replace(/^#/, '')
    const tokens = tokensOf(phrase)
    const isName = tokens.every(
      ({ kind, key }) => kind === 'quote' || kind === 'number' || (kind === 'word' && !JOINING.test(key)),
    )
    const isValue = isName && value !== '' && value.length <= LONGEST && !/[,#@]/.test(value)
    return isValue ? { value } : undefined
  },
}

/** `phone`, `phone and urgent`, `phone, urgent`. */
export const listValuesSlot: Slot<string[]> = {
  role: 'field',
  max: MOST_WORDS * 4,
  read(phrase: Phrase, scene) {
    const found = split(phrase, ({ key }) => /^(?:,|and|&)$/.test(key)).map((piece) =>
      listValueSlot.read(piece, scene),
    )
    const value = found.flatMap((one) => one?.value ?? [])
    const isWhole = !/^(?:,|and|&)$/.test(keysOf(phrase).at(-1) ?? '')
    return isWhole && value.length > 0 && value.length === found.length ? { value } : undefined
  },
}

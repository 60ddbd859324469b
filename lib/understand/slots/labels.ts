/** Labels of tasks in sentences: `label: phone`, `labelled waiting`, `the label “on hold”`. */
import { LIMITS } from '#lib/limits.ts'
import type { Slot } from '../text/pattern.ts'
import { keysOf, type Phrase, split, textOf, tokensOf } from '../text/phrase.ts'

export const LABEL = 'label|labels|tag|tags'
export const LABELLED = 'labelled|labeled|tagged'

/** Words that join what is said of a task: none of them is part of a label. */
const JOINING =
  /^(?:to|from|on|onto|off|of|in|as|at|by|for|with|without|and|or|the|a|an|is|are|it|that|this|them|all|any|no|due|label|labels|tag|tags|category|priority|task|tasks|list)$/
const MOST_WORDS = 3

/** One label: up to three words, or what is in quotes; `#waiting` is as `waiting`. */
export const labelSlot: Slot<string> = {
  role: 'label',
  max: MOST_WORDS,
  read(phrase) {
    const value = textOf(phrase).replace(/^#/, '')
    const tokens = tokensOf(phrase)
    const isName = tokens.every(
      ({ kind, key }) => kind === 'quote' || kind === 'number' || (kind === 'word' && !JOINING.test(key)),
    )
    const isLabel = isName && value !== '' && value.length <= LIMITS.labelChars && !/[,#@]/.test(value)
    return isLabel ? { value } : undefined
  },
}

/** `phone`, `phone and urgent`, `phone, urgent`. */
export const labelsSlot: Slot<string[]> = {
  role: 'label',
  max: MOST_WORDS * 4,
  read(phrase: Phrase, scene) {
    const found = split(phrase, ({ key }) => /^(?:,|and|&)$/.test(key)).map((piece) =>
      labelSlot.read(piece, scene),
    )
    const value = found.flatMap((one) => one?.value ?? [])
    const isWhole = !/^(?:,|and|&)$/.test(keysOf(phrase).at(-1) ?? '')
    return isWhole && value.length > 0 && value.length === found.length ? { value } : undefined
  },
}

/** The slots of commands and questions about values. */

import type { Slot } from '../../text/pattern.ts'
import { keysOf, type Phrase, textOf, tokensOf } from '../../text/phrase.ts'
import type { ParseContext } from '../../text/types.ts'
import { NUMBER_WORDS } from '../../text/vocabulary.ts'
import { at, isCounter, type Named, nameOf } from './fact-keys.ts'

const NAME_TOKENS = 6
const VALUE_CHARS = 200

function named(holds: (name: Named, phrase: Phrase, scene: ParseContext) => boolean): Slot<Named> {
  return {
    role: 'key',
    max: NAME_TOKENS,
    read(phrase, scene) {
      const name = nameOf(phrase, scene)
      return name && holds(name, phrase, scene) ? { value: name } : undefined
    },
  }
}

/** A fact about the user: `my name`, `our favourite food`. */
export const ownSlot = named(({ isMine, isSure }) => isMine && isSure)
/** An existing value, or a name without another meaning. */
export const keySlot = named(({ isSure }) => isSure)
export const heldSlot = named(({ isHeld }) => isHeld)
/** Any name: the words around it say that it is a value. */
export const anyKeySlot = named((_, phrase) => /^(?:my|our|the|this)$/.test(keysOf(phrase)[0] ?? ''))
/** An existing number, or the name of a counter. */
export const counterSlot = named(
  ({ path }, phrase, scene) => typeof at(scene, path) === 'number' || isCounter(keysOf(phrase)),
)
const NO_COUNTERS = /^(?:it|that|this|them|task|tasks|priority|everything|all|me|us|by|to)$/
/** “increment” is only used for counters. */
export const countedSlot = named(
  (_, phrase) => tokensOf(phrase).length <= 3 && !NO_COUNTERS.test(keysOf(phrase).at(-1) ?? ''),
)

const NO_VALUE =
  /^(?:not|no|what|who|where|why|how|when|which|too|very|so|wrong|unknown|broken|lost|being|going|missing|on|in|at|to|is|are|from|empty|full|the_same|of)$/

/** The value: a few words, not a sentence. */
export const valueSlot: Slot<Phrase> = {
  role: 'value',
  max: 40,
  read(phrase) {
    const first = phrase.tokens[phrase.from]
    if (!first || (first.kind !== 'quote' && NO_VALUE.test(first.key))) return undefined
    return textOf(phrase).length <= VALUE_CHARS ? { value: phrase } : undefined
  },
}

/** A name starts with a capital letter: “call me Ana”, not “call me later”. */
export const properSlot: Slot<Phrase> = {
  role: 'value',
  max: 4,
  read(phrase) {
    const tokens = tokensOf(phrase)
    return tokens.every(({ kind, text }) => kind === 'quote' || /^\p{Lu}/u.test(text))
      ? { value: phrase }
      : undefined
  },
}

export const ageSlot: Slot<number> = {
  role: 'value',
  max: 1,
  read(phrase) {
    const token = phrase.tokens[phrase.from]
    const value = token?.kind === 'number' ? Number(token.text) : 0
    return value > 0 && value < 150 ? { value } : undefined
  },
}

const TIMES: Readonly<Record<string, number>> = { once: 1, twice: 2, thrice: 3 }

/** `three times`, `by 3`, `twice`, `5`. */
export const timesSlot: Slot<number> = {
  role: 'value',
  max: 3,
  read(phrase) {
    const written = keysOf(phrase)
      .join(' ')
      .replace(/^(?:by|another|again) /, '')
      .replace(/ (?:times|more|points?)$/, '')
    if (Object.hasOwn(TIMES, written)) return { value: TIMES[written] as number }
    const word = NUMBER_WORDS.indexOf(written as (typeof NUMBER_WORDS)[number])
    if (word > 0) return { value: word }
    return /^\d{1,9}(?:\.\d{1,4})?$/.test(written) ? { value: Number(written) } : undefined
  },
}

const THEMES: Readonly<Record<string, readonly string[]>> = {
  dark: ['dark', 'black', 'night'],
  light: ['light', 'white', 'bright', 'day'],
  system: ['system', 'auto', 'automatic', 'default'],
}

export const themeSlot: Slot<string> = {
  role: 'value',
  max: 1,
  read(phrase) {
    const key = keysOf(phrase)[0] ?? ''
    const value = Object.keys(THEMES).find((theme) => THEMES[theme]?.includes(key))
    return value === undefined ? undefined : { value }
  },
}

/** What a message begins with before it comes to the point: where one is, or the list that is to be changed. */
import { textSlot } from '../slots/fields.ts'
import { listSlot, type Place } from '../slots/lists.ts'
import { firstMatch, formsOver } from '../text/pattern.ts'
import { keysOf, type Phrase, part } from '../text/phrase.ts'
import type { Token } from '../text/tokens.ts'
import type { ParseContext } from '../text/types.ts'
import { withoutBefore } from './politeness.ts'

const form = formsOver({ list: listSlot, text: textSlot })

/** “by adding” is “add”. */
const VERBS: ReadonlyMap<string, string> = new Map([
  ['adding', 'add'],
  ['including', 'include'],
  ['inserting', 'insert'],
  ['putting', 'put'],
  ['removing', 'remove'],
  ['deleting', 'delete'],
  ['erasing', 'erase'],
  ['dropping', 'drop'],
  ['clearing', 'clear'],
  ['taking', 'take'],
])
const ORDERS = new Set([...VERBS.values(), 'append', 'cross', 'scratch', 'strike', 'wipe', 'empty'])

type Led = { phrase: Phrase; list?: Place }

const ERRANDS = [
  form(
    'update|edit|change|modify|fix|adjust|revise|amend|correct <list> ,|:|-|;|.|–? and|by|so|then|to|please? please|can_you|could_you? <text>',
    ({ list, text }): Led | undefined => {
      const key = keysOf(text)[0] ?? ''
      const verb = VERBS.get(key) ?? key
      return ORDERS.has(verb) ? { phrase: withVerb(text, verb), list } : undefined
    },
  ),
]

const WHO = /^(?:i'm|we're|i|we|since|as|while|when|before|if|now|because)$/
const WHERE =
  /^(?:at|in|inside|near|by|here|going|heading|headed|about|on|off|out|ready|leaving|go|am|are|get|getting|shopping|standing|stopping|driving|walking|running|planning)$/
const ASKS = /^(?:what|what's|which|where|how|do|did|tell|show|read|give)$/
const LIST = /^(?:lists?|board|tasks?|todos?)$/
/** So far from its beginning is the point of a message sought. */
const LONGEST = 14

/** The point of the message, and the list it was said to be about. */
export function toThePoint(message: Phrase, scene: ParseContext): Led {
  const bare = withoutBefore(message)
  const errand = firstMatch(ERRANDS, bare, scene)?.result
  if (errand) return errand
  const phrase = afterWhere(bare)
  return { phrase: phrase === bare ? message : phrase }
}

/** “I'm heading to the store, what do I need”: where one is says nothing to a board. */
function afterWhere(message: Phrase): Phrase {
  const keys = keysOf(part(message, message.from, Math.min(message.to, message.from + LONGEST)))
  if (!WHO.test(keys[0] ?? '') || !keys.slice(1, 4).some((key) => WHERE.test(key))) return message
  const at = keys.findIndex((key, i) => i > 2 && ASKS.test(key))
  const before = keys.slice(0, at)
  if (at < 0 || before.some((key) => LIST.test(key)) || /^(?:to|see|know|and)$/.test(keys[at - 1] ?? ''))
    return message
  return part(message, message.from + at, message.to)
}

function withVerb(phrase: Phrase, verb: string): Phrase {
  const tokens: Token[] = [...phrase.tokens]
  const first = tokens[phrase.from]
  if (first) tokens[phrase.from] = { ...first, key: verb }
  return { ...phrase, tokens }
}

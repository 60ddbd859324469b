/** Whether the user's own message asks to remember or forget a fact. Other texts that a model reads can’t ask for it. */
import { fold } from '#lib/board/text/text.ts'
import type { MemoryChange } from '#lib/board/wire/events.ts'
import { stemsOf } from './search.ts'

/** In the request: “Remember that I like tea”, “please don’t forget …”, “…, and keep in mind that …”. */
const POLITE =
  "(?:please|pls|kindly|just|also|now|hey|hi|hello|ok|okay|thanks|@?\\w*board|can you|could you|would you|will you|i want you to|i(?:'d| would) like you to|always|from now on)"
const START = `(?:^|[.!?;,]\\s*|\\b(?:and|then|but|so)\\s+)(?:${POLITE}[\\s,]+)*`
const OF_MEMORY = '(?:to|in|into|from|out of|off) (?:my|your|the) memor(?:y|ies)\\b'
const VERBS: Readonly<Record<MemoryChange['did'], string>> = {
  remember: `(?:remember|memori[sz]e|(?:keep|bear) in mind|(?:do not|don't|never) forget|note|(?:make|take) a note|learn|know|for the record|fyi|(?:add|save|put|store|write)(?=.*${OF_MEMORY}))`,
  forget: `(?:forget|unlearn|(?:do not|don't|stop) remember(?:ing)?|(?:remove|delete|erase|take|clear|wipe)(?=.*${OF_MEMORY}))`,
}
const REQUESTS = {
  remember: new RegExp(`${START}${VERBS.remember}\\b`),
  forget: new RegExp(`${START}${VERBS.forget}\\b`),
} as const

const EVERYTHING =
  /\b(?:everything|all (?:of it|you know|facts|memories)|what(?:ever)? you (?:know|remember))\b/
const NEGATIVE = /\b(?:no|not|never|without|cannot)\b|n't\b/
/** Words that a model adds to turn the message into a sentence. */
const ADDED: ReadonlySet<string> = new Set(stemsOf('user users name prefers wants likes'))

/**
 * `text`: the fact that would be remembered, or the one that would be forgotten. Only the first line counts, without
 * what is quoted or follows a colon before the request: that may be pasted.
 */
export function isToldBy(message: string, did: MemoryChange['did'], text: string): boolean {
  const own = ownWords(message)
  const found = REQUESTS[did].exec(own)
  if (!found || /:(?!\d)/.test(own.slice(0, found.index))) return false
  const said = own.replace(found[0], ' ')
  const held = new Set(stemsOf(said))
  const words = stemsOf(text)
  if (did === 'forget') return EVERYTHING.test(said) || words.some((word) => held.has(word))
  if (NEGATIVE.test(plain(text)) && !NEGATIVE.test(said)) return false
  return words.every((word) => held.has(word) || ADDED.has(word))
}

function ownWords(message: string): string {
  const [first = ''] = message.trim().split('\n')
  return plain(first.replace(/“[^”]*”?|"[^"]*"?|«[^»]*»?|`[^`]*`?/g, ' ')).trim()
}

const plain = (text: string) => fold(text).replaceAll('’', "'")

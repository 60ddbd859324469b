/** Recognizes messages that say yes or no and nothing else. */

const IT =
  '(?: (?:it|this|that|them|these|those|all|both|everything|all of (?:it|this|that|them|these|those)))'
const YES =
  'yes|y|yeah|yep|yup|sure|sure thing|ok|okay|alright|all right|fine|of course|certainly|absolutely|definitely|agreed|' +
  `sounds good|go for it|proceed|go ahead(?: and do${IT})?|do${IT}|do so|please do|(?:allow|approve|confirm|accept)${IT}?|allowed|approved|confirmed`
const NO =
  'no|n|nope|nah|no way|not now|never mind|nevermind|nvm|better not|rather not|' +
  `(?:deny|reject|decline|refuse|cancel|stop|abort)${IT}?|forget${IT}|(?:leave|keep)${IT}|(?:don't|dont|do not)(?: do(?:${IT}| so))?`
const POLITE = 'please|pls|thanks|thank you|thx'

/** Longer messages are neither; this also bounds the work. */
const MOST_CHARS = 80

const onlyOf = (...phrases: string[]) => new RegExp(`^(?:(?:${phrases.join('|')})(?: |$))+$`)
const IS_YES = onlyOf(YES, POLITE)
// “ok, cancel that” is a no.
const IS_NO = onlyOf(NO, POLITE, 'ok|okay|alright|all right')
const IS_POLITE = onlyOf(POLITE)

/** `null` for anything else, including “yes, but …” and “yes?”. */
export function consentIn(text: string): 'allow' | 'deny' | null {
  if (text.length > MOST_CHARS) return null
  const words = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/@taskboard\b/g, ' ')
    .replace(/[\s.,;:!…–—-]+/g, ' ')
    .trim()
  if (IS_POLITE.test(words)) return null
  if (IS_YES.test(words)) return 'allow'
  return IS_NO.test(words) ? 'deny' : null
}

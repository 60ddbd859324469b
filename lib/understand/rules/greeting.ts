/** A greeting and nothing else. */
import { keysOf, type Phrase } from '../text/phrase.ts'

const GREETING =
  /^(?:(?:hi|hello|hey|hiya|howdy|yo|greetings|good (?:morning|afternoon|evening|day))(?: (?:there|again|taskboard|everyone|you))?|welcome back|i'm back|i am back)$/

export function isGreeting(message: Phrase): boolean {
  const words = keysOf(message).filter((key) => /[\p{L}\p{N}]/u.test(key) && !key.startsWith('@'))
  return GREETING.test(words.join(' '))
}

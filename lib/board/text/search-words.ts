/** The distinctive words of a text, for searches. */
import { fold } from './text.ts'

const SMALL: ReadonlySet<string> = new Set(
  (
    'a about also am an and any are as at be been but by can could did do does for from had has have he her his how i if ' +
    'in into is it its just m me my no not of on or our re s say said says she should so some t tell than that the their ' +
    'them then there they this to too us ve was we were what when where which who whom whose why will with would you your'
  ).split(' '),
)

/** Folded, each once, without small words unless there are no others. */
export function wordsOf(text: string): string[] {
  const all = [...new Set(fold(text).match(/[\p{L}\p{N}]+/gu))]
  const telling = all.filter((word) => !SMALL.has(word))
  return telling.length > 0 ? telling : all
}

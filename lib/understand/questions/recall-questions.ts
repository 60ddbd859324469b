/** “What was it that I wanted to remember?”: the tasks, asked for in any order of these words. */
import type { Phrase } from '../text/phrase.ts'
import { keysOf } from '../text/phrase.ts'

const WORDS = new Set(
  (
    'what which something somethings mind bear keep store things thing stuff items were was am are is it they them those these the that this a some list of my reminders reminder ' +
    "i i'm i've me you we to not about do did don't had have has been be get got want wanted wants need needed supposed going trying told tell asked ask " +
    'asking help know remember reminded remind forget recall think before again earlier later today yesterday tomorrow this morning please for in on from ' +
    "there all any wish wished meant should must gotta make sure show read give can could would will let's see what's were what're might if , . ? ! and so but"
  ).split(' '),
)
const REMEMBER = /^(?:remember|reminded|remind|forget|recall|mind)$/
const MEANT =
  /^(?:want|wanted|need|needed|supposed|trying|told|tell|ask|asked|asking|meant|going|had|have|wished|should|must)$/
const ASKED = /^(?:what|what's|which|things|thing|stuff|items|reminders)$/
const LONGEST = 22

export function asksWhatToRemember(phrase: Phrase): boolean {
  const keys = keysOf(phrase)
  if (keys.length > LONGEST || keys.length < 4 || !keys.every((key) => WORDS.has(key))) return false
  const asked = keys.findIndex((key) => ASKED.test(key))
  const order = /^(?:remember|remind|forget|don't)$/.test(keys[0] ?? '') && keys[1] !== 'me'
  if (asked < 0 || order) return false
  const isMine = keys.some((key) => /^(?:i|i'm|i've|my|we|me)$/.test(key))
  const remembers = keys.findLastIndex((key) => REMEMBER.test(key))
  const recalls = remembers >= 0 && keys.some((key) => MEANT.test(key))
  const reminders = keys.includes('reminders') && keys.some((key) => /^(?:what|what's|which)$/.test(key))
  return isMine && (recalls || reminders)
}

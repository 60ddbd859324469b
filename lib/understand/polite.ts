/** The wrapping around a request that asks for nothing itself: greetings, “can you please”, the mention, thanks. */
import { type Phrase, part } from './phrase.ts'

const BEFORE = phrases(
  '@taskboard|taskboard|olly|alexa|pda|siri|cortana|hey google|ok google|hey|hi|hello|yo|ok|okay|alright|right|so|well|now|oh|oops|ah|um|please|kindly|just|also|then|next|' +
    'finally|first|firstly|secondly|lastly|and|but|plus|can you|could you|would you|will you|can we|could we|can u|could u|' +
    'can i|could i|may i|i want you to|i need you to|i would like you to|i’d like you to|i’d like to|i would like to|i want to|' +
    'i wanna|i’d love to|let’s|let us|go ahead and|go and|would you mind|do you mind|you can|' +
    'could you please|make sure to|make sure you|be sure to|quickly|real quick|great|thanks|thank you|good morning|' +
    'good evening|good afternoon|for me|i’ll|yes|yeah|yep|sure|actually|,|.|!|:|;|-|–|—',
)
const AFTER = phrases(
  'please|, thanks|, thank you|, thank you very much|! thanks|. thanks|! thank you|. thank you|, thx|. thx|. cheers|, cheers|' +
    ', will you|, would you|, ok|, okay|. please|, please|right now|straight away|@taskboard|, @taskboard|asap please|for me please|' +
    ', for me|.|!|?|,|;|:)|…',
)
const LONGEST = 5

function phrases(written: string): ReadonlySet<string> {
  return new Set(written.replaceAll('’', "'").split('|'))
}

/** Without the wrapping at its start. */
export function withoutBefore(phrase: Phrase): Phrase {
  let { from } = phrase
  for (let stripped = true; stripped; ) {
    stripped = false
    if (phrase.tokens[from]?.kind === 'break' || phrase.tokens[from]?.kind === 'bullet') {
      from += 1
      stripped = true
    }
    for (let length = Math.min(LONGEST, phrase.to - from); length > 0 && !stripped; length -= 1) {
      if (!BEFORE.has(keyOf(phrase, from, from + length))) continue
      from += length
      stripped = true
    }
  }
  return part(phrase, Math.min(from, phrase.to), phrase.to)
}

/** Without the wrapping at its end. */
export function withoutAfter(phrase: Phrase): Phrase {
  let { to } = phrase
  for (let stripped = true; stripped; ) {
    stripped = false
    if (to > phrase.from && phrase.tokens[to - 1]?.kind === 'break') {
      to -= 1
      stripped = true
    }
    for (let length = Math.min(LONGEST, to - phrase.from); length > 0 && !stripped; length -= 1) {
      if (!AFTER.has(keyOf(phrase, to - length, to))) continue
      to -= length
      stripped = true
    }
  }
  return part(phrase, phrase.from, to)
}

function keyOf(phrase: Phrase, from: number, to: number): string {
  let key = ''
  for (let at = from; at < to; at += 1) key += `${at > from ? ' ' : ''}${phrase.tokens[at]?.key ?? ''}`
  return key
}

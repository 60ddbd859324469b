/** Words around a request that mean nothing themselves: greetings, “can you please”, the mention, thanks. */
import { AGENT_NAMES } from '#lib/board/model/agents.ts'
import { type Phrase, part } from '../text/phrase.ts'

const MENTIONED = AGENT_NAMES.map((name) => `@${name}`)
const BEFORE = phrases(
  `${MENTIONED.join('|')}|` +
    'taskboard|olly|alexa|pda|siri|cortana|hey google|ok google|hey there|hi there|hello there|hey you|hey|hi|hello|yo|ok|okay|alright|right|so|well|now|oh|oops|ah|um|please|kindly|just|also|then|next|' +
    'finally|first|firstly|secondly|lastly|and|but|plus|can you|could you|would you|will you|can we|could we|can u|could u|' +
    'can i|could i|may i|i want you to|i need you to|i would like you to|i’d like you to|i’d like to|i would like to|i want to|' +
    'i wanna|i’d love to|let’s|let us|go ahead and|go ahead|do me a favor|do me a favour|go and|would you mind|do you mind|you can|' +
    'could you please|make sure to|make sure you|be sure to|quickly|real quick|great|thanks|thank you|good morning|' +
    'good evening|good afternoon|for me|i’ll|yes|yeah|yep|sure|actually|,|.|!|:|;|-|–|—',
)
/** Only ignored before other words: “help me” alone asks for help. */
const BEFORE_MORE = phrases(
  'olly|alexa|siri|cortana|google|computer|assistant|pda|i need for you to|i want for you to|i would like for you to|' +
    'do me a favor and|do me a favour and|do me a favor|be a dear and|may i suggest we|may i suggest you|i suggest you|' +
    'maybe we can|maybe you can|maybe you could|perhaps you can|perhaps you could|is it possible to|would it be possible to|' +
    'is it possible for you to|would it be possible for you to|are you able to|be willing to|be able to|be so kind as to|' +
    'be so kind and|be kind enough to|i was wondering if you could|i wonder if you could|if you could|if you can|if possible|' +
    'let me|help me to|help me|i wish to|i was hoping to|i am trying to|i’m trying to|try to|i need to be able to|quick|' +
    'you should|you may|you might|it is time to|time to|hurry up and|hurry and|hurry|when you get a chance|when you have a chance|' +
    'when you have a minute|when you have a moment|when you get a minute|when you have time|when you can|if you have a minute|' +
    'if you get a chance|if you don’t mind|if it’s not too much trouble|you need to|you have to|you must|you ought to|' +
    'it would be great if you could|it would be nice if you could|i would appreciate it if you could|i’d appreciate it if you could|' +
    'i’d like for you to|i’d like you to|i’d love for you to|i’d love you to|i want for you to|i was hoping you could|i was hoping you would|' +
    'i was hoping that you could|how about you|why don’t you|why not|what about you|do you think you could|do you think you can|' +
    'is there any way you could|is there any way you can|any chance you could|see to it that you|go on and|feel free to|get to work and|' +
    'is it okay to|is it ok to|is it alright to|is it okay if you|is it okay if i|would it be okay to|may you|might you|' +
    'remember to please|i’m asking you to|i would ask you to|you could',
)
const AFTER = phrases(
  // Without a comma, “tell @Lists” names whom it is for.
  `@taskboard|${MENTIONED.map((mention) => `, ${mention}`).join('|')}|` +
    'please|, thanks|, thank you|, thank you very much|! thanks|. thanks|! thank you|. thank you|, thx|. thx|. cheers|, cheers|' +
    ', will you|, would you|, ok|, okay|. please|, please|right now|straight away|asap please|for me please|' +
    ', for me|.|!|?|,|;|:)|…|when you get a chance|when you have a chance|when you get a minute|when you have a minute|' +
    'when you have a moment|when you can|if you can|if you could|if you would|if you don’t mind|if you please|if possible|please and thank you|' +
    'thanks so much|thanks a lot|thank you so much|many thanks|would you please|will you please|could you please|can you please|now please|' +
    'with their completion rates|with their completion rate|with completion rates|with their completion|with completion|with their progress|with percentages|' +
    'with their percentages|with their status|with their statuses|and their completion rates|and their completion|' +
    'for me thanks|for me now|once and for all|as soon as you can|completely|entirely',
)
const LONGEST = 9

function phrases(written: string): ReadonlySet<string> {
  return new Set(written.replaceAll('’', "'").split('|'))
}

/** A reason, or “if it isn’t there yet”, after the list: it doesn’t change the command. */
const WHY = /^(?:because|cause|'cause|cuz|cos|coz|since|as|i'm|i|we're|we)$/
/** “… to my list, we used the last of it”: whose sentence it is, and none of the words that ask for more. */
const SAYS_WHY = /^(?:i|we|it|they|there|he|she|my|our|i've|we've|it's|there's|they're|he's|she's)$/
const ASKS_MORE =
  /^(?:need|needs|want|wants|add|put|also|remove|delete|take|should|must|remind|can|could|would|will|what|what's|show|tell|have|has|gotta|then|and|is|are|do|done|finished|bought|got|not|don't|like|dont)$/
/** “… on my list, olly” */
const CALLED = /^(?:,? ?(?:olly|alexa|siri|google|cortana|pda|assistant|computer|buddy|pal|dear))$/
/** After “I” only what says why; after “because” anything does. */
const BECAUSE =
  /^(?:because|cause|'cause|cuz|cos|coz|since|as) (?:i|we|it|there|my|the|they|i'm|we're|they're|there's)(?: |$)|^(?:i|we)(?:'m|'re| am| are)? (?:all |running |almost )?(?:out|low)(?: |$)|^(?:i|we) (?:really |also )?(?:need|want|forgot) (?:it|them|some|those|that)(?: |$)|^(?:i'm|we're) (?:all |running |almost )?(?:out|low)(?: |$)/
const IF_NOT = new Set(
  (
    "if unless it it's 's its they they're that is are isn't aren't not already there on in yet i i've we've haven't have did didn't wasn't " +
    "weren't doesn't don't does do exist any added one my the list we case"
  ).split(' '),
)
const LIST_WORD = /^(?:lists?|todos|to-dos)$/
/** How far from the end of a message such words are searched for. */
const EXCUSE = 14

/** `… to my list if it isn't there yet`, `… on the list because I'm out`: the words after the list. */
export function withoutExcuse(phrase: Phrase): Phrase {
  for (let at = Math.max(phrase.from + 2, phrase.to - EXCUSE); at < phrase.to; at += 1) {
    const token = phrase.tokens[at]
    if (token?.kind !== 'word') continue
    const before = phrase.tokens[at - 1]?.key === ',' ? at - 2 : at - 1
    if (!LIST_WORD.test(phrase.tokens[before]?.key ?? '')) continue
    const keys = phrase.tokens.slice(at, phrase.to).map(({ key }) => key)
    const saysWhy = SAYS_WHY.test(token.key) && keys.length > 2 && !keys.some((key) => ASKS_MORE.test(key))
    const excuses =
      saysWhy || CALLED.test(keys.join(' '))
        ? true
        : token.key === 'for'
          ? /^for (?:me|us|myself)$/.test(keys.join(' '))
          : WHY.test(token.key)
            ? BECAUSE.test(keys.join(' '))
            : /^(?:if|unless|in)$/.test(token.key) && keys.length > 1 && keys.every((key) => IF_NOT.has(key))
    if (excuses) return part(phrase, phrase.from, before + 1)
  }
  return phrase
}

/** Removes such words from the start. */
export function withoutBefore(phrase: Phrase): Phrase {
  let { from } = phrase
  for (let stripped = true; stripped; ) {
    stripped = false
    if (phrase.tokens[from]?.kind === 'break' || phrase.tokens[from]?.kind === 'bullet') {
      from += 1
      stripped = true
    }
    for (let length = Math.min(LONGEST, phrase.to - from); length > 0 && !stripped; length -= 1) {
      const key = keyOf(phrase, from, from + length)
      if (!BEFORE.has(key) && !(BEFORE_MORE.has(key) && from + length < phrase.to)) continue
      from += length
      stripped = true
    }
  }
  return part(phrase, Math.min(from, phrase.to), phrase.to)
}

/** Removes such words from the end. */
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

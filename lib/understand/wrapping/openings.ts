/** Phrases around a question that mean nothing themselves: “I need to know …”, “could you check whether …”. */

import { textSlot } from '../slots/fields.ts'
import { type Form, firstMatch, formsOver } from '../text/pattern.ts'
import { isEmpty, keysOf, type Phrase } from '../text/phrase.ts'
import type { ParseContext } from '../text/types.ts'

const form = formsOver({ text: textSlot })
const inside = ({ text }: { text: Phrase }) => text

const TELL = 'tell|inform|show|read|give|let'
const LEARN = 'know|hear|see|check|look_up|look|find_out|learn|view|remember|figure_out|be_told'

const OPENINGS: readonly Form<Phrase>[] = [
  form('help me|us? to? <text>', inside),
  form(
    `i|we|i'd|i'll|we'd need|want|wanted|like|love|have|wish|would_like|would_love|just_want|just_need|am_trying|was_hoping|was_trying to ${LEARN} if|whether|that|about? <text>`,
    inside,
  ),
  form(`${TELL} me|us know|hear|see? of|about|if|whether|that? <text>`, inside),
  form('remind me|us of|about? <text>', ({ text }) =>
    /^(?:what|what's|which|when|where|the)$/.test(keysOf(text)[0] ?? '') ? text : undefined,
  ),
  form(
    'check|look|confirm|verify|see|make_sure|find_out|double_check and|to? see|check|look|verify? if|whether|that? <text>',
    inside,
  ),
  form("i|i'm wonder|wondering|am_wondering|was_wondering|am_curious|curious if|whether? <text>", inside),
  form('if|whether <text>', inside),
  // “let me” is gone before: “let me know if …”, “let me take a look at …”.
  form('know|hear|see about|if|whether|that? <text>', inside),
  form('take|have|get a look at|through|over <text>', inside),
  form("go|let's_go|run|walk|talk|take|lead me|us? over|through|down with? <text>", inside),
  form('fill|clue me|us in on <text>', inside),
  form('update|brief|refresh|remind me|us on|about|regarding <text>', inside),
  form(
    "i|we can't|cannot|can_not|don't|do_not|didn't|forgot|forget|have_forgotten|'ve_forgotten|lost_track_of remember|recall|know|think_of? <text>",
    ({ text }) => (/^(?:what|what's|which|if|whether|how)$/.test(keysOf(text)[0] ?? '') ? text : undefined),
  ),
  form(
    "i|we|i'd|we'd need|want|like|would_like to_have? <text> read|shown|displayed|recited|listed|repeated|told out|aloud|back|off|up? to|for? me|us?",
    inside,
  ),
  form('rattle|reel|name|call|say|read|recite|list off|out|aloud|back? for_me|to_me? <text>', inside),
]
const MOST = 4

export type Opened = { phrase: Phrase; isOpened: boolean }

/** Removes these phrases, repeatedly. */
export function withoutOpening(phrase: Phrase, scene: ParseContext): Phrase[] {
  const unwrapped: Phrase[] = []
  for (let left = phrase; unwrapped.length < MOST; ) {
    const next = firstMatch(OPENINGS, left, scene)?.result
    if (!next || isEmpty(next)) break
    unwrapped.push(next)
    left = next
  }
  return unwrapped
}

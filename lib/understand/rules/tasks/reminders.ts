/** “I need to …”, “remind me …”. */

import { offer, WHAT_TASK } from '../../slots/clarifications.ts'
import { readFields } from '../../slots/fields.ts'
import { readTitle } from '../../slots/title.ts'
import { isEmpty, keysOf, type Phrase, part, textOf, tokensOf } from '../../text/phrase.ts'
import type { ClauseResult, ParseContext } from '../../text/types.ts'
import { SERVICES } from '../../text/vocabulary.ts'
import { ask, form, type Rule } from '../grammar.ts'
import { addToList } from '../lists/add-to-list.ts'
import { addDraft, dated, titled, wish } from './add-task.ts'

/** After “I need to” they ask for an answer, not for a task. */
const KNOWLEDGE = new Set(
  'know be see hear find speak talk learn understand have ask think tell say remember figure'.split(' '),
)
function need({ text }: { text: Phrase }, scene: ParseContext): ClauseResult | undefined {
  const first = keysOf(text)[0] ?? ''
  if (KNOWLEDGE.has(first)) return undefined
  if (!keysOf(text).some((key) => SERVICES.has(key))) return addDraft(text, scene, wish)
  const title = textOf(readTitle(text, scene).phrase)
  return title.length > 100 ? undefined : offer(`Add “${title}” as a task?`, `add ${title}`, 'Add task')
}

function reminder({ text }: { text: Phrase }, scene: ParseContext): ClauseResult | undefined {
  const first = keysOf(text)[0] ?? ''
  if (/^(?:how|who|what|when|where|why|which)$/.test(first)) return undefined
  if (/^(?:do|later|again)$/.test(first) && tokensOf(text).length <= 3) return ask(WHAT_TASK)
  return addDraft(text, scene, wish)
}

/** Everyday things are shopping: they go on the only list, or the shopping list. A single word, like “quiet”, is only taken if there is a list. */
function goods({ goods }: { goods: Phrase }, scene: ParseContext): ClauseResult | undefined {
  const words = textOf(goods)
  const several = keysOf(goods).length > 1 || /[^s]s$/.test(words)
  if (!several && (scene.context.lists ?? []).length === 0)
    return offer(`Add ${words} to a shopping list?`, `add ${words} to the shopping list`, 'Add to list')
  return addToList({ things: goods, place: { of: 'list', isKnown: true }, spans: [] }, scene)
}

/** `remind me tomorrow at 3 pm i have an appointment`: the longest date that begins it. */
function reminderOn({ text }: { text: Phrase }, scene: ParseContext): ClauseResult | undefined {
  for (let to = Math.min(text.to - 1, text.from + LONGEST_DATE); to > text.from; to -= 1) {
    const due = readFields(part(text, text.from, to), scene, 'edge')
    if (due?.result.due_date === undefined || Object.keys(due.result).some((key) => !key.startsWith('due')))
      continue
    const rest = part(text, LINKS.has(keysOf(text)[to - text.from] ?? '') ? to + 1 : to, text.to)
    if (isEmpty(rest)) return ask(WHAT_TASK)
    return addDraft(rest, scene, { ...wish, shared: due.result })
  }
  return readFields(text, scene, 'edge')?.result.due_date === undefined ? undefined : ask(WHAT_TASK)
}

const LONGEST_DATE = 9
const LINKS = new Set(['to', 'about', 'of', 'that', ','])
const LONGEST_LEAD = 12

/** “When it rains, remind me to close the roof”: the first part is a day, or becomes a note. */
function ledReminder(
  { before, text }: { before: Phrase; text: Phrase },
  scene: ParseContext,
): ClauseResult | undefined {
  const keys = keysOf(before)
  if (keys.length > LONGEST_LEAD || keys.some((key) => NEGATIVE.test(key))) return undefined
  const fields = readFields(before, scene, 'edge')?.result ?? { notes: textOf(before) }
  return addDraft(text, scene, { ...wish, shared: fields })
}

const NEGATIVE =
  /^(?:not|never|don't|didn't|doesn't|do|does|did|asked|told|said|why|how|who|you|can't|cannot|won't|stop)$/

/** Only a day or a person: the text is missing. */
function reminderFor({ text }: { text: Phrase }, scene: ParseContext): ClauseResult | undefined {
  if (FOR_WHOM.test(keysOf(text).join(' '))) return ask(WHAT_TASK)
  return reminderOn({ text }, scene) ?? addDraft(text, scene, wish)
}

const FOR_WHOM = /^(?:for )?(?:me|us|myself|ourselves|later|now|something|a later time|some time|sometime)$/
const ME = 'me|us|myself'
const A = 'a|an|another|one|the|my|new'
const MAKE =
  'make|set|give|get|open|open_up|create|leave|put_in|put_on|set_up|place|start|schedule|add|send|write'
const REMINDER = 'reminder|notification|task|todo|to-do'
const LATER =
  'at|on|some|sometime|in? a? later|another|different|certain? time|day|date|point|moment|while|bit?'

export const REMINDERS: readonly Rule[] = [
  form(`${MAKE} ${ME}? ${A}? ${A}? ${REMINDER} for ${ME} to|about|of|that|: <text>`, reminderFor),
  form(
    `${MAKE} ${ME}? ${A}? ${A}? reminder for|on|at|by|due? to|about|of|that|:|-|,|called|named|saying|says|that_says|which_says|for? <text>`,
    reminderFor,
  ),
  form(
    `${MAKE} ${ME} ${A} ${A}? ${REMINDER} for? to|about|of|that|:|-|,|called|named|saying|for? <text>`,
    reminderFor,
  ),
  form(`${MAKE} ${ME}? ${A}? ${A}? reminder for? ${ME}?`, () => ask(WHAT_TASK)),
  form(`${A}? reminder to|for|about|of <text>`, reminderFor),
  form(`how_about|what_about|have|get ${A} ${A}? reminder for|to|about|of <text>`, reminderFor),
  form(`how_about|what_about|have ${A} ${A}? reminder`, () => ask(WHAT_TASK)),
]

export const WISHES: readonly Rule[] = [
  form(
    `i|we|i'd|we'd need|want|like|love|would_like|would_love|would_appreciate|appreciate|'d_like|could_use to_have|to_get? ${A} ${A}? ${REMINDER} to_be? set|made|added|created|set_up|put_in|placed? for|to|about|that <text>`,
    reminderFor,
  ),
  form(
    `i|we|i'd|we'd need|want|like|love|would_like|would_love|'d_like|could_use to_have|to_get? ${A} ${A}? ${REMINDER} to_be? set|made|added|created|set_up|put_in|placed? for? ${ME}?`,
    () => ask(WHAT_TASK),
  ),
  form(`remind ${ME}? ${LATER}`, () => ask(WHAT_TASK)),
  form(
    `i_need_to|i_want_to|i_have_to|i_should? get|be|getting reminded|notified|alerted|told to|about|of|that <text>`,
    reminderFor,
  ),
  form(`i_need_to|i_want_to|i_have_to|i_should? get|be|getting reminded|notified|alerted`, () =>
    ask(WHAT_TASK),
  ),
  form('tell|alert|notify|ping|nudge me|us to <text>', reminder),
  form('remind me that i|we need_to|have_to|must|should|ought_to|want_to <text>', reminder),
  form('remind me <text>', reminderOn),
  form('remind me that <text>', reminder),
  form(
    '<before> ,|then|so|and|please? ,|please|can_you|could_you|will_you? remind|remember me to|about|of|that <text>',
    ledReminder,
  ),
  form('on|by? <due> ,? i|we need|have|must|should|ought to? <text>', dated(wish)),
  form('remind me to|about|of <text>', reminder),
  form("don't|do_not|don't_let_me|do_not_let_me|never forget to|about|the? <text>", titled(wish)),
  form('remember|note to <text>', titled(wish)),
  form(
    "make_sure|be_sure|ensure|make_certain|see_to_it that? i|we remember|do_remember|don't_forget|do_not_forget|never_forget|am_reminded|get_reminded to|about|of <text>",
    titled(wish),
  ),
  form(
    "i|we must|can't|cannot|can_not|mustn't|must_not|should|have_to|need_to|better|had_better not? remember|forget to <text>",
    reminder,
  ),
  form('make_sure|be_sure|make_certain that i|we <text>', titled(wish)),
  form('help|helping me|us? with? remember|remembering to <text>', reminder),
  form(
    'i|we need|want|could_use some? help|assistance remembering|to_remember|in_remembering|with_remembering to? <text>',
    reminder,
  ),
  form(
    "remind me i|we need_to|have_to|must|should|ought_to|want_to|am_supposed_to|'m_supposed_to <text>",
    reminder,
  ),
  form('help? me? remember something|things|stuff', () => ask(WHAT_TASK)),
  form('remind me later|again|please|of_something|to_do_something?', () => ask(WHAT_TASK)),
  form('i|we need|have|ought|still_need|also_need|still_have|also_have|really_need to <text>', need),
  form("i|we|i've|we've must|should|gotta|got_to|have_got_to <text>", need),
  form('i|we need|also_need|still_need <goods> for|from the|my|a|our <text>', goods),
  form('i|we need|also_need|still_need <goods>', goods),
]

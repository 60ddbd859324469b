/** Out of the trash: “bring back the dentist task”. */
import { call, form, type Rule } from './grammar.ts'
import { keysOf, type Phrase, spanOf, textOf } from './phrase.ts'
import type { Draft } from './types.ts'

const FROM = 'from|out_of the? trash|bin|trash_can|rubbish|recycle_bin'
/** What is taken back as a whole is undone or restored, and `it` is whatever was said last. */
const OTHER =
  /^(?:it|that|this|them|those|these|everything|all|something|anything|board|version|state|checkpoint|snapshot|backup|changes?)$/

function back({ text }: { text: Phrase }): Draft | undefined {
  const row = textOf(text)
    .replace(/^(?:the|my|our)\s+/i, '')
    .replace(/^(?:deleted|removed)\s+/i, '')
    .replace(/^(?:task|todo)\s+(?=\S)/i, '')
    .replace(/\s+(?:task|todo)$/i, '')
    .trim()
  if (row === '' || keysOf(text).some((key) => OTHER.test(key))) return undefined
  return { intents: [call('bring_back', { row })], spans: spanOf(text, 'title', row) }
}

/** `bring the car back` may be a thing to do: only what is called a task or a list, or by its number. */
function backIfNamed(found: { text: Phrase }): Draft | undefined {
  return /(?:\s(?:task|todo|list)|^#?\d+|^task\s+#?\d+)$/i.test(textOf(found.text)) ? back(found) : undefined
}

export const TRASH: readonly Rule[] = [
  form(`bring_back|get_back|put_back|undelete|un-delete|recover|restore|take|get|bring <text> ${FROM}`, back),
  form('undo|revert the? removal|deletion|deleting|removing of? <text>', back),
  form('bring_back|undelete|un-delete|recover|restore <text>', back),
  form('bring|get|take <text> back', backIfNamed),
]

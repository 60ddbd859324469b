/** Marks known from other to-do apps: `#work`, `^work`, `(A)`, `!high`, `@friday`. Never inside a word. */
import type { Priority } from '#lib/board/model/names.ts'
import { fold } from '#lib/board/text/text.ts'
import { type Due, readDue } from '../dates/due-date.ts'
import type { Slot } from '../text/pattern.ts'
import { type Phrase, textOf } from '../text/phrase.ts'
import type { Token } from '../text/tokens.ts'
import { categoryCalled } from './find-task.ts'

/** They count before the name of a category; before any other word they are part of the title. */
export const CATEGORY_MARK = /^[#^/+](?=\p{L})/u

/** As in todo.txt, in capitals: `(A)` is the most urgent. */
const LETTERS: Readonly<Record<string, Priority>> = { A: 'urgent', B: 'high', C: 'medium', D: 'low' }

/** `#work`, `^Work`, `/work`, `+work`, if that is a category. */
export const tagSlot: Slot<string> = {
  role: 'category',
  max: 1,
  read(phrase, scene) {
    const written = fold(textOf(phrase))
    if (!CATEGORY_MARK.test(written)) return undefined
    const value = categoryCalled(written.slice(1), scene)
    return value === undefined ? undefined : { value }
  },
}

export const letterSlot: Slot<Priority> = {
  role: 'priority',
  max: 1,
  read(phrase) {
    const value = LETTERS[phrase.tokens[phrase.from]?.text ?? '']
    return value === undefined ? undefined : { value }
  },
}

/** A bullet with a checkbox: `- [x]` is done, `- [ ]` isn’t. */
export function tickOf(token: Token | undefined): 'open' | 'done' | undefined {
  if (token?.kind !== 'bullet') return undefined
  const mark = /\[([ xX]?)\]$/.exec(token.text)?.[1]
  return mark === undefined ? undefined : mark.trim() === '' ? 'open' : 'done'
}

/** `@friday 5pm`, `*tomorrow`; `@tom` is a person. */
export const markedDueSlot: Slot<Due> = {
  role: 'due',
  max: 6,
  read(phrase, scene) {
    const bare = withoutMark(phrase)
    const due = bare && readDue(bare, scene)
    return due && due.weak !== 'very' ? { value: due } : undefined
  },
}

function withoutMark({ source, tokens, from, to }: Phrase): Phrase | undefined {
  const [first, ...rest] = tokens.slice(from, to)
  if (!first || !/^[@*][\p{L}\d]/u.test(first.key)) return undefined
  const bare = { ...first, start: first.start + 1, text: first.text.slice(1), key: first.key.slice(1) }
  return { source, tokens: [bare, ...rest], from: 0, to: to - from }
}

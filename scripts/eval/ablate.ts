/** What each rule contributes: the sentences whose calls change without it. */

import { contextOf, SENTENCES } from '#lib/understand/sentences/all.ts'
import { FORMS, type Form } from '#lib/understand/text/pattern.ts'
import type { Context } from '#lib/understand/text/types.ts'
import { understand } from '#lib/understand/understand.ts'
import type { Row } from './play.ts'

export type Case = { text: string; context: Context }
export type Worth = { rule: Form<unknown>; changed: readonly string[] }

/** A rule that changes fewer sentences than this is removed. */
const FEWEST = 3

export function ownCases(): Case[] {
  return SENTENCES.map((sentence) => ({ text: sentence.words, context: contextOf(sentence) }))
}

/** Read on the board of its row; what was said before is left to the evaluator proper. */
export function caseOf({ text, seed_board, now }: Row): Case {
  const when = now === undefined ? Date.now() : new Date(now).getTime()
  const tasks = seed_board.map((title, i) => ({ number: i + 1, title, status: 'open' as const })).reverse()
  return {
    text,
    context: { now: when, timeZone: 'UTC', categories: ['general', 'work', 'personal'], tasks },
  }
}

/** A rule is tried only on the sentences for which it held somewhere on the way: it cannot change the others. */
export function ablate(cases: readonly Case[]): Worth[] {
  const tried = new Map<Form<unknown>, { at: Case; calls: string }[]>()
  const held = new Set<Form<unknown>>()
  const unwatch = watch((rule) => held.add(rule))
  for (const at of cases) {
    held.clear()
    const calls = callsOf(at)
    for (const rule of held) tried.set(rule, [...(tried.get(rule) ?? []), { at, calls }])
  }
  unwatch()
  return FORMS.map((rule) => {
    const { match } = rule
    rule.match = () => undefined
    const changed = (tried.get(rule) ?? []).filter(({ at, calls }) => callsOf(at) !== calls)
    rule.match = match
    return { rule, changed: [...new Set(changed.map(({ at }) => at.text))] }
  })
}

function watch(onHeld: (rule: Form<unknown>) => void): () => void {
  const undo = FORMS.map((rule) => {
    const { match } = rule
    rule.match = (phrase, scene) => {
      const matched = match(phrase, scene)
      if (matched) onHeld(rule)
      return matched
    }
    return () => {
      rule.match = match
    }
  })
  return () => {
    for (const back of undo) back()
  }
}

export function tableOf(worths: readonly Worth[]): string {
  const sorted = worths.toSorted((a, b) => a.changed.length - b.changed.length)
  const lines = sorted.map(({ rule, changed }) => {
    const some = changed.slice(0, FEWEST - 1).map((text) => JSON.stringify(text))
    return [
      String(changed.length).padStart(5),
      ` ${rule.pattern}`,
      ...(changed.length < FEWEST ? some : []),
    ].join('  ')
  })
  const few = sorted.filter(({ changed }) => changed.length < FEWEST).length
  return `${lines.join('\n')}\n${few} of ${worths.length} rules change fewer than ${FEWEST} sentences.\n`
}

/** Only what changes the board or is said back counts; how a word was marked does not. */
function callsOf({ text, context }: Case): string {
  const { kind, intents, question, note } = understand(text, context)
  return JSON.stringify([kind, intents, question, note])
}

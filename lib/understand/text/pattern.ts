/**
 * Rules as data: `mark|set <task> as|to? <status>` against a phrase. A word is a literal, `_` joins words, `@name`
 * is a class of words, `<name>` a slot with a grammar of its own, `?` makes a step optional.
 */
import { type Phrase, part, spanOf } from './phrase.ts'
import type { ClarifyingQuestion, ParseContext, Role, Span } from './types.ts'
import { WORDS } from './vocabulary.ts'

export type Found<Value> = { value: Value; ask?: ClarifyingQuestion }

export type Slot<Value> = {
  role: Role | null
  /** The most tokens it matches: keeps matching linear in the length of a message. */
  max: number
  /** `end`: the end of the phrase's clause. */
  read(phrase: Phrase, scene: ParseContext, end?: number): Found<Value> | undefined
}

type Slots = Readonly<Record<string, Slot<unknown>>>
type ValueOf<S> = S extends Slot<infer Value> ? Value : never

type Required<P> = P extends `${string}<${infer Name}>${infer Rest}`
  ? (Rest extends `?${string}` ? never : Name) | Required<Rest>
  : never
type Optional<P> = P extends `${string}<${infer Name}>${infer Rest}`
  ? (Rest extends `?${string}` ? Name : never) | Optional<Rest>
  : never
export type Captures<S extends Slots, P extends string> = {
  [Name in Required<P> & keyof S]: ValueOf<S[Name]>
} & { [Name in Optional<P> & keyof S]?: ValueOf<S[Name]> }

/** `gap`: for a question, the words that are ambiguous. */
export type Matched<Result> = {
  result: Result
  spans: readonly Span[]
  ask?: ClarifyingQuestion
  gap?: Phrase
}
export type Form<Result> = {
  pattern: string
  /** The words it can start with; `null` if it can start with a slot. */
  begins: ReadonlySet<string> | null
  match(phrase: Phrase, scene: ParseContext): Matched<Result> | undefined
}

type Step = { optional: boolean } & (
  | { kind: 'words'; choices: readonly (readonly string[])[] }
  | { kind: 'slot'; name: string; slot: Slot<unknown> }
)
type Piece = {
  name: string | null
  value: unknown
  ask?: ClarifyingQuestion
  role: Role | null
  from: number
  to: number
}
type Trail = { piece: Piece; next: Trail } | null

/** All rules, to measure what each contributes. */
export const FORMS: Form<unknown>[] = []

/** Returns a function that builds forms over these slots. If `read` returns `undefined`, the form doesn’t match. */
export function formsOver<S extends Slots>(slots: S) {
  return function form<const P extends string, Result>(
    pattern: P,
    read: (found: Captures<S, P>, scene: ParseContext) => Result | undefined,
  ): Form<Result> {
    const steps = compile(pattern, slots)
    const made: Form<Result> = {
      pattern,
      begins: beginningsOf(steps),
      match(phrase, scene) {
        const trail = walk(steps, 0, phrase, phrase.from, scene)
        if (trail === undefined) return undefined
        const found: Record<string, unknown> = {}
        const spans: Span[] = []
        let asking: { ask?: ClarifyingQuestion; gap?: Phrase } = {}
        for (let at: Trail = trail; at; at = at.next) {
          const { name, value, role, from, to } = at.piece
          const piece = part(phrase, from, to)
          if (name !== null) found[name] = value
          if (role) spans.push(...spanOf(piece, role, valueText(value)))
          if (at.piece.ask !== undefined) asking = { ask: at.piece.ask, gap: piece, ...asking }
        }
        const result = read(found as Captures<S, P>, scene)
        return result === undefined ? undefined : { result, spans, ...asking }
      },
    }
    FORMS.push(made)
    return made
  }
}

/** A short text for what the words became. */
function valueText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return value === '' ? undefined : value
  if (Array.isArray(value))
    return value.every((one) => typeof one === 'string') ? value.join(', ') || undefined : undefined
  const day = typeof value === 'object' && value !== null && 'day' in value ? value.day : undefined
  return typeof day === 'string' ? day : undefined
}

export function firstMatch<Result>(
  forms: readonly Form<Result>[],
  phrase: Phrase,
  scene: ParseContext,
): Matched<Result> | undefined {
  const { byWord, others } = indexOf(forms)
  const first = phrase.from < phrase.to ? phrase.tokens[phrase.from]?.key : undefined
  for (const form of byWord.get(first ?? '') ?? others) {
    const matched = form.match(phrase, scene)
    if (matched) return matched
  }
  return undefined
}

/** The forms that can match a phrase, by its first word, in their overall order. */
type Index<Result> = { byWord: ReadonlyMap<string, readonly Form<Result>[]>; others: readonly Form<Result>[] }

const INDEXES = new WeakMap<readonly Form<unknown>[], Index<unknown>>()

function indexOf<Result>(forms: readonly Form<Result>[]): Index<Result> {
  const known = INDEXES.get(forms) as Index<Result> | undefined
  if (known) return known
  const words = new Set(forms.flatMap(({ begins }) => [...(begins ?? [])]))
  const beginning = (word: string) => forms.filter(({ begins }) => begins?.has(word) ?? true)
  const index = {
    byWord: new Map([...words].map((word) => [word, beginning(word)])),
    others: forms.filter(({ begins }) => begins === null),
  }
  INDEXES.set(forms, index)
  return index
}

function beginningsOf(steps: readonly Step[]): ReadonlySet<string> | null {
  const words = new Set<string>()
  for (const step of steps) {
    if (step.kind === 'slot') return null
    for (const [first = ''] of step.choices) words.add(first)
    if (!step.optional) break
  }
  return words
}

function compile(pattern: string, slots: Slots): Step[] {
  return pattern.split(' ').map((written) => {
    const optional = written.length > 1 && written.endsWith('?')
    const body = optional ? written.slice(0, -1) : written
    const name = /^<(\w+)>$/.exec(body)?.[1]
    if (name === undefined) return { optional, kind: 'words', choices: choicesOf(body) }
    const slot = slots[name]
    if (!slot) throw new Error(`No slot <${name}> in “${pattern}”`)
    return { optional, kind: 'slot', name, slot }
  })
}

/** Longer choices first, so that `to-do item` isn’t matched as `to-do`. */
function choicesOf(body: string): string[][] {
  const written = body.split('|').flatMap((choice) => {
    const name = choice.slice(1)
    return choice.startsWith('@') && Object.hasOwn(WORDS, name)
      ? WORDS[name as keyof typeof WORDS].split('|')
      : [choice]
  })
  return written.map((choice) => choice.split('_')).sort((a, b) => b.length - a.length)
}

function walk(
  steps: readonly Step[],
  index: number,
  phrase: Phrase,
  at: number,
  scene: ParseContext,
): Trail | undefined {
  const step = steps[index]
  if (!step) return at === phrase.to ? null : undefined
  const last = index === steps.length - 1
  const then = (piece: Piece): Trail | undefined => {
    const next = walk(steps, index + 1, phrase, piece.to, scene)
    return next === undefined ? undefined : { piece, next }
  }
  if (step.kind === 'words') {
    for (const words of step.choices) {
      const to = at + words.length
      if (to > phrase.to || (last && to !== phrase.to)) continue
      if (!words.every((word, i) => phrase.tokens[at + i]?.key === word && isLiteral(phrase, at + i)))
        continue
      const trail = then({ name: null, value: null, role: 'verb', from: at, to })
      if (trail !== undefined) return trail
    }
  } else {
    const longest = Math.min(phrase.to, at + step.slot.max)
    for (let to = last ? Math.max(phrase.to, at + 1) : at + 1; to <= longest; to += 1) {
      const found = step.slot.read(part(phrase, at, to), scene, phrase.to)
      if (!found) continue
      const trail = then({ name: step.name, ...found, role: step.slot.role, from: at, to })
      if (trail !== undefined) return trail
    }
  }
  return step.optional ? walk(steps, index + 1, phrase, at, scene) : undefined
}

function isLiteral(phrase: Phrase, at: number): boolean {
  const kind = phrase.tokens[at]?.kind
  return kind === 'word' || kind === 'mark' || kind === 'number'
}

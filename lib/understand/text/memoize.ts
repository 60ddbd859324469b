/** Many rules parse the same words in the same way: results are cached for the lifetime of a message. */
import type { Phrase } from './phrase.ts'
import type { Token } from './tokens.ts'
import type { ParseContext } from './types.ts'

type Read<Value> = (phrase: Phrase, scene: ParseContext) => Value
type Readings<Value> = { scene: ParseContext; byRange: Map<number, Value> }

/** Caches a parser per phrase of a message and scene. */
export function memoizeByPhrase<Value>(read: Read<Value>): Read<Value> {
  const messages = new WeakMap<readonly Token[], Readings<Value>>()
  return (phrase, scene) => {
    const { tokens, from, to } = phrase
    let readings = messages.get(tokens)
    if (readings?.scene !== scene) {
      readings = { scene, byRange: new Map() }
      messages.set(tokens, readings)
    }
    const range = from * (tokens.length + 1) + to
    const before = readings.byRange.get(range)
    if (before !== undefined || readings.byRange.has(range)) return before as Value
    const value = read(phrase, scene)
    readings.byRange.set(range, value)
    return value
  }
}

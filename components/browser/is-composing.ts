import type { KeyboardEvent } from 'react'

/** The key belongs to an input method that composes a word: Enter takes the word. Some report it only by the code 229. */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === 229
}

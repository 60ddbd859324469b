import type { KeyboardEvent } from 'react'

/** Whether an input method is composing a word, so that Enter accepts it. Some report it only as key code 229. */
export function isComposing({ nativeEvent, keyCode }: KeyboardEvent): boolean {
  return nativeEvent.isComposing || keyCode === 229
}

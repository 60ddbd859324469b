'use client'

/** The state of the completion list: the options, the selected one, and the keys it handles. */
import { type KeyboardEvent, useState } from 'react'
import { useScreen } from '#components/sync/use-store.ts'
import { complete, completionsFor, findTrigger } from './completions.ts'

export function useCompletion(text: string, insert: (text: string, caret: number) => void) {
  const [caret, setCaret] = useState(0)
  const [marked, setMarked] = useState(0)
  const [dismissed, setDismissed] = useState<string | null>(null)
  const agents = useScreen((screen) => screen.feed.agents)
  const trigger = findTrigger(text, Math.min(caret, text.length))
  const offered = trigger && dismissed !== trigger.word ? completionsFor(trigger, agents) : []
  const active = Math.min(marked, offered.length - 1)

  const accept = (index: number) => {
    const completion = offered[index]
    if (!trigger || !completion) return
    const completed = complete(text, trigger, completion)
    setMarked(0)
    insert(completed.text, completed.caret)
  }
  return {
    offered,
    active,
    accept,
    moveCaret(to: number) {
      setCaret(to)
      if (trigger?.word !== dismissed) setDismissed(null)
    },
    /** Returns whether the list handled the key. */
    takeKey(event: KeyboardEvent): boolean {
      if (offered.length === 0 || event.shiftKey) return false
      const { length } = offered
      if (event.key === 'ArrowDown') setMarked((active + 1) % length)
      else if (event.key === 'ArrowUp') setMarked((active - 1 + length) % length)
      else if (event.key === 'Enter' || event.key === 'Tab') accept(active)
      else if (event.key === 'Escape') setDismissed(trigger?.word ?? null)
      else return false
      event.preventDefault()
      return true
    },
  }
}

'use client'

/** Arrow up in an empty field recalls sent messages, arrow down goes forward again. */
import { type KeyboardEvent, useRef } from 'react'
import { useFeed } from '#components/sync/use-store.ts'

export function useRecall(text: string, change: (text: string) => void) {
  const store = useFeed()
  const recalled = useRef<{ back: number; text: string } | null>(null)
  return (event: KeyboardEvent): boolean => {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    const current = recalled.current?.text === text ? recalled.current : null
    if (step === 0 || (text !== '' && !current) || (!current && step < 0)) return false
    const back = (current?.back ?? 0) + step
    const sent = back > 0 ? sentTexts(store.screen()).at(-back) : ''
    if (sent === undefined) return true
    recalled.current = { back, text: sent }
    change(sent)
    event.preventDefault()
    return true
  }
}

function sentTexts({ feed }: ReturnType<ReturnType<typeof useFeed>['screen']>): string[] {
  return feed.messages
    .filter(({ role }) => role === 'user')
    .map(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n'))
    .filter((text) => text !== '')
}

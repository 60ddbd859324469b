'use client'

/** The message being written: kept as a draft per board, restored when sending fails. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { readStored, writeStored } from '#components/browser/preference.ts'
import { useFeed, useScreen } from '#components/sync/use-store.ts'
import { LIMITS } from '#lib/limits.ts'

export type ComposerState = ReturnType<typeof useComposer>

export function useComposer() {
  const store = useFeed()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const key = `taskboard:draft:${store.sessionId}`

  useEffect(() => {
    const draft = readStored(key)
    if (draft) setText((current) => current || draft)
  }, [key])

  const change = useCallback(
    (next: string) => {
      setText(next)
      setError(null)
      writeStored(key, next === '' ? null : next)
    },
    [key],
  )
  // An unanswered message did arrive, so it isn’t resent.
  const unanswered = useScreen((screen) => screen.unanswered)
  const known = useRef(unanswered)
  useEffect(() => {
    const before = known.current
    known.current = unanswered
    if (before && !unanswered && text === before.text) change('')
  }, [unanswered, text, change])
  const submit = useCallback(
    async (written: string, rollBack?: string) => {
      const wanted = written.trim()
      if (wanted === '' || wanted.length > LIMITS.messageChars) return
      change('')
      const sent = await store.send(wanted, rollBack)
      if (sent.ok) return
      setText((current) => current || wanted)
      writeStored(key, wanted)
      setError(sent.message)
    },
    [store, change, key],
  )
  return { text, change, submit, error }
}

'use client'

/** The instructions being edited, and a preview of how the agent would read them. */
import { useEffect, useState } from 'react'
import { useFeed } from '#components/sync/use-store.ts'
import { callOrToast } from '#components/ui/call-action.ts'
import { announce } from '#components/ui/toasts.ts'
import type { FilledInstructions } from '#lib/board/wire/board-actions.ts'

const DEBOUNCE_MS = 250

type Stored = { own: string | null; first: string }

export function useInstructions() {
  const { actions, sessionId } = useFeed()
  const [stored, setStored] = useState<Stored | null>(null)
  const [written, setWritten] = useState<string | null>(null)
  const [preview, setPreview] = useState<FilledInstructions | null>(null)
  const [isSaving, setSaving] = useState(false)
  const saved = stored ? (stored.own ?? stored.first) : ''
  const text = written ?? saved

  useEffect(() => {
    let isCurrent = true
    void callOrToast(() => actions.readInstructions(sessionId)).then((found) => {
      if (isCurrent && found) setStored(found)
    })
    return () => {
      isCurrent = false
    }
  }, [actions, sessionId])

  useEffect(() => {
    if (!stored) return
    let isCurrent = true
    const timer = setTimeout(async () => {
      const found = await actions.previewInstructions(sessionId, text).catch(() => null)
      if (isCurrent && found?.ok) setPreview(found)
    }, DEBOUNCE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [actions, sessionId, stored, text])

  const keep = async (next: string | null, said: string) => {
    setSaving(true)
    const done = await callOrToast(() => actions.saveInstructions(sessionId, next))
    setSaving(false)
    if (!done || !stored) return
    setStored({ ...stored, own: next })
    setWritten(null)
    announce(said)
  }
  return {
    text,
    preview,
    isLoaded: stored !== null,
    isOwn: (stored?.own ?? null) !== null,
    isChanged: stored !== null && text.trim() !== saved.trim(),
    isSaving,
    write: setWritten,
    save: () => keep(text.trim() || null, 'Instructions saved.'),
    reset: () => keep(null, 'Instructions reset to default.'),
  }
}

'use client'

import { type KeyboardEvent, useState } from 'react'
/** Edits a queued message. Once it is being answered, the text can be sent as a new one. */
import { isComposing } from '#components/browser/is-composing.ts'
import { useFeed } from '#components/sync/use-store.ts'
import { callOrToast } from '#components/ui/call-action.ts'
import { TextButton } from '#components/ui/text-button.tsx'
import { LIMITS } from '#lib/limits.ts'

export type EditQueuedProps = {
  id: string
  text: string
  /** It is still queued. */
  isQueued: boolean
  onSend(text: string): void
  onClose(): void
}

function takeFocus(element: HTMLTextAreaElement | null) {
  element?.focus({ preventScroll: true })
  element?.setSelectionRange(element.value.length, element.value.length)
}

export default function EditQueued({ id, text, isQueued, onSend, onClose }: EditQueuedProps) {
  const { actions, sessionId } = useFeed()
  const [words, setWords] = useState(text)
  const [isSaving, setSaving] = useState(false)
  const wanted = words.trim()
  const isTooLong = wanted.length > LIMITS.messageChars
  const save = async () => {
    if (wanted === '' || isTooLong || isSaving) return
    if (!isQueued) {
      onSend(wanted)
      return onClose()
    }
    if (wanted === text) return onClose()
    setSaving(true)
    const saved = await callOrToast(() => actions.editQueued(sessionId, id, wanted))
    setSaving(false)
    if (saved) onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'Escape') onClose()
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    void save()
  }
  return (
    <div className="flex w-full flex-col gap-1.5">
      <textarea
        ref={takeFocus}
        aria-label="Edit queued text"
        aria-invalid={isTooLong || undefined}
        value={words}
        rows={1}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content max-h-60 w-full resize-none rounded-lg border border-accent bg-raised px-3.5 py-2 text-14 outline-none"
      />
      <div className="flex items-center justify-end gap-2 text-13">
        <span role="status" className={isTooLong ? 'flex-1 text-danger' : 'flex-1 text-muted'}>
          {isTooLong && `${wanted.length} of ${LIMITS.messageChars} characters`}
          {!isTooLong && !isQueued && 'It’s already being answered.'}
        </span>
        <TextButton onClick={onClose}>Cancel</TextButton>
        <TextButton tone="accent" disabled={wanted === '' || isTooLong || isSaving} onClick={save}>
          {isQueued ? 'Save' : 'Send as new message'}
        </TextButton>
      </div>
    </div>
  )
}

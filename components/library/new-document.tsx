'use client'

import type { FormEvent } from 'react'
import { TextButton } from '#components/ui/text-button.tsx'
import { LIMITS } from '#lib/limits.ts'

/** Writes a new document; Markdown headings split it into passages. */
export function WriteDocument({
  isBusy,
  onSave,
  onCancel,
}: {
  isBusy: boolean
  onSave(name: string, text: string): Promise<void>
  onCancel(): void
}) {
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    await onSave(String(fields.get('name')), String(fields.get('text')))
  }
  return (
    <form
      onSubmit={(event) => void save(event)}
      className="mb-6 grid gap-2 rounded-md border border-line p-4"
      aria-label="New document"
    >
      <input
        // biome-ignore lint/a11y/noAutofocus: opened by a click
        autoFocus
        name="name"
        required
        aria-label="Name"
        placeholder="e.g. Handbook.md"
        autoComplete="off"
        maxLength={LIMITS.documentNameChars}
        className="h-8 rounded border border-line-strong bg-paper px-2 text-14"
      />
      <textarea
        name="text"
        required
        aria-label="Text"
        placeholder="Text or Markdown"
        rows={10}
        className="rounded border border-line-strong bg-paper p-2 text-14 leading-6"
      />
      <p className="flex gap-2">
        <TextButton type="submit" tone="accent" disabled={isBusy}>
          Save
        </TextButton>
        <TextButton onClick={onCancel}>Cancel</TextButton>
      </p>
    </form>
  )
}

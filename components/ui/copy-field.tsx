'use client'

import { Check, Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { TextButton } from './text-button.tsx'
import { announce } from './toasts.ts'

/** A text to copy. If the page can't write to the clipboard, the text is selected instead. */
export function CopyField({ label, value }: { label: string; value: string }) {
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    field.current?.select()
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      announce('Copied.')
    } catch {
      announce('Selected. Use your keyboard to copy.')
    }
  }
  return (
    <div className="flex gap-2">
      <input
        ref={field}
        readOnly
        aria-label={label}
        value={value}
        onFocus={(event) => event.currentTarget.select()}
        className="h-8 min-w-0 flex-1 rounded border border-line-strong bg-sunk px-2 font-mono text-12"
      />
      <TextButton className="h-8!" onClick={() => void copy()}>
        {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
        {copied ? 'Copied' : 'Copy'}
      </TextButton>
    </div>
  )
}

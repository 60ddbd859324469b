'use client'

import { type ComponentProps, type KeyboardEvent, useCallback, useRef } from 'react'
import { isComposing } from '#components/browser/is-composing.ts'
import { useOnUnmount } from '#components/browser/use-on-unmount.ts'

function takeFocus(element: HTMLInputElement | HTMLTextAreaElement | null) {
  element?.focus({ preventScroll: true })
  element?.select()
}

/** A field in place of a text: Enter, blur and unmounting save, Esc cancels. */
export function InlineEdit({
  value,
  initial = value,
  onDone,
  multiline = false,
  ...rest
}: {
  value: string
  /** The initial text, e.g. one that was refused. */
  initial?: string
  /** `null`: cancelled. `byKey`: the focus should return to where editing began. */
  onDone(value: string | null, byKey: boolean): void
  multiline?: boolean
} & Pick<ComponentProps<'input'>, 'aria-label' | 'className' | 'maxLength'>) {
  const done = useRef(false)
  const element = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null)
  // One function for all renders: a new one would select the typed text again.
  const begin = useCallback((field: HTMLInputElement | HTMLTextAreaElement | null) => {
    element.current = field ?? element.current
    takeFocus(field)
  }, [])
  const end = (text: string | null, byKey: boolean) => {
    if (done.current) return
    done.current = true
    const next = text?.trim()
    onDone(next === undefined || next === '' || next === value ? null : next, byKey)
  }
  useOnUnmount(element, (text) => end(text, false))
  const field = {
    ...rest,
    defaultValue: initial,
    ref: begin,
    onBlur: (event: { currentTarget: { value: string } }) => end(event.currentTarget.value, false),
    onKeyDown: (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      event.stopPropagation()
      if (isComposing(event)) return
      if (event.key === 'Escape') end(null, true)
      if (event.key !== 'Enter') return
      event.preventDefault()
      end(event.currentTarget.value, true)
    },
  }
  return multiline ? <textarea rows={1} {...(field as ComponentProps<'textarea'>)} /> : <input {...field} />
}

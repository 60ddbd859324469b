'use client'

/** The settings as shown: a choice is shown at once, and reverted if it is refused. */
import { createContext, use, useCallback, useRef, useState } from 'react'
import { saveSettings } from '#app/settings/actions.ts'
import { call } from '#components/ui/call-action.ts'
import { announce } from '#components/ui/toasts.ts'
import type { SettingsPage, SettingsValues } from '#lib/board/wire/settings.ts'

export type Field = keyof SettingsValues
export type Note = { field: Field; tone: 'saved' | 'error'; text: string }

export function useSettingsState({ values: first }: SettingsPage) {
  const [values, setValues] = useState(first)
  const [note, setNote] = useState<Note | null>(null)
  const confirmed = useRef(first)
  const save = useCallback(async <Name extends Field>(field: Name, value: SettingsValues[Name]) => {
    setValues((shown) => ({ ...shown, [field]: value }))
    setNote(null)
    const answer = await call(() => saveSettings({ [field]: value }, browserZone()))
    if (answer.ok) {
      confirmed.current = { ...confirmed.current, [field]: value }
      setNote({ field, tone: 'saved', text: 'Saved' })
      announce('Saved.')
      return
    }
    // A newer choice is being saved and isn’t reverted.
    setValues((shown) => (shown[field] === value ? { ...shown, [field]: confirmed.current[field] } : shown))
    setNote({ field, tone: 'error', text: answer.message })
  }, [])
  return { values, save, note }
}

export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

export type SettingsState = ReturnType<typeof useSettingsState>

export const SettingsContext = createContext<SettingsState | null>(null)

export function useSettings(): SettingsState {
  const context = use(SettingsContext)
  if (!context) throw new Error('useSettings needs the settings page around it.')
  return context
}

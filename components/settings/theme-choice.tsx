'use client'

import { usePreference } from '#components/browser/preference.ts'
import { Segments } from './section.tsx'

const THEMES = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const

export function ThemeChoice() {
  const [theme, setTheme] = usePreference('theme')
  const value = theme === 'light' || theme === 'dark' ? theme : 'system'
  return <Segments legend="Theme" value={value} options={THEMES} onChoose={setTheme} />
}

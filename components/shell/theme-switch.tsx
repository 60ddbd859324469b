'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { usePreference } from '#components/browser/preference.ts'
import { IconButton } from '#components/ui/icon-button.tsx'

const THEMES = {
  system: { label: 'Theme: system', Icon: Monitor, next: 'light' },
  light: { label: 'Theme: light', Icon: Sun, next: 'dark' },
  dark: { label: 'Theme: dark', Icon: Moon, next: 'system' },
} as const

export function ThemeSwitch() {
  const [theme, setTheme] = usePreference('theme')
  const { label, Icon, next } = THEMES[theme === 'light' || theme === 'dark' ? theme : 'system']
  return (
    <IconButton label={label} onClick={() => setTheme(next)}>
      <Icon size={16} aria-hidden />
    </IconButton>
  )
}

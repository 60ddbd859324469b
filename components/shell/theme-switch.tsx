'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { IconButton } from '#components/ui/icon-button.tsx'
import { usePreference } from '#components/ui/preference.ts'

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

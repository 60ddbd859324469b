'use client'

/** `user.preferences.theme` of the board is the screen's theme, also when it changes while the tab is open. */
import { useEffect, useRef } from 'react'
import { readStored, usePreference, writeStored } from '#components/browser/preference.ts'
import { PREFERENCES } from '#components/browser/preference-names.ts'
import { useFeed, useScreen } from '#components/sync/use-store.ts'
import { type Followed, followTheme, isTheme, themeIn } from './board-theme.ts'

export function useBoardTheme() {
  const { sessionId } = useFeed()
  const json = useScreen(({ board }) => board.values.get('user')?.json)
  const [, choose] = usePreference('theme')
  /** If nothing can be stored, at least this tab remembers. */
  const last = useRef<Followed | null>(null)
  useEffect(() => {
    const place = `taskboard:theme-of:${sessionId}`
    const chosen = readStored(PREFERENCES.theme.key)
    const next = followTheme(
      themeIn(json),
      isTheme(chosen) ? chosen : 'system',
      readFollowed(place) ?? last.current,
    )
    last.current = next.followed
    writeStored(place, next.followed && `${next.followed.theme} ${next.followed.before}`)
    if (next.choose !== null) choose(next.choose)
  }, [sessionId, json, choose])
}

/** The theme this browser last took from this board, shared with other tabs and later visits. */
function readFollowed(place: string): Followed | null {
  const [theme, before] = (readStored(place) ?? '').split(' ')
  return isTheme(theme) && isTheme(before) ? { theme, before } : null
}

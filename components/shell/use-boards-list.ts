'use client'

import { useEffect, useRef, useState } from 'react'
import { usePreference } from '#components/browser/preference.ts'

const NARROW = '(width < 1100px)'

/** The list of boards: beside the panes on wide screens, else a sheet over them. */
export function useBoardsList() {
  const toggle = useRef<HTMLButtonElement>(null)
  const [isSheet, setSheet] = useState(false)
  const [shown, setShown] = usePreference('boards')
  useEffect(() => {
    if (!isSheet) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setSheet(false)
    const query = matchMedia(NARROW)
    const onWide = () => setSheet(false)
    addEventListener('keydown', onKey)
    query.addEventListener('change', onWide)
    return () => {
      removeEventListener('keydown', onKey)
      query.removeEventListener('change', onWide)
      toggle.current?.focus({ preventScroll: true })
    }
  }, [isSheet])
  return {
    isSheet,
    /** The button that opens the sheet, which gets the focus back. */
    toggleRef: toggle,
    close: () => setSheet(false),
    toggle() {
      if (matchMedia(NARROW).matches) setSheet(!isSheet)
      else setShown(shown === 'shown' ? 'hidden' : 'shown')
    },
  }
}

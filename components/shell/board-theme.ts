/** Follows the theme in a board's state: once each time it changes there, without overriding the user's own choice. */

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

/** The theme last taken from the board, and the one chosen before it. */
export type Followed = { theme: Theme; before: Theme }

/**
 * How the screen follows the board’s theme (`null` = not set).
 * `choose`: the theme to show now; `followed`: what to remember for next time.
 */
export function followTheme(
  said: Theme | null,
  chosen: Theme,
  followed: Followed | null,
): { choose: Theme | null; followed: Followed | null } {
  if (said === (followed?.theme ?? null)) return { choose: null, followed }
  if (said !== null) {
    // If the user chose another theme since, undo returns to that one.
    const before = followed && chosen === followed.theme ? followed.before : chosen
    return { choose: said, followed: { theme: said, before } }
  }
  // The change was undone, and so is the theme, unless the user chose another one since.
  return { choose: followed && chosen === followed.theme ? followed.before : null, followed: null }
}

/** `user.preferences.theme` in the value `user`, if it is a known theme. */
export function themeIn(json: string | null | undefined): Theme | null {
  try {
    const theme: unknown = JSON.parse(json ?? 'null')?.preferences?.theme
    return isTheme(theme) ? theme : null
  } catch {
    return null
  }
}

export function isTheme(word: unknown): word is Theme {
  return THEMES.some((theme) => theme === word)
}

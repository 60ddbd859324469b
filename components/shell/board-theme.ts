/** When the screen follows the theme in a board's state: once for each time it changes there, and never against a hand. */

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

/** The theme that was taken over from the board last, and what was chosen before it. */
export type Followed = { theme: Theme; before: Theme }

/**
 * What the screen should do about what the board says (`null` = nothing).
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

/** `user.preferences.theme` of the value `user`, where it is one of ours. */
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

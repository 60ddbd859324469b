import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Expects no axe findings on the page, in light and in dark. `but`: rules that don't apply. */
export async function expectAccessible(page: Page, but: readonly string[] = []): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const whole = axe(page).disableRules([...but])
  expect((await whole.analyze()).violations).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const contrast = axe(page).withRules(['color-contrast'])
  expect((await contrast.analyze()).violations, 'dark').toEqual([])
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

/** There are no foreign frames, so one page is enough. Passed checks aren’t listed, which takes a third of the time. */
const axe = (page: Page) =>
  new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true)

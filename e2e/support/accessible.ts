import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Expects no axe findings on the page, in light and in dark. `but`: rules that don't apply. */
export async function expectAccessible(page: Page, but: readonly string[] = []): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  // There are no foreign frames, so one page is enough.
  const whole = new AxeBuilder({ page }).setLegacyMode(true).disableRules([...but])
  expect((await whole.analyze()).violations).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const contrast = new AxeBuilder({ page }).setLegacyMode(true).withRules(['color-contrast'])
  expect((await contrast.analyze()).violations, 'dark').toEqual([])
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

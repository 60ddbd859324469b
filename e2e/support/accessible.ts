import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Axe finds nothing on the page as it stands, in light and in dark. `but`: rules that do not fit what is open. */
export async function expectAccessible(page: Page, but: readonly string[] = []): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  // No frames of elsewhere here: one page is enough to look at.
  const whole = new AxeBuilder({ page }).setLegacyMode(true).disableRules([...but])
  expect((await whole.analyze()).violations).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const contrast = new AxeBuilder({ page }).setLegacyMode(true).withRules(['color-contrast'])
  expect((await contrast.analyze()).violations, 'dark').toEqual([])
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}

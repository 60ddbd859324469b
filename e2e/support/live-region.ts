import type { Page } from '@playwright/test'

/** Listens to the live region from now on; gives how often words were said there. */
export async function listen(page: Page): Promise<(words: string) => Promise<number>> {
  await page.evaluate(() => {
    const heard: string[] = []
    const region = document.querySelector('[aria-live="polite"]')
    if (!region) throw new Error('there is no live region')
    new MutationObserver(() => heard.push(region.textContent ?? '')).observe(region, {
      childList: true,
      subtree: true,
      characterData: true,
    })
    Object.assign(window, { heard })
  })
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
  return async (words) => (await heard()).filter((text) => text.includes(words)).length
}

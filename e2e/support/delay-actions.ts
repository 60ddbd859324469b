import { expect, type Page } from '@playwright/test'

/** Holds back this page's server actions until released. */
export async function holdActions(page: Page) {
  const held: (() => void)[] = []
  let isHolding = true
  await page.route('**/boards/*', async (route) => {
    if (isHolding && route.request().method() === 'POST') await new Promise<void>((go) => held.push(go))
    await route.fallback()
  })
  return {
    /** Resolves once this many are held. */
    has: (count: number) => expect.poll(() => held.length).toBe(count),
    letGo() {
      isHolding = false
      for (const go of held) go()
    },
  }
}

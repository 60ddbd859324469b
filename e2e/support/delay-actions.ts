import { expect, type Page } from '@playwright/test'

/** Keeps what this page asks the server to do from getting there, until it is let go. */
export async function holdActions(page: Page) {
  const held: (() => void)[] = []
  let isHolding = true
  await page.route('**/boards/*', async (route) => {
    if (isHolding && route.request().method() === 'POST') await new Promise<void>((go) => held.push(go))
    await route.fallback()
  })
  return {
    /** Resolves once so many are held. */
    has: (count: number) => expect.poll(() => held.length).toBe(count),
    letGo() {
      isHolding = false
      for (const go of held) go()
    },
  }
}

/** What assistive technology and the dark get: axe in each state, announcements once, reduced motion. */
import { expectAccessible } from './support/accessible.ts'
import { expect, test } from './support/fixtures.ts'

test('axe finds nothing', async ({ board, page }) => {
  await expectAccessible(page)
  await board.say('add a task: look at it, high priority, due today')
  await board.say('update #1 to 50%')
  await board.say('mark #9 as done')
  await board.say('show me my tasks')
  await expectAccessible(page)
  await board
    .card('#1')
    .getByRole('button', { name: /Actions for #1/ })
    .click()
  await expect(page.getByRole('menu')).toBeVisible()
  // A menu floats above the page, outside its landmarks, as menus do.
  await expectAccessible(page, ['region'])
})

test('a finished reply is announced once', async ({ board, page }) => {
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
  await board.say('add a task: heard once')
  const heard = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
  await expect.poll(async () => (await heard()).filter((text) => text.includes('heard once')).length).toBe(1)
})

test('headers and a fresh nonce on every page', async ({ board, page, server }) => {
  const nonces = new Set<string>()
  for (let i = 0; i < 5; i++) {
    const response = await page.request.get(page.url())
    const policy = response.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("object-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe-eval')
    expect(policy.match(/script-src[^;]*/)?.[0]).not.toContain('unsafe-inline')
    nonces.add(/'nonce-([^']+)'/.exec(policy)?.[1] ?? '')
    expect(response.headers()['x-content-type-options']).toBe('nosniff')
    expect(response.headers()['x-powered-by']).toBeUndefined()
    expect(response.headers()['cache-control']).toContain('no-store')
  }
  expect(nonces.size).toBe(5)
  expect(await board.region.count()).toBe(1)
  expect(server.log()).not.toContain('Error')
})

test('what people typed stays text', async ({ board, page }) => {
  const outside: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== 'localhost') outside.push(request.url())
  })
  const hostile = [
    '<img src=x onerror=alert(1)>',
    '![x](https://evil.example/x.png)',
    '[click](javascript:alert(1))',
    '</script><script>alert(1)</script>',
    '{{constructor}} __proto__ $&',
  ]
  page.on('dialog', () => outside.push('a dialog'))
  for (const text of hostile) await board.say(`add a task: "${text}"`)
  const list = await board.say('show me my tasks')
  await expect(list.getByRole('row')).toHaveCount(hostile.length + 1)
  await expect(page.locator('img')).toHaveCount(0)
  await expect(page.locator('a[href^="javascript"]')).toHaveCount(0)
  expect(outside).toEqual([])
})

/** Accessibility: axe in each state and theme, announcements once, reduced motion. */
import { expectAccessible } from './support/accessible.ts'
import { BoardPage } from './support/board-page.ts'
import { expect, test } from './support/fixtures.ts'
import { expectFocusSeen } from './support/keyboard.ts'
import { listen } from './support/live-region.ts'

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

test('focus is always visible, and reduced motion stops animations', async ({ board, page }) => {
  await board.say('add a task: look at it')
  await board.say('add milk to the shopping list')
  await expect(board.item('shopping', 'milk')).toBeVisible()
  await board.message.focus()
  const reached = await expectFocusSeen(page, 28)
  expect(reached).toContain('Actions for #1 look at it')
  expect(reached.join()).toContain('milk')

  const animations = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter((each) => each instanceof CSSAnimation && each.animationName !== 'glow')
        .map((each) => (each as CSSAnimation).animationName),
    )
  const openDialog = () => page.keyboard.press('Enter')
  const card = board.card('#1')
  await card.getByRole('button', { name: 'Actions for #1 look at it' }).click()
  const details = page.getByRole('menuitem', { name: 'Edit details…' })
  await details.focus()
  await openDialog()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await animations()).toContain('rise')
  await page.keyboard.press('Escape')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await card.getByRole('button', { name: 'Actions for #1 look at it' }).click()
  await details.focus()
  await openDialog()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await animations()).toEqual([])
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Save' })).toHaveCSS(
    'transition-duration',
    '0s',
  )
})

test('a finished reply is announced once', async ({ board, page }) => {
  const times = await listen(page)
  await board.say('add a task: heard once')
  await expect.poll(() => times('heard once')).toBe(1)
})

test.describe('cut off', () => {
  test.use({ allowedErrors: [/ERR_INTERNET_DISCONNECTED|Failed to fetch/] })

  test('a turn is announced also if the feed only delivers its end', async ({
    board,
    page,
    otherBrowser,
  }) => {
    const times = await listen(page)
    const elsewhere = await otherBrowser()
    await elsewhere.addCookies(await page.context().cookies())
    const other = new BoardPage(await elsewhere.newPage())
    await other.page.goto(page.url())
    await other.ready()
    await page.context().setOffline(true)
    await other.say('add a task: heard late')
    await expect(board.card(/heard late/)).toHaveCount(0)
    await page.context().setOffline(false)
    await expect(board.card(/heard late/)).toBeVisible()
    await expect.poll(() => times('heard late')).toBe(1)
  })
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

test('user text is never interpreted as HTML', async ({ board, page }) => {
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

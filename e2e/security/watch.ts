/** Records forbidden actions of a page, and finds forbidden markup in it. */
import type { BrowserContext, Page } from '@playwright/test'

export type Watched = { ran: string[]; left: string[]; dialogs: string[]; violations: string[] }

export async function watch(context: BrowserContext, origin: string): Promise<Watched> {
  const seen: Watched = { ran: [], left: [], dialogs: [], violations: [] }
  await context.exposeFunction('pwnReport', (what: string) => void seen.ran.push(what))
  await context.exposeFunction('violationReport', (what: string) => void seen.violations.push(what))
  await context.addInitScript(() => {
    const page = window as unknown as Record<string, (what: string) => void>
    page.pwn = () => page.pwnReport?.(location.href)
    document.addEventListener('securitypolicyviolation', (event) =>
      page.violationReport?.(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`),
    )
  })
  context.on('request', (request) => {
    const { protocol, origin: to } = new URL(request.url())
    if (to !== origin && protocol !== 'data:' && protocol !== 'blob:') seen.left.push(request.url())
  })
  context.on('dialog', (dialog) => {
    seen.dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  return seen
}

/** Elements and attributes that no text of a user or a model may become. */
export async function markupIn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const tell = (element: Element, what: string) => found.push(`${what}: ${element.outerHTML.slice(0, 160)}`)
    const isOurs = (address: string) => {
      const url = new URL(address, location.href)
      return url.origin === location.origin || url.protocol === 'data:' || url.protocol === 'blob:'
    }
    // React gives forms handled by a function a URL that only throws a fixed text and never runs.
    const onlyThrows = (address: string) => /^javascript:throw new Error\('([^'\\]|\\')*'\)$/.test(address)
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        if (name.startsWith('on')) tell(element, 'a handler')
        if (
          /^(src|srcset|poster|background|data|xlink:href|action|formaction|ping)$/.test(name) &&
          !isOurs(value) &&
          !(name === 'action' && onlyThrows(value))
        ) {
          tell(element, 'an address of elsewhere')
        }
        if (name === 'style' && /url\(|expression/i.test(value)) tell(element, 'an address in a style')
        if (name === 'srcdoc') tell(element, 'a page within')
      }
      if (
        element.matches(
          'iframe, object, embed, base, meta[http-equiv], applet, marquee, foreignObject, animate, set',
        )
      ) {
        // Browser extensions have frames with an empty URL; the app has no frames.
        tell(element, 'an element')
      }
      if (element instanceof HTMLLinkElement && !isOurs(element.href)) tell(element, 'a link to elsewhere')
      // Lazily loaded code comes from an allowed script, from the folder of the app's scripts.
      const isLoaded = (script: HTMLScriptElement) =>
        script.src.startsWith(`${location.origin}/_next/static/chunks/`)
      if (element instanceof HTMLScriptElement && !element.nonce && !isLoaded(element))
        tell(element, 'a script')
      if (element instanceof HTMLStyleElement && /evil\.example/.test(element.textContent))
        tell(element, 'a style')
      if (element instanceof HTMLAnchorElement && element.hasAttribute('href')) {
        if (!/^(https?|mailto):$/.test(element.protocol)) tell(element, 'a scheme')
        const rel = element.rel.split(' ')
        const isGuarded = ['noopener', 'noreferrer', 'nofollow'].every((word) => rel.includes(word))
        if (element.host !== location.host && !isGuarded) tell(element, 'an unguarded link')
      }
    }
    return found
  })
}

/** Tries a script in this page, to check that the watch notices it. */
export async function provoke(page: Page): Promise<void> {
  await page.evaluate(() => {
    const holder = document.createElement('div')
    holder.innerHTML = '<img src="data:," onerror="pwn()"><a href="javascript:pwn()">x</a>'
    document.body.append(holder)
  })
}

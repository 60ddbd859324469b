/** The destination of a link, as the URL parser reads it. */
const FOLLOWED = /^(https?:\/\/|mailto:)/i

/**
 * The host of a URL, or an email address: what is shown, asked about and remembered. `null`: not followed.
 * Hosts are in ASCII: letters of other scripts can look like Latin ones.
 */
export function placeOf(href: string): string | null {
  if (!FOLLOWED.test(href) || !URL.canParse(href)) return null
  const { protocol, pathname, host } = new URL(href)
  return (protocol === 'mailto:' ? pathname : host) || null
}

/** Whether the link text begins with the destination, so it can’t be mistaken for another. */
export function namesPlace(words: string, place: string): boolean {
  const address = words.trim().toLowerCase().replace(FOLLOWED, '')
  return address.startsWith(place.toLowerCase()) && /^([/?#]|$)/.test(address.slice(place.length))
}

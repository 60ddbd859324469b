/** Where a link of a text leads, by the parser that follows it. */
const FOLLOWED = /^(https?:\/\/|mailto:)/i

/**
 * The host of a web address, or the address of a mail: what is shown, asked about and remembered. `null`: not followed.
 * A host is in ASCII: letters of other scripts can look like Latin ones.
 */
export function placeOf(href: string): string | null {
  if (!FOLLOWED.test(href) || !URL.canParse(href)) return null
  const { protocol, pathname, host } = new URL(href)
  return (protocol === 'mailto:' ? pathname : host) || null
}

/** Whether the words of a link begin with the place that it leads to, so it can’t be taken for another. */
export function namesPlace(words: string, place: string): boolean {
  const address = words.trim().toLowerCase().replace(FOLLOWED, '')
  return address.startsWith(place.toLowerCase()) && /^([/?#]|$)/.test(address.slice(place.length))
}

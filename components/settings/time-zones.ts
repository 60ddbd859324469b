/** The time zones of this browser, and a search over them. */

let all: readonly string[] | null = null

export function allZones(): readonly string[] {
  all ??= [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
  return all
}

/** `Europe/Berlin` -> `Europe / Berlin`, `America/New_York` -> `America / New York`. */
export function zoneInWords(zone: string): string {
  return zone.replaceAll('_', ' ').replaceAll('/', ' / ')
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9+]+/g, ' ')
    .trim()

/** Zones with a word beginning with each word of the query; matching cities come first. */
export function findZones(query: string, zones = allZones()): readonly string[] {
  const words = plain(query).split(' ').filter(Boolean)
  if (words.length === 0) return zones
  const found = zones.filter((zone) => {
    const parts = plain(zone).split(' ')
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  })
  const isCity = (zone: string) => plain(zone.split('/').at(-1) ?? '').startsWith(words.join(' '))
  return [...found.filter(isCity), ...found.filter((zone) => !isCity(zone))]
}

/** The time there: `14:05`. */
export function clockIn(zone: string, now: number): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(now)
}

/** Which hosts this server answers for: against DNS rebinding and requests forged by other sites. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** `name:port` or `name` as a browser sends it in Host. */
export function hostName(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '')
}

export function isAllowedHost(host: string | null, allowed: readonly string[]): boolean {
  if (!host) return false
  const name = hostName(host)
  return LOOPBACK.has(name) || allowed.includes(name) || allowed.includes(host.toLowerCase())
}

/** The Origin of what changes something: there, and this very host. */
export function isSameOrigin(origin: string | null, host: string | null): boolean {
  if (!origin || !host || !URL.canParse(origin)) return false
  return new URL(origin).host === host.toLowerCase()
}

export function isNumericLoopback(host: string | null): boolean {
  const name = hostName(host ?? '')
  return name === '127.0.0.1' || name === '[::1]'
}

/** Which hosts this server accepts: against DNS rebinding and cross-site requests. */
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

/** The Origin header of a request that changes something must be present and name this host. */
export function isSameOrigin(origin: string | null, host: string | null): boolean {
  if (!origin || !host || !URL.canParse(origin)) return false
  return new URL(origin).host === host.toLowerCase()
}

/** `http://localhost:3000` for a page opened as 127.0.0.1 or [::1], so that both are one account; else `null`. */
export function canonicalOrigin(host: string | null): string | null {
  const name = hostName(host ?? '')
  if (name !== '127.0.0.1' && name !== '[::1]') return null
  return `http://localhost${host?.match(/:\d+$/)?.[0] ?? ''}`
}

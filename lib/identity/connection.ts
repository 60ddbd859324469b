/** Who is at the other end, told by the connection itself: what a request says of that is anybody's word. */
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { env } from '#lib/env.ts'
import { once } from '#lib/globals.ts'
import { newSecret } from './secret.ts'

const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
]
const PEER = 'x-taskboard-peer'

/** Nobody outside can send a peer of their own choice: each is marked with what only this process knows. */
const mark = () => once('peer-mark', newSecret)

/**
 * From now on each request carries the address of its connection, and, unless a proxy is trusted, none of the
 * headers with which one would say another: Next believes those too, for the origin of an action among others.
 */
export function watchConnections(): void {
  once('connections', () => {
    subscribe('http.server.request.start', (message) => {
      const { request } = message as { request: IncomingMessage }
      if (!env().TRUST_PROXY) for (const name of FORWARDED) delete request.headers[name]
      request.headers[PEER] = `${mark()} ${request.socket.remoteAddress ?? ''}`
    })
    return true
  })
}

/** `null` for a request that came before the watch began. */
function peerOf(headers: Headers): string | null {
  const [given, address] = headers.get(PEER)?.split(' ') ?? []
  return given === mark() && address ? address : null
}

/**
 * Whom a rate is counted for. Behind a trusted proxy the last entry is what that proxy itself saw; without one it
 * is the other end of the connection. Where neither is known all callers share one count.
 */
export function clientAddress(headers: Headers): string {
  const said = env().TRUST_PROXY ? headers.get('x-forwarded-for')?.split(',').at(-1)?.trim() : peerOf(headers)
  return said ? networkOf(said) : 'everybody'
}

/** Who has an IPv6 address has a whole /64 of them. */
function networkOf(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (!plain.includes(':')) return plain
  const [head = '', tail] = plain.toLowerCase().split('%')[0]?.split('::') ?? []
  const left = head ? head.split(':') : []
  const right = tail ? tail.split(':') : []
  const missing = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/** The caller’s address, taken from the connection: anyone can write headers. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { isIPv6, SocketAddress } from 'node:net'
import { env } from '#lib/env.ts'
import { singleton } from '#lib/singletons.ts'
import { newSecret } from './random-token.ts'

const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
  'x-real-ip',
]
const PEER = 'x-taskboard-peer'

/** Marked with a secret of this process, so that a client can’t send its own. */
const mark = () => singleton('peer-mark', newSecret)

/** The address and host of a request, as this process recorded them. */
type Peer = { address: string; host: string }

function peerIn(header: string | null | undefined): Peer | null {
  const [given, address = '', host = ''] = header?.split(' ') ?? []
  return given === mark() ? { address, host } : null
}

/**
 * From now on each request carries the address of its connection, and, unless a proxy is trusted, none of the
 * headers with which one would say another: Next believes those too, for the origin of an action among others.
 *
 * Next sends an action that another page holds to itself, under its own address: such a request still carries the
 * peer and the host of the browser's request, and is judged by them.
 */
export function watchConnections(): void {
  singleton('connections', () => {
    subscribe('http.server.request.start', (message) => {
      const { headers, socket } = (message as { request: IncomingMessage }).request
      if (!env().TRUST_PROXY) for (const name of FORWARDED) delete headers[name]
      const browser = peerIn(headers[PEER]?.toString())
      if (browser) headers.host = browser.host
      else headers[PEER] = `${mark()} ${socket.remoteAddress ?? ''} ${headers.host ?? ''}`
    })
    return true
  })
}

/** Loopback, by any of its addresses: a person at this computer, or a proxy on it that isn’t trusted. */
export const THIS_COMPUTER = '127.0.0.1'
const NOT_KNOWN = 'everybody'

/**
 * Whom a rate is counted for. Behind a trusted proxy the last entry is what that proxy itself saw; without one it
 * is the other end of the connection. Where neither is known all callers share one count.
 */
export function clientAddress(headers: Headers): string {
  const said = env().TRUST_PROXY
    ? headers.get('x-forwarded-for')?.split(',').at(-1)
    : peerIn(headers.get(PEER))?.address
  const address = parseAddress(said ?? '')
  return address ? networkOf(address) : NOT_KNOWN
}

/** `address`, `address:port` or `[address]:port`, quoted or not, in its one canonical form. */
function parseAddress(said: string): string | undefined {
  const bare = said.replace(/["\s]|%[^\]]*/g, '')
  const parsed = SocketAddress.parse(isIPv6(bare) ? `[${bare}]` : bare)?.address
  return parsed?.replace(/^::ffff:(?=\d+\.)/, '')
}

/** An IPv6 address counts as its /64: its owner has all of them. */
function networkOf(address: string): string {
  if (address === '::1' || address.startsWith('127.')) return THIS_COMPUTER
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = Array<string>(8 - left.length - right.length).fill('0')
  return `${[...left, ...zeros, ...right].slice(0, 4).join(':')}::/64`
}

const asking = () => singleton('address-of-call', () => new AsyncLocalStorage<string>())

/** Everything that `work` starts, including runs of the agent, is counted for this address. */
export function asAddress<T>(address: string, work: () => Promise<T>): Promise<T> {
  return asking().run(address, work)
}

/** `undefined` for work that no request started. */
export function addressOfCall(): string | undefined {
  return asking().getStore()
}

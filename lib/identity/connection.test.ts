/** Addresses of real connections, and of headers that claim another one. */
import { once as onceEvent } from 'node:events'
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setEnvironment } from '#lib/env.ts'
import { clientAddress, watchConnections } from './connection.ts'

let seen: IncomingHttpHeaders = {}
const server = createServer((asked, answer) => {
  seen = asked.headers
  answer.end()
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await onceEvent(server, 'listening')
})
afterAll(() => {
  server.close()
})

async function addressOf(headers: Record<string, string>): Promise<string> {
  const { port } = server.address() as AddressInfo
  const sent = request({ port, host: '127.0.0.1', headers }).end()
  const [answer] = await onceEvent(sent, 'response')
  answer.resume()
  return clientAddress(new Headers(seen as Record<string, string>))
}

const FORGED = {
  'X-Forwarded-For': '203.0.113.9',
  'X-Forwarded-Proto': 'https',
  'X-Forwarded-Host': 'evil.example',
  'X-Real-IP': '203.0.113.9',
  Forwarded: 'for=203.0.113.9;proto=https;host=evil.example',
  'X-Taskboard-Peer': 'guess 203.0.113.9',
}
const proxy = (on: boolean) => setEnvironment({ TRUST_PROXY: on ? '1' : '0' })

test('before the watch starts, every caller has the same address, and headers are ignored', async () => {
  proxy(false)
  expect(await addressOf(FORGED)).toBe('everybody')
})

test('without a trusted proxy the address is that of the connection, and the headers are removed', async () => {
  proxy(false)
  watchConnections()
  watchConnections()
  expect(await addressOf({})).toBe('127.0.0.1')
  expect(await addressOf(FORGED)).toBe('127.0.0.1')
  expect(Object.keys(seen).filter((name) => /forwarded|real-ip/.test(name))).toEqual([])
})

test('with one, the last entry counts: the ones before it were sent by the client', async () => {
  proxy(true)
  expect(await addressOf({ 'X-Forwarded-For': '203.0.113.9, 198.51.100.7' })).toBe('198.51.100.7')
  expect(seen['x-forwarded-for']).toBe('203.0.113.9, 198.51.100.7')
  expect(await addressOf({})).toBe('everybody')
})

test.each([false, true])(
  'what this process sends on to itself keeps host and peer (proxy: %s)',
  async (on) => {
    proxy(on)
    await addressOf({ Host: 'board.example', 'X-Forwarded-For': '198.51.100.7' })
    const first = seen as Record<string, string>
    const sentOn = { ...first, host: '127.0.0.1:3000' }
    expect(await addressOf(sentOn)).toBe(on ? '198.51.100.7' : '127.0.0.1')
    expect(seen).toMatchObject({ host: 'board.example', 'x-taskboard-peer': first['x-taskboard-peer'] })
    await addressOf({ ...sentOn, 'x-taskboard-peer': 'guess 203.0.113.9 board.example' })
    expect(seen.host).toBe('127.0.0.1:3000')
  },
)

test.each([
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001::9', '2001:db8:1:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['"[2001:DB8:1:2::9]:443"', '2001:db8:1:2::/64'],
  ['::ffff:c000:207', '192.0.2.7'],
  ['[::ffff:192.0.2.7]:8080', '192.0.2.7'],
  ['::1', '127.0.0.1'],
  ['127.0.0.9:1', '127.0.0.1'],
  ['unknown', 'everybody'],
  ['_hidden', 'everybody'],
])('%s is counted as %s', (address, network) => {
  proxy(true)
  expect(clientAddress(new Headers({ 'x-forwarded-for': address }))).toBe(network)
})

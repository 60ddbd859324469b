/** Addresses of real connections, and what requests say of theirs. */
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

test('before the watch nobody is told apart, and nobody is believed', async () => {
  proxy(false)
  expect(await addressOf(FORGED)).toBe('everybody')
})

test('without a trusted proxy the connection tells, and the headers are gone', async () => {
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

test.each([
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001::9', '2001:db8:1:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s is counted as %s', (address, network) => {
  proxy(true)
  expect(clientAddress(new Headers({ 'x-forwarded-for': address }))).toBe(network)
})

/** Loaded before the server by a test: records every connection, DNS lookup and datagram of the process. */

import dgram from 'node:dgram'
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const file = process.env.TASKBOARD_CONNECTIONS
const note = (what) => appendFileSync(file, `${what}\n`)

const connect = net.Socket.prototype.connect
net.Socket.prototype.connect = function (...args) {
  const [given] = Array.isArray(args[0]) ? args[0] : args
  const {
    path,
    host = 'localhost',
    port,
  } = typeof given === 'object' ? given : { port: given, host: args[1] }
  note(path ? `connect ${path}` : `connect ${host}:${port}`)
  return connect.apply(this, args)
}
for (const holder of [dns, dns.promises]) {
  for (const name of Object.keys(holder).filter((key) => /^(lookup|resolve)/.test(key))) {
    const ask = holder[name]
    if (typeof ask !== 'function') continue
    holder[name] = function (...args) {
      note(`${name} ${args[0]}`)
      return ask.apply(this, args)
    }
  }
}
const post = dgram.Socket.prototype.send
dgram.Socket.prototype.send = function (...args) {
  note('datagram')
  return post.apply(this, args)
}
syncBuiltinESMExports()

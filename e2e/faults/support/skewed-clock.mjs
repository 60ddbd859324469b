/** Loaded into a server under test: shifts its clock by the milliseconds in a file, which can change. */
import { readFileSync } from 'node:fs'

const RealDate = Date
const file = process.env.SKEW_FILE ?? ''
let skew = 0

function read() {
  try {
    skew = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    return
  }
}
read()
setInterval(read, 50).unref()

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + skew)
    else super(...given)
  }
  static now() {
    return RealDate.now() + skew
  }
}

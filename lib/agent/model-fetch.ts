/** `fetch` for model services: each request is counted, whichever turn or check it is of. */
import { overModelCalls } from '#lib/identity/rates.ts'
import { boundedFetch } from './bounded-fetch.ts'

/** Its message is for the user; the service was not asked. */
export class OverModelCalls extends Error {
  override readonly name = 'OverModelCalls'
}

export const modelFetch: typeof fetch = async (input, init) => {
  const over = await overModelCalls()
  if (over) throw new OverModelCalls(over.message)
  return boundedFetch(input, init)
}

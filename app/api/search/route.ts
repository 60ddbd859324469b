import { z } from 'zod'
import { hits } from '#app/api/answers.ts'
import { endpoint } from '#app/api/endpoint.ts'
import { LIMITS } from '#lib/limits.ts'
import { search } from '#lib/session/queries/search.ts'

export const GET = endpoint({
  summary: 'Search names, tasks and messages of all boards',
  rate: 'reads',
  query: z.object({ q: z.string().max(LIMITS.searchChars).describe('Words to look for.') }),
  answer: hits,
  run: ({ user, query }) => search(user.id, query.q),
})

import type { z } from 'zod'

/** The first thing wrong with an input, as a sentence. */
export function messageOfZodError(error: z.ZodError): string {
  const issue = error.issues[0]
  if (!issue) return 'Invalid input.'
  const path = issue.path.join('.')
  return /^[A-Z“"].*[.]$/.test(issue.message) ? issue.message : `${path || 'The input'}: ${issue.message}.`
}

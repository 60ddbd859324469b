/** Words schema issues that have no message. */
import type { z } from 'zod'
import { joinWords } from '../text/text.ts'

const KINDS: Record<string, string> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a text',
}

export function inWords(issue: z.core.$ZodIssue): string {
  if (!/^(?:Invalid|Too|Unrecognized)/.test(issue.message)) return issue.message
  if (/received undefined$/.test(issue.message)) return 'Missing.'
  switch (issue.code) {
    case 'invalid_type':
      return `Must be ${KINDS[issue.expected] ?? issue.expected}.`
    case 'invalid_value':
      return `Use ${joinWords(issue.values.map(String), 'or')}.`
    case 'unrecognized_keys':
      return `Unknown field ${joinWords(issue.keys.map((key) => `“${key}”`))}.`
    case 'too_big':
      return `Must be at most ${issue.maximum}.`
    case 'too_small':
      return `Must be at least ${issue.minimum}.`
    default:
      return 'Invalid value.'
  }
}

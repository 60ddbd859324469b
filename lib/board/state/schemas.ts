/** Schemas of template keys, checked on every write. */
import { z } from 'zod'
import { joinWords } from '../text/text.ts'

type Schemas = Readonly<Record<string, z.ZodType>>

const SCHEMAS: Schemas = {
  user: z.looseObject({
    name: z.string().max(200).nullish(),
    age: z.int().min(0).max(200).nullish(),
    preferences: z
      .looseObject({
        theme: z.enum(['light', 'dark', 'system'], 'Use light, dark or system').nullish(),
      })
      .optional(),
  }),
}

let current = SCHEMAS

/** Why a key can’t have this value, as a sentence. */
export function problemOfShape(key: string, value: unknown): string | null {
  const schema = Object.hasOwn(current, key) ? current[key] : undefined
  const issues = schema?.safeParse(value).error?.issues ?? []
  const missing = issues.filter((issue) => isMissing(value, issue.path))
  const [first] = issues
  const nameOf = ({ path }: Issue) => [key, ...path].join('.')
  if (missing.length > 0) {
    const are = missing.length > 1 ? 'are' : 'is'
    return `${joinWords(missing.map(nameOf))} ${are} missing. Set every field that ${key} needs in one call.`
  }
  return first ? `${nameOf(first)} does not fit: ${first.message.replace(/\.$/, '')}.` : null
}

type Issue = z.core.$ZodIssue

/** Whether nothing is at this path, while its parent is an object: it was required and not given. */
function isMissing(value: unknown, path: readonly PropertyKey[]): boolean {
  const last = path.at(-1)
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown>)?.[step], value)
  return last !== undefined && typeof parent === 'object' && parent !== null && !Object.hasOwn(parent, last)
}

/** For tests; without an argument, restores the real schemas. */
export function setTemplateSchemas(schemas: Schemas = SCHEMAS): void {
  current = schemas
}

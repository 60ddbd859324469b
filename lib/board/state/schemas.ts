/** Schemas of template keys, checked on every write. */
import { z } from 'zod'

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
  const issue = schema?.safeParse(value).error?.issues[0]
  return issue ? `${[key, ...issue.path].join('.')} does not fit: ${issue.message}.` : null
}

/** For tests; without an argument, restores the real schemas. */
export function setTemplateSchemas(schemas: Schemas = SCHEMAS): void {
  current = schemas
}

/** What a model sees of a command's input: a strict JSON schema, every property required, optional ones nullable. */
import { z } from 'zod'

export type ToolProperty = {
  type: string | [string, 'null']
  description?: string
  enum?: (string | null)[]
  items?: ToolProperty
  /** Only for an object with free keys; a schema with one isn't strict. */
  additionalProperties?: true
}
export type ToolSchema = {
  type: 'object'
  properties: Record<string, ToolProperty>
  required: string[]
  additionalProperties: false
}

/** The parts of zod's JSON schema that are used here. */
type Described = Pick<ToolProperty, 'description'> & {
  type?: string
  enum?: string[]
  items?: Described
  properties?: object
  anyOf?: Described[]
}

const SUPPORTED = new Set(['string', 'integer', 'number', 'boolean', 'array', 'object'])

const made = new WeakMap<z.ZodObject, ToolSchema>()

/** Keeps only what strict schemas support: type, description, enum. `execute` checks the rest. Made once for each input. */
export function strictSchema(input: z.ZodObject, hidden: readonly string[] = []): ToolSchema {
  const schema = made.get(input) ?? makeSchema(input, hidden)
  made.set(input, schema)
  return schema
}

function makeSchema(input: z.ZodObject, hidden: readonly string[]): ToolSchema {
  const json = z.toJSONSchema(input, { io: 'input' }) as {
    properties: Record<string, Described>
    required?: string[]
  }
  const shown = Object.entries(json.properties).filter(([name]) => !hidden.includes(name))
  const properties = shown.map(([name, described]) => {
    const property = toProperty(name, described)
    return [name, json.required?.includes(name) ? property : nullable(property)] as const
  })
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: properties.map(([name]) => name),
    additionalProperties: false,
  }
}

function toProperty(
  name: string,
  { anyOf, description, items, properties, ...described }: Described,
): ToolProperty {
  const [type = '', ...others] = new Set((anyOf ?? [described]).map((one) => one.type))
  if (!SUPPORTED.has(type) || others.length > 0 || properties)
    throw new Error(`A strict schema can’t describe the input “${name}”.`)
  return {
    type,
    ...(description && { description }),
    ...(described.enum && { enum: described.enum }),
    ...(type === 'array' && { items: toProperty(`${name}[]`, items ?? {}) }),
    ...(type === 'object' && { additionalProperties: true }),
  }
}

function nullable(property: ToolProperty): ToolProperty {
  const options = property.enum && { enum: [...property.enum, null] }
  return { ...property, ...options, type: [property.type as string, 'null'] }
}

/** Services accept free keys only in tools that aren't strict. */
export function isStrict(schema: ToolSchema): boolean {
  return Object.values(schema.properties).every((property) => !property.additionalProperties)
}

/** `null` is how a strict schema says "not given". */
export function withoutNulls(input: unknown): Record<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return {}
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
}

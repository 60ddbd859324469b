/** What a model sees of a command's input: a strict JSON schema, every property required, optional ones nullable. */
import { z } from 'zod'

export type ToolProperty = {
  type: string | [string, 'null']
  description?: string
  enum?: (string | null)[]
  items?: { type: string }
  /** Only of an object with keys of anybody's choice; a schema with one is not strict. */
  additionalProperties?: true
}
export type ToolSchema = {
  type: 'object'
  properties: Record<string, ToolProperty>
  required: string[]
  additionalProperties: false
}

type Described = { type?: string; description?: string; enum?: string[]; items?: { type?: string } }

const made = new WeakMap<z.ZodObject, ToolSchema>()

/** Keeps only what strict schemas support: type, description, enum. The door checks the rest. Made once for each input. */
export function strictSchema(input: z.ZodObject, hidden: readonly string[] = []): ToolSchema {
  const schema = made.get(input) ?? makeSchema(input, hidden)
  made.set(input, schema)
  return schema
}

function makeSchema(input: z.ZodObject, hidden: readonly string[]): ToolSchema {
  const json = z.toJSONSchema(input, { io: 'output', unrepresentable: 'any' }) as {
    properties: Record<string, Described>
    required?: string[]
  }
  const properties: Record<string, ToolProperty> = {}
  for (const [name, property] of Object.entries(json.properties)) {
    if (hidden.includes(name)) continue
    const optional = !json.required?.includes(name)
    const type = property.type ?? 'string'
    const shown: ToolProperty = { type: optional ? [type, 'null'] : type }
    if (property.description) shown.description = property.description
    if (type === 'array') shown.items = { type: property.items?.type ?? 'string' }
    if (type === 'object') shown.additionalProperties = true
    if (property.enum) shown.enum = optional ? [...property.enum, null] : [...property.enum]
    properties[name] = shown
  }
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

/** Services take free keys only from a tool that is not strict. */
export function isStrict(schema: ToolSchema): boolean {
  return Object.values(schema.properties).every((property) => !property.additionalProperties)
}

/** `null` is how a strict schema says "not given". */
export function withoutNulls(input: unknown): Record<string, unknown> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return {}
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
}

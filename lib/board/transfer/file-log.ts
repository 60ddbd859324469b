/** The schema of a session’s revision log in a file. */
import { z } from 'zod'
import { LIMITS } from '#lib/limits.ts'
import type { Change } from '../model/changes.ts'
import { rowId, time } from '../model/input-schemas.ts'
import { ACTORS } from '../model/names.ts'
import { TABLES } from '../model/tables.ts'
import type { TableName } from '../model/types.ts'
import type { JsonValue } from '../state/json.ts'
import { cleanText, shorten } from '../text/text.ts'
import { shallow } from './file-messages.ts'
import { count, FIELDS, key, problemOfSecret } from './file-rows.ts'
import { inWords } from './issue-message.ts'

/** An edit has only the changed fields: no defaults are filled in, and unknown fields are refused. */
const PARTIAL = Object.fromEntries(
  TABLES.map((table) => {
    const fields = Object.entries<z.ZodType>(FIELDS[table].shape)
    const bare = fields.map(([name, one]) => [name, one instanceof z.ZodDefault ? one.unwrap() : one])
    return [table, z.object(Object.fromEntries(bare)).partial().strict()]
  }),
) as unknown as Record<TableName, z.ZodType>

const side = z.unknown()

const fileChange = z
  .object({ table: z.enum(TABLES), id: z.string(), before: side, after: side })
  .transform((change, context): Change => {
    const { table, id, before, after } = change
    const isEdit = before !== null && after !== null
    const schema: z.ZodType = isEdit ? PARTIAL[table] : FIELDS[table]
    const tell = (message: string, ...path: PropertyKey[]) =>
      context.addIssue({ code: 'custom', message, path })
    const read = (name: 'before' | 'after') => {
      if (change[name] === null) return null
      const result = schema.safeParse(change[name])
      for (const issue of result.error?.issues ?? []) tell(inWords(issue), name, ...issue.path)
      const row = result.data as { id?: string; json?: string | null } | undefined
      if (row && !isEdit && row.id !== id) tell('The row has another id than its change.', name, 'id')
      const secret = row?.json && problemOfSecret(id, JSON.parse(row.json) as JsonValue)
      if (secret) tell(secret, name, 'json')
      return row ?? null
    }
    const named = (table === 'value' ? key : rowId).safeParse(id)
    if (!named.success) tell(named.error.issues[0]?.message ?? '', 'id')
    if (before === null && after === null) tell('A change has something before it or after it.')
    return { table, id, before: read('before'), after: read('after') } as unknown as Change
  })

export const fileRevision = z.object({
  number: count.min(1),
  actor: z.enum(ACTORS),
  turnId: z.string().min(1).max(100).nullable(),
  kind: z.enum(['edit', 'undo', 'redo']),
  reply: z.string().transform((text) => shorten(cleanText(text), LIMITS.importedReplyChars)),
  undoes: z.array(count),
  commands: shallow,
  changes: z.array(fileChange),
  createdAt: time,
})

export type FileRevision = z.output<typeof fileRevision>

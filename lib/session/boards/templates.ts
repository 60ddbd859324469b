/** Templates of a user: boards saved to start new ones from. Only this file writes them. */
import { and, asc, count, eq } from 'drizzle-orm'
import { z } from 'zod'
import { everyRow } from '#db/board-store.ts'
import { type Reader, read, write } from '#db/client.ts'
import { boardTemplates } from '#db/schema.ts'
import { type Refusal, refuse } from '#lib/board/model/command.ts'
import { line } from '#lib/board/model/input-schemas.ts'
import { newId } from '#lib/board/model/new-id.ts'
import { categorySchema, itemSchema, listSchema, valueSchema } from '#lib/board/model/types.ts'
import { messageOfZodError } from '#lib/board/text/input-error.ts'
import { fold } from '#lib/board/text/text.ts'
import type { BoardTemplate } from '#lib/board/wire/board-actions.ts'
import { findSession } from '#lib/identity/access.ts'
import { LIMITS } from '#lib/limits.ts'
import { BOARD_NOT_FOUND } from '../commands/update-session.ts'

const templateName = line('Template name', LIMITS.sessionNameChars)
const templateRows = z.object({
  categories: z.array(categorySchema),
  lists: z.array(listSchema),
  items: z.array(itemSchema),
  values: z.array(valueSchema),
})

export type TemplateContent = { rows: z.output<typeof templateRows>; instructions: string | null }
type Saved = { ok: true; template: BoardTemplate; replaced: boolean } | Refusal

const NOT_FOUND = refuse('not_found', 'Template not found.')
const columns = { id: boardTemplates.id, name: boardTemplates.name, updatedAt: boardTemplates.updatedAt }
const isNamed = (userId: string, name: string) =>
  and(eq(boardTemplates.userId, userId), eq(boardTemplates.nameKey, fold(name)))
const isOne = (userId: string, id: string) =>
  and(eq(boardTemplates.userId, userId), eq(boardTemplates.id, id))

export async function listTemplates(userId: string): Promise<BoardTemplate[]> {
  const mine = eq(boardTemplates.userId, userId)
  return read((db) =>
    db.select(columns).from(boardTemplates).where(mine).orderBy(asc(boardTemplates.nameKey)),
  )
}

/** Everything but tasks, history and messages. The same name again replaces what the template holds. */
export async function saveTemplate(
  userId: string,
  sessionId: string,
  given: string,
  now = Date.now(),
): Promise<Saved> {
  const parsed = templateName.safeParse(given)
  if (!parsed.success) return refuse('invalid', messageOfZodError(parsed.error))
  const name = parsed.data
  return write<Saved>(async (tx) => {
    const session = await findSession(tx, userId, sessionId)
    if (!session) return BOARD_NOT_FOUND
    const [held] = await tx.select(columns).from(boardTemplates).where(isNamed(userId, name))
    const [mine] = await tx
      .select({ n: count() })
      .from(boardTemplates)
      .where(eq(boardTemplates.userId, userId))
    if (!held && (mine?.n ?? 0) >= LIMITS.templatesPerUser) {
      return refuse('limit', `You can have up to ${LIMITS.templatesPerUser} templates. Delete one first.`)
    }
    const { category, list, item, value } = await everyRow(tx, sessionId)
    const rows = {
      categories: category,
      lists: list,
      items: item,
      // A value that expires belongs to this board.
      values: value.filter(({ expiresAt }) => expiresAt === null),
    }
    const fields = { name: held?.name ?? name, rows, instructions: session.instructions, updatedAt: now }
    const id = held?.id ?? newId()
    if (held) await tx.update(boardTemplates).set(fields).where(isOne(userId, id))
    else
      await tx.insert(boardTemplates).values({ ...fields, id, userId, nameKey: fold(name), createdAt: now })
    return { ok: true, template: { id, name: fields.name, updatedAt: now }, replaced: held !== undefined }
  })
}

export async function renameTemplate(
  userId: string,
  id: string,
  given: string,
): Promise<{ ok: true } | Refusal> {
  const parsed = templateName.safeParse(given)
  if (!parsed.success) return refuse('invalid', messageOfZodError(parsed.error))
  const name = parsed.data
  return write<{ ok: true } | Refusal>(async (tx) => {
    const [taken] = await tx.select(columns).from(boardTemplates).where(isNamed(userId, name))
    const [mine] = await tx.select(columns).from(boardTemplates).where(isOne(userId, id))
    if (!mine) return NOT_FOUND
    if (taken && taken.id !== id) return refuse('exists', `Template “${taken.name}” already exists.`)
    await tx
      .update(boardTemplates)
      .set({ name, nameKey: fold(name) })
      .where(isOne(userId, id))
    return { ok: true }
  })
}

export async function deleteTemplate(userId: string, id: string): Promise<{ ok: true } | Refusal> {
  return write<{ ok: true } | Refusal>(async (tx) => {
    const gone = await tx.delete(boardTemplates).where(isOne(userId, id)).returning({ id: boardTemplates.id })
    return gone.length > 0 ? { ok: true } : NOT_FOUND
  })
}

/** What a template puts on a new board. */
export async function contentOfTemplate(
  db: Reader,
  userId: string,
  name: string,
): Promise<TemplateContent | Refusal> {
  const [row] = await db.select().from(boardTemplates).where(isNamed(userId, name))
  if (!row) {
    const mine = eq(boardTemplates.userId, userId)
    const known = await db
      .select(columns)
      .from(boardTemplates)
      .where(mine)
      .orderBy(asc(boardTemplates.nameKey))
    const names = known.length > 0 ? ` Templates: ${known.map((one) => one.name).join(', ')}.` : ''
    return refuse('not_found', `No template called “${name}”.${names}`)
  }
  const rows = templateRows.safeParse(row.rows)
  if (!rows.success)
    return refuse('failed', `Template “${row.name}” is corrupted. Save it again, or delete it.`)
  return { rows: rows.data, instructions: row.instructions }
}

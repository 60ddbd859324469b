'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import type { Refusal } from '#lib/board/model/command.ts'
import { idSchema } from '#lib/board/model/id.ts'
import { action } from '#lib/identity/action-gate.ts'
import * as documents from '#lib/knowledge/documents.ts'
import { LIMITS } from '#lib/limits.ts'

type Done = { ok: true } | Refusal

const tags = z.array(z.string().max(LIMITS.tagChars * 4)).max(LIMITS.tagsPerDocument * 2)

/** Pages cached by the browser would show old data. */
function changed(result: Done): Done {
  if (result.ok) revalidatePath('/', 'layout')
  return result
}

export const tagDocument = action('commands', [idSchema, tags], async (user, id, names) => {
  const tagged = await documents.tagDocument(user.id, id, names)
  return changed(tagged.ok ? { ok: true } : tagged)
})

export const deleteDocument = action('commands', [idSchema], async (user, id) =>
  changed(await documents.deleteDocument(user.id, id)),
)

export const restoreDocument = action('commands', [idSchema], async (user, id) =>
  changed(await documents.restoreDocument(user.id, id)),
)

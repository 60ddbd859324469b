'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import type { Refusal } from '#lib/board/model/command.ts'
import { idSchema } from '#lib/board/model/id.ts'
import { act } from '#lib/identity/action-gate.ts'
import * as documents from '#lib/knowledge/documents.ts'
import { LIMITS } from '#lib/limits.ts'

type Done = { ok: true } | Refusal

const tags = z.array(z.string().max(LIMITS.tagChars * 4)).max(LIMITS.tagsPerDocument * 2)

/** A page that the browser kept from before would show what was. */
function changed(result: Done): Done {
  if (result.ok) revalidatePath('/', 'layout')
  return result
}

export async function tagDocument(id: string, given: readonly string[]): Promise<Done> {
  return act('commands', z.tuple([idSchema, tags]), [id, given], async (user, [documentId, names]) => {
    const tagged = await documents.tagDocument(user.id, documentId, names)
    return changed(tagged.ok ? { ok: true } : tagged)
  })
}

export async function deleteDocument(id: string): Promise<Done> {
  return act('commands', z.tuple([idSchema]), [id], async (user, [documentId]) =>
    changed(await documents.deleteDocument(user.id, documentId)),
  )
}

export async function restoreDocument(id: string): Promise<Done> {
  return act('commands', z.tuple([idSchema]), [id], async (user, [documentId]) =>
    changed(await documents.restoreDocument(user.id, documentId)),
  )
}

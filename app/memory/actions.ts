'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { idSchema } from '#lib/board/model/id.ts'
import { saveSettings } from '#lib/identity/account.ts'
import { action } from '#lib/identity/action-gate.ts'
import { ownId } from '#lib/identity/own-id.ts'
import { LIMITS } from '#lib/limits.ts'
import * as memories from '#lib/memory/memories.ts'

const text = z.string().max(LIMITS.memoryChars * 4)
const ids = z.array(idSchema).max(LIMITS.memoriesPerUser).readonly()

/** Pages cached by the browser would show old data. */
function changed<Result extends { ok: boolean }>(result: Result): Result {
  if (result.ok) revalidatePath('/', 'layout')
  return result
}

/** The same chosen id again is the same memory; the answer has the id it is stored under. */
export const addMemory = action('commands', [idSchema, text], async (user, id, given) => {
  const memory = { id: ownId(user.id, id), text: given, source: 'user' } as const
  const kept = await memories.remember(user.id, memory)
  return changed(kept.ok ? { ok: true as const, id: kept.memory.id, isNew: kept.isNew } : kept)
})

export const editMemory = action('commands', [idSchema, text], async (user, id, given) => {
  const edited = await memories.editMemory(user.id, id, given)
  return changed(edited.ok ? { ok: true as const } : edited)
})

export const forget = action('commands', [idSchema], async (user, id) =>
  changed(await memories.forget(user.id, id)),
)

/** Every memory of the user. */
export const forgetAll = action('commands', [], async (user) =>
  changed(await memories.forget(user.id, 'all')),
)

export const bringBack = action('commands', [ids], async (user, memoryIds) =>
  changed(await memories.restoreMemories(user.id, memoryIds)),
)

const switches = z.strictObject({ memory: z.boolean(), proposeMemories: z.boolean() }).partial()

export const setMemory = action('commands', [switches], async (user, patch) =>
  changed(await saveSettings(user.id, patch)),
)

'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import type { Refusal } from '#lib/board/model/command.ts'
import { idSchema } from '#lib/board/model/id.ts'
import { saveSettings } from '#lib/identity/account.ts'
import { act } from '#lib/identity/action-gate.ts'
import { ownId } from '#lib/identity/own-id.ts'
import { LIMITS } from '#lib/limits.ts'
import * as memories from '#lib/memory/memories.ts'

type Done = { ok: true } | Refusal
type Forgot = { ok: true; forgotten: readonly string[] } | Refusal

const text = z.string().max(LIMITS.memoryChars * 4)
const ids = z.array(idSchema).max(LIMITS.memoriesPerUser)

/** A page that the browser kept from before would show what was. */
function changed<Result extends { ok: boolean }>(result: Result): Result {
  if (result.ok) revalidatePath('/', 'layout')
  return result
}

type Added = { ok: true; id: string; isNew: boolean } | Refusal

/** The same chosen `id` again is the same memory; the answer has the id it is stored under. */
export async function addMemory(id: string, given: string): Promise<Added> {
  return act('commands', z.tuple([idSchema, text]), [id, given], async (user, [memoryId, words]) => {
    const memory = { id: ownId(user.id, memoryId), text: words, source: 'user' } as const
    const kept = await memories.remember(user.id, memory)
    return changed(kept.ok ? { ok: true as const, id: kept.memory.id, isNew: kept.isNew } : kept)
  })
}

export async function editMemory(id: string, given: string): Promise<Done> {
  return act('commands', z.tuple([idSchema, text]), [id, given], async (user, [memoryId, words]) => {
    const edited = await memories.editMemory(user.id, memoryId, words)
    return changed(edited.ok ? { ok: true as const } : edited)
  })
}

export async function forget(id: string): Promise<Forgot> {
  return act('commands', z.tuple([idSchema]), [id], async (user, [memoryId]) =>
    changed(await memories.forget(user.id, memoryId)),
  )
}

export async function forgetAll(): Promise<Forgot> {
  return act('commands', z.tuple([]), [], async (user) => changed(await memories.forget(user.id, 'all')))
}

export async function bringBack(given: readonly string[]): Promise<Done> {
  return act('commands', z.tuple([ids]), [given], async (user, [memoryIds]) =>
    changed(await memories.restoreMemories(user.id, memoryIds)),
  )
}

export async function setMemory(patch: { memory?: boolean; proposeMemories?: boolean }): Promise<Done> {
  const schema = z.strictObject({ memory: z.boolean(), proposeMemories: z.boolean() }).partial()
  return act('commands', z.tuple([schema]), [patch], async (user, [fields]) =>
    changed(await saveSettings(user.id, fields)),
  )
}

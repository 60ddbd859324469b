'use client'

/** What users can do to values and checkpoints; each is one command. */
import { useMemo } from 'react'
import { useFeed } from '#components/sync/use-store.ts'
import { announce } from '#components/ui/toasts.ts'
import { toastUnsavedText } from '#components/ui/unsaved-text-toast.ts'
import type { Command } from '#lib/board/commands/registry.ts'
import { newId } from '#lib/board/model/new-id.ts'
import type { JsonValue } from '#lib/board/state/json.ts'
import type { Lasting } from './expiry-select.tsx'
import type { Saved } from './value-form.tsx'

export type ValueActions = ReturnType<typeof useValueActions>

export function useValueActions() {
  const store = useFeed()
  return useMemo(() => {
    /** A refusal is shown beside the field, not in a toast. */
    async function save(command: Command): Saved {
      const outcome = await store.submit(command)
      if (!outcome.ok) return outcome.message
      announce(outcome.reply)
      return null
    }
    return {
      set: (key: string, value: JsonValue, ttl: Lasting) =>
        save({ name: 'set_value', input: { key, value, ttl_seconds: ttl } }),
      /** Keeps text typed for a value that was deleted. */
      keep(key: string, path: string, words: string) {
        if (!store.screen().board.values.has(key)) toastUnsavedText(`The value ${path} was deleted.`, words)
      },
      remove: (key: string) => store.run({ name: 'delete_value', input: { key } }, { tell: 'undo' }),
      clear: () => store.run({ name: 'clear_values', input: {} }, { tell: 'undo' }),
      saveCheckpoint: (name: string) => save({ name: 'save_checkpoint', input: { id: newId(), name } }),
      removeCheckpoint: (checkpoint: string) =>
        store.run({ name: 'remove_checkpoint', input: { checkpoint } }, { tell: 'undo' }),
      restore: (checkpoint: string) =>
        store.run({ name: 'restore', input: { checkpoint } }, { tell: 'undo' }),
    }
  }, [store])
}

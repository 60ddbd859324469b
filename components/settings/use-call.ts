'use client'

import { useState } from 'react'
import type { Refusal } from '#lib/board/command.ts'

const SILENT: Refusal = {
  ok: false,
  code: 'failed',
  message: 'The server does not answer. Try again in a moment.',
}

/** Calls an action, tells whether one is under way, and gives no answer as a refusal. */
export function useCall() {
  const [isBusy, setBusy] = useState(false)
  async function call<T extends { ok: true }>(action: () => Promise<T | Refusal>): Promise<T | Refusal> {
    setBusy(true)
    try {
      return await action()
    } catch {
      return SILENT
    } finally {
      setBusy(false)
    }
  }
  return [isBusy, call] as const
}

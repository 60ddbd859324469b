'use client'

import { useState } from 'react'
import type { Refusal } from '#lib/board/command.ts'
import { attempt } from './attempt.ts'

/** `attempt`, and whether one is under way. */
export function useAttempt() {
  const [isBusy, setBusy] = useState(false)
  async function run<T extends { ok: true }>(call: () => Promise<T | Refusal>): Promise<T | null> {
    setBusy(true)
    const answer = await attempt(call)
    setBusy(false)
    return answer
  }
  return [isBusy, run] as const
}

'use client'

import { useState } from 'react'
import type { Refusal } from '#lib/board/model/command.ts'
import { call, callOrToast } from './call-action.ts'

type Action<T> = () => Promise<T | Refusal>

/** `call`, and whether one is in progress. */
export function useCall() {
  const [isBusy, during] = useBusy()
  const run = <T extends { ok: true }>(action: Action<T>) => during(() => call(action))
  return [isBusy, run] as const
}

/** `attempt`, and whether one is in progress. */
export function useAttempt() {
  const [isBusy, during] = useBusy()
  const run = <T extends { ok: true }>(action: Action<T>) => during(() => callOrToast(action))
  return [isBusy, run] as const
}

function useBusy() {
  const [isBusy, setBusy] = useState(false)
  async function during<T>(work: () => Promise<T>): Promise<T> {
    setBusy(true)
    try {
      return await work()
    } finally {
      setBusy(false)
    }
  }
  return [isBusy, during] as const
}

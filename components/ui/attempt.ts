import type { Refusal } from '#lib/board/command.ts'
import { showToast } from './notices.ts'

/** Calls an action; what it refuses, and a server that does not answer, is said in a toast. */
export async function attempt<T extends { ok: true }>(call: () => Promise<T | Refusal>): Promise<T | null> {
  try {
    const answer = await call()
    if (answer.ok) return answer
    showToast({ text: answer.message, tone: 'error' })
  } catch {
    showToast({ text: 'The server does not answer. Try again in a moment.', tone: 'error' })
  }
  return null
}
